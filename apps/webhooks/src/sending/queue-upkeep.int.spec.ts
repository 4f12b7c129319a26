import { queryRows } from '@plaudit/database';
import { failedOutcome, QueueWorld } from './queue-world.suite';
import type { SendJob } from './send-job';

let own: QueueWorld;

beforeAll(async () => {
  own = await QueueWorld.start();
});
afterAll(() => own.close());
beforeEach(() => own.empty());

describe('completing', () => {
  /** By the database's clock, to the microsecond. */
  async function now(): Promise<string> {
    const [row] = await own.database.query<{ now: string }>('select clock_timestamp()::text as now');
    return row!.now;
  }

  test('a success ends the delivery, a failure sets its time, the last failure drops it', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 3);
    const [first, second, third] = await own.claim();
    await own.complete([first as SendJob]);
    const before = await now();
    await own.complete([second as SendJob], failedOutcome(), 60_000);
    const after = await now();
    expect(await own.complete([third as SendJob], failedOutcome(), null)).toEqual({ fenced: 0, dropped: 1 });
    const rows = await own.database.query(
      `select state, attempts, last_status,
         next_attempt_at - interval '1 minute' between $2::timestamptz and $3::timestamptz as waits_a_minute
       from deliveries order by array_position($1::bigint[], id)`,
      [[first?.id, second?.id, third?.id], before, after],
    );
    expect(rows).toMatchObject([
      { state: 2, attempts: 1, last_status: 200 },
      { state: 0, attempts: 1, last_status: 500, waits_a_minute: true },
      { state: 3, attempts: 1, last_status: 500 },
    ]);
  });

  test('a worker whose lease was taken over changes nothing, but its attempt is logged', async () => {
    const webhook = await own.newWebhook();
    await own.queue(webhook);
    const stale = await own.claim();
    await own.database.query("update deliveries set lease_until = clock_timestamp() - interval '1 second'");
    expect(await own.upkeep.reap()).toEqual({ expired: 1, poisoned: 0 });
    const fresh = await own.claim();
    expect(fresh[0]?.lease_id).not.toBe(stale[0]?.lease_id);
    expect(await own.complete(stale, failedOutcome(), null)).toMatchObject({ fenced: 1 });
    expect(await own.states()).toEqual({ 1: 1 });
    await own.complete(fresh);
    expect(await own.states()).toEqual({ 2: 1 });
    expect(await own.database.query('select 1 from attempts')).toHaveLength(2);
  });

  test('health is written when it changes, or when a second has passed, not with every failure', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 9);
    /** As if it had been written then. */
    const written = async (when: string): Promise<unknown[]> => {
      await own.database.query(`update health set written_at = clock_timestamp() + interval '${when}'`);
      return own.database.query('select written_at from health');
    };
    const health = (): Promise<unknown[]> => own.database.query('select written_at from health');
    const [first, ...rest] = await own.claim();
    await own.complete([first as SendJob], failedOutcome(), 60_000);
    const justNow = await written('1 hour');
    for (const job of rest.slice(0, 4)) await own.complete([job], failedOutcome(), 60_000);
    expect(await health()).toEqual(justNow);
    await own.complete(rest.slice(4, 5));
    expect(await health()).not.toEqual(justNow);
    const before = await written('-2 seconds');
    await own.complete(rest.slice(5, 6));
    expect(await health()).not.toEqual(before);
  });
});

describe('the breaker', () => {
  async function lane(): Promise<Record<string, unknown>> {
    const [row] = await own.database.query<Record<string, unknown>>(
      'select breaker_open, limit_now, next_due_at > clock_timestamp() as waits from lanes',
    );
    return row ?? {};
  }

  test('opens, leaves deliveries their attempts, lets one try, and closes', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 40);
    while (!(await lane()).breaker_open) await own.complete(await own.claim(), failedOutcome(), 3_600_000);
    expect(await lane()).toMatchObject({ limit_now: 1, waits: true });
    const untouched = await own.database.query('select 1 from deliveries where attempts = 0 and state = 0');
    expect(untouched.length).toBeGreaterThan(0);
    expect(await own.claim()).toEqual([]);

    await own.database.query(
      'update lanes set blocked_until = clock_timestamp(), next_due_at = clock_timestamp()',
    );
    const probe = await own.claim();
    expect(probe).toHaveLength(1);
    expect(await own.claim()).toEqual([]);
    await own.complete(probe);
    expect(await lane()).toMatchObject({ breaker_open: false, limit_now: 1, waits: false });
    expect(await own.claim()).toHaveLength(1);
  });
});

describe('upkeep', () => {
  test('what takes five workers down is given up', async () => {
    await own.queue(await own.newWebhook());
    const outcomes = [];
    for (let life = 0; life < 5; life++) {
      expect(await own.claim()).toHaveLength(1);
      await own.database.query("update deliveries set lease_until = clock_timestamp() - interval '1 second'");
      outcomes.push(await own.upkeep.reap());
    }
    expect(outcomes.at(-1)).toEqual({ expired: 1, poisoned: 1 });
    expect(await own.database.query('select state, last_error, attempts from deliveries')).toEqual([
      { state: 3, last_error: 'internal', attempts: 0 },
    ]);
  });

  test('a lease of a webhook that is gone ends as cancelled', async () => {
    const webhook = await own.newWebhook();
    await own.queue(webhook);
    await own.claim();
    await own.database.transaction((tx) => own.lanes.close(tx, webhook));
    await own.database.query("update deliveries set lease_until = clock_timestamp() - interval '1 second'");
    await own.upkeep.reap();
    expect(await own.states()).toEqual({ 4: 1 });
  });

  test('a lane that was left behind is found and repaired', async () => {
    await own.queue(await own.newWebhook());
    await own.database.query("update lanes set next_due_at = 'infinity'");
    expect(await own.claim()).toEqual([]);
    expect(await own.upkeep.repairLanes()).toBe(1);
    expect(await own.claim()).toHaveLength(1);
    expect(await own.upkeep.repairLanes()).toBe(0);
  });

  test('held deliveries expire after 72 hours, and beyond 10,000 the oldest go', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 10_005);
    await own.database.transaction((tx) => own.lanes.pause(tx, webhook));
    await own.database.query(
      "update deliveries set created_on = clock_timestamp() - interval '73 hours' where id = (select max(id) from deliveries)",
    );
    expect(await own.upkeep.dropHeld()).toBe(6);
    expect(await own.upkeep.dropHeld()).toBe(0);
    const [row] = await own.database.query(
      'select count(*), min(last_error) as error from deliveries where state = 3',
    );
    expect(row).toEqual({ count: 6, error: 'expired' });
  });

  test('expiring held deliveries never waits for a resume that holds some of them', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 3);
    await own.database.transaction((tx) => own.lanes.pause(tx, webhook));
    await own.database.query("update deliveries set created_on = clock_timestamp() - interval '73 hours'");
    await own.database.transaction(async (tx) => {
      await queryRows(tx, 'select 1 from deliveries order by id limit 1 for update');
      expect(await own.upkeep.dropHeld()).toBe(2);
    });
    expect(await own.upkeep.dropHeld()).toBe(1);
  });

  test('of a webhook that was deleted 30 days ago nothing is kept, its secret least of all', async () => {
    const webhook = await own.newWebhook();
    const other = await own.newWebhook();
    await own.queue(webhook, other);
    await own.complete(await own.claim());
    await own.database.query(`update webhooks set deleted_on = now() - interval '31 days' where id = $1`, [
      webhook,
    ]);
    await own.database.query(`update attempts set started_on = started_on - interval '31 days'`);
    await own.database.query(`update deliveries set finished_on = finished_on - interval '31 days'`);
    await own.upkeep.purge();
    for (const table of ['webhooks', 'health', 'attempts', 'deliveries']) {
      const column = table === 'webhooks' ? 'id' : 'webhook_id';
      const left = await own.database.query<{ id: number }>(`select ${column} as id from ${table}`);
      expect({ table, left }).toEqual({ table, left: [{ id: other }] });
    }
  });

  test('what is older than 30 days goes, except the 50 newest attempts and their deliveries', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 60);
    for (let jobs = await own.claim(); jobs.length > 0; jobs = await own.claim()) await own.complete(jobs);
    await own.upkeep.purge();
    expect(await own.database.query('select 1 from attempts')).toHaveLength(60);
    await own.database.query(`update attempts set started_on = started_on - interval '31 days'`);
    await own.database.query(`update deliveries set finished_on = finished_on - interval '31 days'`);
    await own.database.query(`update events set created_on = created_on - interval '31 days'`);
    await own.upkeep.purge();
    expect(await own.database.query('select 1 from attempts')).toHaveLength(50);
    expect(await own.states()).toEqual({ 2: 50 });
    expect(await own.database.query('select 1 from events')).toEqual([]);
  });
});
