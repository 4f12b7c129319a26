import 'reflect-metadata';
import { peersSubject } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { PeerNotifier } from './peer.notifier';

describe('PeerNotifier', () => {
  let world: EventsWorld;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'ai']);
  });
  afterEach(() => world.close());

  async function replica(service: 'reviews' | 'ai'): Promise<{ peers: PeerNotifier; received: unknown[] }> {
    const { link } = await world.replica(service);
    const peers = new PeerNotifier(link);
    const received: unknown[] = [];
    peers.subscribe((message) => received.push(message));
    await link.waitUntilConnected(10_000);
    // When the flush resolves, the server has processed the subscription.
    await link.connection!.flush();
    return { peers, received };
  }

  it('delivers messages to the other replicas of the service, but not to the sender or another service', async () => {
    const [one, other, stranger] = [await replica('reviews'), await replica('reviews'), await replica('ai')];
    one.peers.notify({ spent: 3 });
    other.peers.notify('reply');
    for (const [{ received }, expected] of [
      [one, ['reply']],
      [other, [{ spent: 3 }]],
    ] as const) {
      await eventually(
        () => received,
        ({ length }) => length > 0,
        'the message of the other replica',
      );
      expect(received).toEqual(expected);
    }
    expect(stranger.received).toEqual([]);
  });

  it('continues after invalid messages and after NATS was down', async () => {
    const [one, other] = [await replica('reviews'), await replica('reviews')];
    const client = await world.client();
    client.publish(peersSubject('reviews'), 'nonsense');
    client.publish(peersSubject('reviews'), 'null');
    await world.nats.kill();
    one.peers.notify('lost');
    await world.nats.restart();
    await eventually(
      () => {
        one.peers.notify('back');
        return other.received;
      },
      ({ length }) => length > 0,
      'the first message after the restart',
    );
    expect(other.received[0]).toBe('back');
  });
});
