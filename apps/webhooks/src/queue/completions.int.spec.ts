import { failedOutcome, QueueWorld } from './queue-world.suite';
import { CompletionBuffer } from './completion-buffer';
import type { ClaimedDelivery } from './claimed-delivery';

let world: QueueWorld;

beforeAll(async () => {
  world = await QueueWorld.start();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('CompletionsRepository', () => {
  /** Returns the time of the database, to the microsecond. */
  async function now(): Promise<string> {
    const [row] = await world.database.query<{ now: string }>('select clock_timestamp()::text as now');
    return row!.now;
  }

  it('ends a delivery after a success, reschedules it after a failure and drops it after the last failure', async () => {
    const webhook = await world.newWebhook();
    await world.backlog(webhook, 3);
    const [first, second, third] = await world.claim();
    await world.complete([first as ClaimedDelivery]);
    const before = await now();
    await world.complete([second as ClaimedDelivery], failedOutcome(), 60_000);
    const after = await now();
    expect(await world.complete([third as ClaimedDelivery], failedOutcome(), null)).toEqual({
      fenced: 0,
      delivered: 0,
      dropped: 1,
      cancelled: 0,
      due: false,
      suspects: [],
    });
    const rows = await world.database.query(
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

  it('says whether one of the lanes has another delivery that is due', async () => {
    const [busy, quiet] = [await world.newWebhook(), await world.newWebhook()];
    await world.backlog(busy, 12);
    await world.queue(quiet);
    const claimed = await world.claim();
    const [one, ...others] = claimed.filter(({ webhook_id }) => webhook_id === busy);
    const alone = claimed.filter(({ webhook_id }) => webhook_id === quiet);
    expect([claimed.length, alone.length, others.length]).toEqual([11, 1, 9]);
    expect(await world.complete(alone)).toMatchObject({ due: false });
    expect(await world.complete([one as ClaimedDelivery])).toMatchObject({ due: true });
    expect(await world.complete(others)).toMatchObject({ due: true });
    expect(await world.complete(await world.claim())).toMatchObject({ due: false });
  });

  it('makes a lane due at the retry that it has just scheduled, or at a delivery that is due earlier', async () => {
    const webhook = await world.newWebhook();
    const earliest = 'select min(next_attempt_at) from deliveries where state = 0';
    await world.queue(webhook);
    const [delivery] = await world.claim();
    await world.complete([delivery as ClaimedDelivery], failedOutcome(), 60_000);
    expect(await world.database.query(`select next_due_at = (${earliest}) as same from lanes`)).toEqual([
      { same: true },
    ]);
    await world.queue(webhook);
    const [second] = await world.claim();
    await world.queue(webhook);
    const before = await now();
    await world.complete([second as ClaimedDelivery], failedOutcome(), 60_000);
    const between = 'next_due_at between $1::timestamptz and clock_timestamp()';
    expect(await world.database.query(`select ${between} as now from lanes`, [before])).toEqual([
      { now: true },
    ]);
  });

  it('only logs the attempt of a worker whose lease was taken over', async () => {
    const webhook = await world.newWebhook();
    await world.queue(webhook);
    const stale = await world.claim();
    await world.database.query("update deliveries set lease_until = clock_timestamp() - interval '1 second'");
    expect(await world.maintenance.endExpiredLeases()).toEqual({ expired: 1, dropped: 0 });
    const fresh = await world.claim();
    expect(fresh[0]?.lease_id).not.toBe(stale[0]?.lease_id);
    expect(await world.complete(stale, failedOutcome(), null)).toMatchObject({ fenced: 1, dropped: 0 });
    expect(await world.states()).toEqual({ 1: 1 });
    expect(await world.complete(fresh)).toMatchObject({ fenced: 0, delivered: 1 });
    expect(await world.states()).toEqual({ 2: 1 });
    expect(await world.database.query('select 1 from attempts')).toHaveLength(2);
  });

  it('writes the health of an endpoint when it changes or a second has passed, not after every failure', async () => {
    const webhook = await world.newWebhook();
    await world.backlog(webhook, 9);
    /** Sets when the health was last written. Returns the new row. */
    const setWritten = async (when: string): Promise<unknown[]> => {
      await world.database.query(`update health set written_at = clock_timestamp() + interval '${when}'`);
      return world.database.query('select written_at from health');
    };
    const health = (): Promise<unknown[]> => world.database.query('select written_at from health');
    const [first, ...rest] = await world.claim();
    await world.complete([first as ClaimedDelivery], failedOutcome(), 60_000);
    const justNow = await setWritten('1 hour');
    for (const delivery of rest.slice(0, 4)) await world.complete([delivery], failedOutcome(), 60_000);
    expect(await health()).toEqual(justNow);
    await world.complete(rest.slice(4, 5));
    expect(await health()).not.toEqual(justNow);
    const before = await setWritten('-2 seconds');
    await world.complete(rest.slice(5, 6));
    expect(await health()).not.toEqual(before);
  });
});

describe('A lane that another transaction keeps locked', () => {
  let release: () => Promise<void>;
  let claimed: ClaimedDelivery[];

  /** Claims a delivery of each of two webhooks and locks the lane of the first one. */
  beforeEach(async () => {
    const [locked, free] = [await world.newWebhook(), await world.newWebhook()];
    await world.queue(locked, free);
    claimed = (await world.claim()).sort((one, other) => one.webhook_id - other.webhook_id);
    expect(claimed.map(({ webhook_id }) => webhook_id)).toEqual([locked, free]);
    const holder = world.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from lanes where webhook_id = $1 for update', [locked]);
    release = async () => {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    };
  });
  afterEach(() => release());

  it('does not delay the attempts of others, and its own are recorded when it is free', async () => {
    const buffer = new CompletionBuffer(
      async (group) => (await world.complete(group.map(({ delivery }) => delivery))).due,
    );
    const outcome = { ...failedOutcome(), ok: true };
    const [locked, free] = claimed.map((delivery) => buffer.add({ delivery, outcome, waitMs: null }));
    await free;
    expect(await world.states()).toEqual({ 1: 1, 2: 1 });
    await release();
    await locked;
    expect(await world.states()).toEqual({ 2: 2 });
  });

  it('does not keep the expired leases of others', async () => {
    await world.database.query("update deliveries set lease_until = clock_timestamp() - interval '1 second'");
    expect(await world.maintenance.endExpiredLeases()).toEqual({ expired: 1, dropped: 0 });
    expect(await world.states()).toEqual({ 0: 1, 1: 1 });
    await release();
    expect(await world.maintenance.endExpiredLeases()).toEqual({ expired: 1, dropped: 0 });
  });
});

describe('The circuit breaker of a lane', () => {
  async function lane(): Promise<Record<string, unknown>> {
    const [row] = await world.database.query<Record<string, unknown>>(
      'select breaker_open, limit_now, next_due_at > clock_timestamp() as waits from lanes',
    );
    return row ?? {};
  }

  it('opens after failures, uses up no attempt of a waiting delivery, admits one probe and closes when it succeeds', async () => {
    const webhook = await world.newWebhook();
    await world.backlog(webhook, 40);
    while (!(await lane()).breaker_open)
      await world.complete(await world.claim(), failedOutcome(), 3_600_000);
    expect(await lane()).toMatchObject({ limit_now: 1, waits: true });
    const untouched = await world.database.query('select 1 from deliveries where attempts = 0 and state = 0');
    expect(untouched.length).toBeGreaterThan(0);
    expect(await world.claim()).toEqual([]);

    await world.database.query(
      'update lanes set blocked_until = clock_timestamp(), next_due_at = clock_timestamp()',
    );
    const probe = await world.claim();
    expect(probe).toHaveLength(1);
    expect(await world.claim()).toEqual([]);
    await world.complete(probe);
    expect(await lane()).toMatchObject({ breaker_open: false, limit_now: 1, waits: false });
    expect(await world.claim()).toHaveLength(1);
  });
});
