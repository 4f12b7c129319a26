import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { reviewCreated } from '@plaudit/contracts';
import { type NatsHandle, startNats } from '@plaudit/testing';
import { Broadcast } from '../broadcast/broadcast.decorator';
import { Broadcasts } from '../broadcast/broadcasts';
import { PullSession } from '../consume/pull-session';
import { RelayWakeups } from '../outbox/relay-wakeups';
import { PeerNotifier } from '../peers/peer.notifier';
import { BatchPublisher } from '../publish/batch-publisher';
import { NatsLink } from './nats-link';

Logger.overrideLogger(false);

/** A user whose permissions are out of date: it may publish everything and subscribe to nothing. */
const ACCESS = `accounts { A { jetstream: enabled, users: [
  { user: widgets, password: secret, permissions: { publish: ">", subscribe: { deny: ">" } } }
] } }`;

class Cache {
  @Broadcast(reviewCreated)
  drop(): void {}
}

describe('a subscription that the server refuses', () => {
  let nats: NatsHandle;
  let link: NatsLink;

  beforeAll(async () => {
    nats = await startNats({ access: ACCESS });
    link = new NatsLink({ url: `nats://widgets:secret@127.0.0.1:${nats.port}`, service: 'widgets' });
    link.open();
    await link.waitUntilConnected(10_000);
  });
  afterAll(async () => {
    await link.close();
    await nats.stop();
  });
  // The reader of the connection must still read the response to the flush.
  afterEach(async () => {
    const connection = link.connection!;
    await connection.flush();
    expect(link.connected).toBe(true);
    await connection.flush();
  });

  it('makes a batch fail with the reason, each time', async () => {
    const publisher = new BatchPublisher(link);
    const message = { id: 'evt_1', subject: 'review.created.v1.1.1', payload: '{}' };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await publisher.publish([message])).toEqual([
        {
          stored: false,
          reason: 'disconnected',
          message: 'NATS refuses the subscription to the acknowledgements',
        },
      ]);
    }
    publisher.close();
  });

  it('ends a pull session with the reason', async () => {
    const session = new PullSession(link.connection!, {
      stream: 'EVENTS',
      durable: 'widgets__review',
      service: 'widgets',
      capacity: 1,
      room: () => 1,
      receive: () => {},
    });
    await expect(session.ended).resolves.toMatch(/permissions violation/i);
  });

  it('leaves peers, broadcasts and wake-ups of the relay without messages, and the connection working', async () => {
    const received: unknown[] = [];
    const peers = new PeerNotifier(link);
    peers.subscribe((message) => received.push(message));
    const broadcasts = new Broadcasts(link);
    broadcasts.register(new Cache());
    broadcasts.start();
    const wakeups = new RelayWakeups(link, () => true);
    wakeups.start();
    await link.connection!.flush();
    peers.notify('hello');
    await link.connection!.flush();
    expect(received).toEqual([]);
    wakeups.stop();
    await broadcasts.stop();
    peers.onApplicationShutdown();
  });
});
