import 'reflect-metadata';
import { peersSubject } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import { PeersClient } from './peers.client';

describe('replicas of one service', () => {
  let world: EventsWorld;

  beforeEach(async () => {
    world = await EventsWorld.start(['reviews', 'widgets']);
  });
  afterEach(() => world.close());

  async function replica(service: 'reviews' | 'widgets'): Promise<{ peers: PeersClient; heard: unknown[] }> {
    const { link } = await world.replica(service);
    const peers = new PeersClient(link);
    const heard: unknown[] = [];
    peers.listen((message) => heard.push(message));
    await link.waitUntilConnected(10_000);
    // What was sent before an answer came back has reached the server.
    await link.connection!.flush();
    return { peers, heard };
  }

  it('hear each other, not themselves, and no other service', async () => {
    const [one, other, stranger] = [
      await replica('reviews'),
      await replica('reviews'),
      await replica('widgets'),
    ];
    one.peers.tell({ spent: 3 });
    other.peers.tell('and I');
    for (const [{ heard }, expected] of [
      [one, ['and I']],
      [other, [{ spent: 3 }]],
    ] as const) {
      await eventually(
        () => heard,
        ({ length }) => length > 0,
        'the other',
      );
      expect(heard).toEqual(expected);
    }
    expect(stranger.heard).toEqual([]);
  });

  it('survive nonsense and a NATS that was away', async () => {
    const [one, other] = [await replica('reviews'), await replica('reviews')];
    const client = await world.client();
    client.publish(peersSubject('reviews'), 'nonsense');
    client.publish(peersSubject('reviews'), 'null');
    await world.nats.kill();
    one.peers.tell('lost');
    await world.nats.restart();
    await eventually(
      () => {
        one.peers.tell('back');
        return other.heard;
      },
      ({ length }) => length > 0,
      'the first word afterwards',
    );
    expect(other.heard[0]).toBe('back');
  });
});
