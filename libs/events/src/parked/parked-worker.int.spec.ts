import 'reflect-metadata';
import { reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { BlackholeProxy } from '../fixtures/blackhole-proxy';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { created, DURABLE, once, status } from '../fixtures/review-durable';

describe('the worker of parked events', () => {
  let world: EventsWorld;
  let direct: Replica;
  let proxy: BlackholeProxy;

  beforeEach(async () => {
    world = await EventsWorld.start(['widgets']);
    direct = await world.replica('widgets');
    proxy = await BlackholeProxy.open(world.databaseUrl('widgets'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await proxy.close();
    await world.close();
  });

  /** Parks an event. With a lease, a replica has claimed it and has been cut off for longer than the lease. */
  const park = async (id: number, { leased = false } = {}) => {
    const event = created(id);
    await direct.database.query(
      `insert into parked_events (durable, state, kind, event_id, stream, sequence, subject, message_id, payload, reason,
         attempts, due_at, lease_id, lease_until)
       select $1, 'failed', $2, $3, 'EVENTS', $4, '', $3, $5, 'why', 1, now(), lease_id, lease_until
       from (select case when $6 then gen_random_uuid() end, case when $6 then now() - interval '1 s' end)
         as lease (lease_id, lease_until)`,
      [DURABLE, reviewCreated.pattern, event.id, id, Buffer.from(JSON.stringify(event)), leased],
    );
  };
  const parked = (id = 1) =>
    direct.database.query<{ state: string; attempts: number; leased: boolean }>(
      'select state, attempts, lease_until is not null as leased from parked_events where sequence = $1',
      [id],
    );

  it('returns the event of a handler that takes longer than five seconds when it stops', async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    let hasStarted = false;
    await park(1);
    const strategy = world.consume(direct, {
      [reviewCreated.pattern]: () => {
        hasStarted = true;
        return held;
      },
    });
    await eventually(
      () => hasStarted,
      (started) => started,
      'the handler',
    );
    const closed = strategy.close();
    expect(await parked()).toEqual([{ state: 'failed', attempts: 1, leased: true }]);
    await eventually(
      () => parked(),
      ([event]) => !event!.leased,
      'the release',
    );
    expect(await parked()).toEqual([{ state: 'failed', attempts: 1, leased: false }]);
    finish();
    await closed;
  });

  it('makes a suspect of an abandoned event only when two leases have passed since an outage', async () => {
    const lease = 60_000;
    const replica = await world.replica('widgets', {}, { databaseUrl: proxy.url });
    const strategy = world.consume(
      replica,
      { [reviewCreated.pattern]: once(replica, 'OnReviewCreated') },
      { parkedMs: { poll: 20, lease } },
    );
    await status(strategy, ({ consuming }) => consuming, 'a start');
    await proxy.refuse();
    await world.publish(created(9));
    await status(strategy, ({ consuming }) => !consuming, 'a pause');
    await park(1, { leased: true });
    await proxy.accept();
    await status(strategy, ({ handled }) => handled === 1, 'the end of the outage');
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now');
    const looksAfter = async (leases: number, id: number): Promise<unknown[]> => {
      clock.mockImplementation(() => now() + leases * lease);
      await park(id);
      await eventually(
        () => parked(id),
        ({ length }) => length === 0,
        'a look into the table',
      );
      return parked();
    };
    expect(await looksAfter(0, 2)).toEqual([{ state: 'failed', attempts: 1, leased: true }]);
    expect(await looksAfter(1.5, 3)).toEqual([{ state: 'failed', attempts: 1, leased: true }]);
    clock.mockImplementation(() => now() + 2 * lease);
    await eventually(
      () => parked(),
      ({ length }) => length === 0,
      'the suspect to be handled',
    );
  });
});
