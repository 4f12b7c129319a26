import 'reflect-metadata';
import { reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { BlackholeProxy } from '../fixtures/blackhole-proxy';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { created, DURABLE, once, status, statusOf } from '../fixtures/review-durable';

describe('parked events while the database is away', () => {
  let world: EventsWorld;
  let direct: Replica;
  let proxies: BlackholeProxy[];
  let replicas: Replica[];

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
    direct = await world.replica('widgets');
    proxies = [];
    replicas = [];
    for (let replica = 0; replica < 2; replica += 1) {
      const proxy = await BlackholeProxy.open(world.databaseUrl('widgets'));
      proxies.push(proxy);
      replicas.push(await world.replica('widgets', {}, { databaseUrl: proxy.url }));
    }
  });
  afterEach(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await world.close();
  });

  const park = async (id: number, state: 'failed' | 'suspect') => {
    const event = created(id);
    await direct.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at)
       values ($1, $2, $3, $4, 'EVENTS', $5, '', $4, $6, 'why', 1, clock_timestamp())`,
      [DURABLE, state, reviewCreated.pattern, event.id, id, Buffer.from(JSON.stringify(event))],
    );
  };
  const parked = () =>
    direct.database.query<{ state: string; ended: boolean }>(
      'select state, lease_until < clock_timestamp() as ended from parked_events order by id',
    );

  it('stay with the replica that handles them, however long it lasts', async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let started = 0;
    const parkedMs = { poll: 20, lease: 2_000 };
    await park(1, 'failed');
    const owner = world.consume(
      replicas[0]!,
      {
        [reviewCreated.pattern]: () => {
          started += 1;
          return held;
        },
      },
      { parkedMs },
    );
    await eventually(
      () => started,
      (count) => count === 1,
      'the handler',
    );
    const other = world.consume(
      replicas[1]!,
      { [reviewCreated.pattern]: once(replicas[1]!, 'OnReviewCreated') },
      { parkedMs },
    );
    await status(other, ({ consuming }) => consuming, 'the other replica');
    await Promise.all(proxies.map((proxy) => proxy.refuse()));
    for (const strategy of [owner, other]) await status(strategy, ({ consuming }) => !consuming, 'a pause');
    await eventually(parked, ([event]) => event!.ended, 'the end of the lease');
    await proxies[1]!.accept();
    await status(other, ({ consuming }) => consuming, 'the end of the outage');
    await park(2, 'failed');
    await status(other, ({ handled }) => handled === 1, 'a look of the other replica');
    await proxies[0]!.accept();
    await eventually(parked, ([event]) => !event!.ended, 'the owner to renew its lease');
    expect(await parked()).toEqual([{ state: 'failed', ended: false }]);
    finish();
    await status(owner, ({ handled }) => handled === 1, 'the owner to be done');
    expect(statusOf(other).handled).toBe(1);
    expect(await parked()).toEqual([]);
  });

  it('do not stop the other services of the process', async () => {
    const parkedMs = { poll: 20, lease: 60_000 };
    const away = world.consume(
      replicas[0]!,
      {
        [reviewCreated.pattern]: async () => {
          await proxies[0]!.refuse();
          throw new Error('broken');
        },
      },
      { parkedMs },
    );
    await status(away, ({ consuming }) => consuming, 'a start');
    await park(1, 'failed');
    await status(away, ({ consuming }) => !consuming, 'a pause');
    await park(2, 'suspect');
    const other = world.consume(direct, { [reviewCreated.pattern]: once(direct, 'OnReviewCreated') });
    // A suspect waits until no other handler runs in the process.
    await status(other, ({ handled }) => handled === 1, 'the suspect');
    await world.publish(created(3));
    await status(other, ({ handled }) => handled === 2, 'another event');
    expect(statusOf(away).consuming).toBe(false);
  });
});
