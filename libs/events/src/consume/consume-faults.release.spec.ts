import 'reflect-metadata';
import { reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { settled, statusOf, created, once as applyOnce, status } from '../fixtures/review-durable';
import { BlackholeProxy } from '../fixtures/blackhole-proxy';

/** An event would be dead after two failures, within 40 ms. */
const HASTY = { delaysMs: [20], maxAttempts: 2 };

describe('a consumer whose database is away', () => {
  let world: EventsWorld;
  let direct: Replica;
  let ai: Replica;
  let proxy: BlackholeProxy;

  beforeEach(async () => {
    world = await EventsWorld.start(['ai']);
    direct = await world.replica('ai');
    proxy = await BlackholeProxy.open(world.databaseUrl('ai'));
    ai = await world.replica('ai', {}, { databaseUrl: proxy.url });
  });
  afterEach(async () => {
    await proxy.close();
    await world.close();
  });

  /** A handler waits up to 30 s for a connection, and a lost delivery 30 s for the next one. */
  const effects = (count: number) =>
    eventually(
      () => direct.effects(),
      ({ length }) => length === count,
      `${count} effects`,
      { timeoutMs: 90_000 },
    );
  /** Ends all sessions, because the setting holds for new ones only. */
  const readOnly = (on: boolean) =>
    world.admin(
      `begin read write;
       do $$ begin
         execute format('alter database %I set default_transaction_read_only = ${on}', current_database());
       end $$;
       commit;
       select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
    );
  const parked = () => direct.database.query('select id from parked_events');

  it('stops pulling, counts nothing and handles every event once when it is back', async () => {
    const strategy = world.consume(
      ai,
      { [reviewCreated.pattern]: applyOnce(ai, 'OnReviewCreated') },
      { retries: HASTY },
    );
    await world.publish(created(1));
    await effects(1);
    await proxy.refuse();
    await world.publish(...Array.from({ length: 40 }, (_, id) => created(id + 2)));
    const away = await status(
      strategy,
      ({ consuming, held }) => !consuming && held === 0,
      'an idle consumer',
    );
    expect(away).toMatchObject({ retried: 0, parked: 0, deadLettered: 0, problem: null });
    // Many times longer than all retries together. Nothing is delivered in this time.
    const delivered = async () => (await world.durable('ai__review')).delivered.consumer_seq;
    const before = await delivered();
    const until = Date.now() + 1_000;
    await eventually(
      () => Date.now(),
      (now) => now > until,
      'the retries to be over',
    );
    expect(await delivered()).toBe(before);
    await proxy.accept();
    await effects(41);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ consuming: true, retried: 0, parked: 0, deadLettered: 0 });
    expect(await parked()).toEqual([]);
  });

  it('does not count a failure of the handler itself while the database does not answer', async () => {
    let started = 0;
    let fail = (): void => {};
    const refused = new Promise<void>((resolve) => (fail = resolve));
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: async (event) => {
          started += 1;
          await refused;
          await applyOnce(
            ai,
            'OnReviewCreated',
          )(event).catch(() => {
            throw new Error('something about the review failed');
          });
        },
      },
      { retries: HASTY },
    );
    await world.publish(created(1), created(2));
    // The parked events are read all the time. That may find the outage before any event is delivered.
    await eventually(
      () => started,
      (count) => count === 2,
      'both handlers',
    );
    await proxy.refuse();
    fail();
    await status(strategy, ({ consuming, putBack }) => !consuming && putBack >= 2, 'a pause');
    await proxy.accept();
    await effects(2);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ retried: 0, parked: 0, deadLettered: 0 });
  });

  it.each([
    [
      'is read-only',
      () => readOnly(true),
      async () => {
        // A handler that starts too early would lose its session.
        await proxy.refuse();
        await readOnly(false);
        await proxy.accept();
      },
    ],
    [
      'has a full disk',
      () =>
        direct.database.query(
          'create trigger full_disk before insert on inbox for each statement execute function full_disk()',
        ),
      () => direct.database.query('drop trigger full_disk on inbox'),
    ],
  ])('stops pulling while the database %s, and suspects no event', async (_state, begin, end) => {
    await direct.database.query(
      `create function full_disk() returns trigger language plpgsql as
       $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`,
    );
    let fail = (): void => {};
    const failing = new Promise<void>((resolve) => (fail = resolve));
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: async (event) => {
          await failing;
          await applyOnce(ai, 'OnReviewCreated')(event);
        },
      },
      // An event that is delivered twice without a result is a suspect.
      { retries: { ...HASTY, suspectAfter: 1 } },
    );
    await world.publish(...Array.from({ length: 40 }, (_, id) => created(id + 1)));
    // The parked events are read all the time. That may find a state before any event is delivered.
    await status(strategy, ({ held }) => held > 0, 'deliveries');
    await begin();
    fail();
    await status(
      strategy,
      ({ consuming, held, putBack }) => !consuming && held === 0 && putBack > 0,
      'a pause',
    );
    await end();
    await effects(40);
    await settled(world);
    expect(statusOf(strategy)).toMatchObject({ retried: 0, parked: 0, deadLettered: 0 });
  });

  it('goes on pulling while all connections of its own are in use', async () => {
    // An event waits three seconds for a connection.
    const hurried = await world.replica('ai', {}, { timeoutFactor: 0.1 });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const strategy = world.consume(
      hurried,
      { [reviewCreated.pattern]: applyOnce(hurried, 'OnReviewCreated') },
      { retries: HASTY },
    );
    await status(strategy, ({ consuming }) => consuming, 'a start');
    const { poolSize } = hurried.database.dataSource.options;
    // The parked events are read all the time. That may have the last connection for a moment.
    const hold = (): Promise<void> => hurried.database.transaction(() => released).catch(hold);
    const busy = Array.from({ length: poolSize! }, hold);
    await world.publish(created(1));
    const pauses: unknown[] = [];
    await status(
      strategy,
      (now) => {
        if (!now.consuming) pauses.push(now);
        return now.putBack >= 1;
      },
      'the event to be put back',
    );
    release();
    await Promise.all(busy);
    await effects(1);
    expect(pauses).toEqual([]);
    expect(statusOf(strategy)).toMatchObject({ retried: 0, parked: 0, deadLettered: 0 });
  });

  it('counts no attempt of a parked event', async () => {
    let broken = true;
    const strategy = world.consume(
      ai,
      {
        [reviewCreated.pattern]: (event) => {
          if (broken) throw new Error('not yet');
          return applyOnce(ai, 'OnReviewCreated')(event);
        },
      },
      { retries: { delaysMs: [3_600_000], maxAttempts: 2 }, parkedMs: { poll: 20, lease: 1_000 } },
    );
    await world.publish(created(1));
    await eventually(parked, ({ length }) => length === 1, 'a parked event');
    await proxy.refuse();
    broken = false;
    await direct.database.query('update parked_events set due_at = clock_timestamp()');
    await status(strategy, ({ consuming }) => !consuming, 'a pause');
    await proxy.accept();
    await effects(1);
    await status(strategy, ({ handled }) => handled === 1, 'the event to be counted');
    expect(await parked()).toEqual([]);
    expect(statusOf(strategy)).toMatchObject({ retried: 1, deadLettered: 0 });
  });
});
