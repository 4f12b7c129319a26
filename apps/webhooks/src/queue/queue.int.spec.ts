import { queryRows, type Tx } from '@plaudit/database';
import { GroupBuffer } from '@plaudit/queue';
import { webhookDeliveryNotice } from '@plaudit/contracts';
import { NatsLink, NoticeNotifier, type NoticeTenant } from '@plaudit/events';
import { type Administration, administer, eventually } from '@plaudit/testing';
import type { Notification } from '../fan-out/notification';
import { QueueLagReadModel } from './queue-lag.read-model';
import { expectNothingLeftBehind, QueueWorld, failedOutcome } from './queue-world.suite';
import type { ClaimedDelivery, CompletedAttempt } from './claimed-delivery';
import { deliveryStates, received, startWebhooksWorld, type WebhooksWorld } from '../webhooks-world.suite';

let world: QueueWorld;

beforeAll(async () => (world = await QueueWorld.start()));

afterAll(() => world.close());

describe('queue', () => {
  beforeEach(() => world.empty());

  describe('The delivery queue', () => {
    it('hands out each delivery once, with everything that is needed to send it', async () => {
      const webhook = await world.newWebhook();
      await world.queue(webhook);
      const [delivery, ...rest] = await world.claim();
      expect(rest).toEqual([]);
      expect(delivery).toMatchObject({
        webhook_id: webhook,
        attempts: 0,
        event: 'review.created',
        body: Buffer.from('{}'),
        queued_on: expect.any(Date),
      });
      expect(await world.claim()).toEqual([]);
    });

    it('queues an event once per webhook', async () => {
      const webhook = await world.newWebhook();
      const eventId = await world.queue(webhook);
      await world.database.transaction((tx) => world.fanOut.queue(tx, eventId, [webhook]));
      expect(await world.states()).toEqual({ 0: 1 });
    });

    it('cancels the delivery of an event whose sub account its maker lost after the webhooks were read', async () => {
      const [lost, kept] = [await world.newWebhook(), await world.newWebhook()];
      await world.database.query('update webhooks set reach = $2 where id = $1', [lost, [2]]);
      await world.database.query('update webhooks set reach = $2 where id = $1', [kept, [1, 2]]);
      await world.queue(lost, kept);
      expect(await world.states()).toEqual({ 0: 1, 4: 1 });
      expect((await world.claim()).map(({ webhook_id }) => webhook_id)).toEqual([kept]);
    });

    it('stores an event once', async () => {
      const again = await world.database.transaction(async (tx) => {
        const notification = {
          id: 'evt_x',
          event: 'e',
          account_id: 1,
          sub_account_id: 1,
          occurredOn: new Date(),
        };
        await world.fanOut.storeEvent(tx, notification as Notification, Buffer.from('a'));
        return world.fanOut.storeEvent(tx, notification as Notification, Buffer.from('b'));
      });
      expect(again).toBeNull();
    });

    it('never has more than ten deliveries of one webhook in flight, even with concurrent claims', async () => {
      const webhook = await world.newWebhook();
      await world.backlog(webhook, 200);
      const claims = await Promise.all(Array.from({ length: 10 }, () => world.claim()));
      expect(claims.flat()).toHaveLength(10);
      await world.complete(claims.flat().slice(0, 4));
      expect(await world.claim()).toHaveLength(4);
    });

    it('serves every other webhook within eight claims while twelve webhooks have long queues', async () => {
      const busy = await Promise.all(Array.from({ length: 12 }, () => world.newWebhook()));
      for (const webhook of busy) await world.backlog(webhook, 100);
      const quiet = await Promise.all(Array.from({ length: 20 }, () => world.newWebhook()));
      await world.queue(...quiet);
      const served = new Set<number>();
      for (let turn = 0; turn < 8; turn++) {
        const deliveries = await world.claim();
        for (const delivery of deliveries) served.add(delivery.webhook_id);
        await world.complete(deliveries);
      }
      expect(quiet.every((webhook) => served.has(webhook))).toBe(true);
    });

    it('finds a healthy webhook behind a hundred webhooks that are at their limit', async () => {
      for (let n = 0; n < 100; n++) await world.backlog(await world.newWebhook(), 12);
      // Ten deliveries of each webhook are in flight, and their lanes became due before the lane of the healthy webhook.
      await world.database.query(
        `update deliveries d set state = 1, lease_id = gen_random_uuid(), lease_until = clock_timestamp() + interval '1 hour'
       from (select id, row_number() over (partition by webhook_id order by id) as place from deliveries) waiting
       where waiting.id = d.id and waiting.place <= 10`,
      );
      expect(await world.states()).toEqual({ 0: 200, 1: 1_000 });
      const healthy = await world.newWebhook();
      await world.queue(healthy);
      expect((await world.claim()).map((delivery) => delivery.webhook_id)).toEqual([healthy]);
    });

    it('gives slow lanes no more rows than their share', async () => {
      const slow = await world.newWebhook();
      await world.backlog(slow, 30);
      await world.database.query('update lanes set slow = true');
      const healthy = await world.newWebhook();
      await world.queue(healthy);
      expect((await world.claim({ slowRows: 0 })).map((delivery) => delivery.webhook_id)).toEqual([healthy]);
      await world.queue(healthy);
      const deliveries = await world.claim({ slowRows: 3 });
      expect(deliveries.filter((delivery) => delivery.webhook_id === slow)).toHaveLength(3);
      expect(deliveries.filter((delivery) => delivery.webhook_id === healthy)).toHaveLength(1);
    });

    it('skips a paused lane', async () => {
      const webhook = await world.newWebhook();
      await world.queue(webhook);
      await world.database.transaction((tx) => world.lanes.pause(tx, webhook));
      expect(await world.claim()).toEqual([]);
      await world.database.transaction((tx) => world.lanes.resume(tx, webhook));
      expect(await world.claim()).toHaveLength(1);
    });

    it('hands out a released delivery again without counting an attempt', async () => {
      const webhook = await world.newWebhook();
      await world.queue(webhook);
      await world.lanes.release(await world.claim());
      expect(await world.claim()).toMatchObject([{ attempts: 0 }]);
    });

    it('cancels a delivery that is queued while its webhook is being deleted', async () => {
      const webhook = await world.newWebhook();
      let queued: Promise<unknown> = Promise.resolve();
      await world.database.transaction(async (tx) => {
        await world.lanes.delete(tx, webhook);
        queued = world.queue(webhook);
        await world.waitForBlockedSession();
      });
      await queued;
      expect(await world.states()).toEqual({ 4: 1 });
    });

    it('cancels a delivery that is released after its webhook was deleted', async () => {
      const webhook = await world.newWebhook();
      await world.queue(webhook);
      const deliveries = await world.claim();
      await world.database.transaction((tx) => world.lanes.delete(tx, webhook));
      await world.lanes.release(deliveries);
      expect(await world.states()).toEqual({ 4: 1 });
    });

    it('leaves no delivery behind when inserts and claims run concurrently', async () => {
      await expectNothingLeftBehind(world, 60);
    }, 180_000);
  });

  describe('The age of the oldest due delivery', () => {
    it('counts deliveries that wait behind a circuit breaker, a pause or a slow endpoint, each as a class of its own', async () => {
      const lag = new QueueLagReadModel(world.database);
      const states = ['breaker_open = true', 'paused = true', 'slow = true', 'slow = false'];
      for (const [place, state] of states.entries()) {
        const webhook = await world.newWebhook();
        await world.backlog(webhook, place + 1);
        await world.database.query(`update lanes set ${state} where webhook_id = $1`, [webhook]);
      }
      await world.database.query(
        "update deliveries set next_attempt_at = clock_timestamp() - interval '1 hour'",
      );
      await world.database.query(
        'update deliveries set state = 1 where id = (select max(id) from deliveries)',
      );
      const classes = await lag.byClass();
      const counts = classes.map((of) => [of.class, [of.waiting, of.in_flight, of.lanes]]);
      expect(Object.fromEntries(counts)).toEqual({
        normal: [3, 1, 1],
        slow: [3, 0, 1],
        breaker: [1, 0, 1],
        paused: [2, 0, 1],
      });
      for (const { oldest_seconds } of classes) expect(oldest_seconds).toBeGreaterThanOrEqual(3_600);
      await world.database.query(
        "update deliveries set next_attempt_at = clock_timestamp() + interval '1 hour'",
      );
      expect((await lag.byClass()).map(({ oldest_seconds }) => oldest_seconds)).toEqual([0, 0, 0, 0]);
    });
  });

  describe('claim_deliveries()', () => {
    /** Returns how many rows of a table the session has read, through indexes or in scans, since it last reported its statistics. */
    async function rowsRead(tx: Tx, table: string): Promise<number> {
      const [row] = await queryRows<{ count: number }>(
        tx,
        `select coalesce(idx_tup_fetch, 0) + seq_tup_read as count from pg_stat_xact_user_tables where relid = $1::regclass`,
        [table],
      );
      return row!.count;
    }

    it('reads neither the deliveries that wait for a retry nor the lanes that are not due', async () => {
      const webhook = await world.newWebhook();
      await world.backlog(webhook, 20_000);
      await world.database.query(
        "update deliveries set next_attempt_at = clock_timestamp() + interval '1 hour'",
      );
      await world.queue(webhook);
      await world.database.query(
        `insert into lanes select (jsonb_populate_record(lane, jsonb_build_object('webhook_id', lane.webhook_id + n,
         'next_due_at', 'infinity'))).* from lanes lane, generate_series(1, 5000) n`,
      );
      await world.database.query('analyze deliveries, lanes');
      const read = await world.database.transaction(async (tx) => {
        const before = { deliveries: await rowsRead(tx, 'deliveries'), lanes: await rowsRead(tx, 'lanes') };
        const claimed = await queryRows(tx, 'select * from claim_deliveries(64, 16, 8, 64, 30000)');
        return {
          claimed: claimed.length,
          deliveries: (await rowsRead(tx, 'deliveries')) - before.deliveries,
          lanes: (await rowsRead(tx, 'lanes')) - before.lanes,
        };
      });
      expect(read.claimed).toBe(1);
      expect(read.deliveries).toBeLessThan(100);
      expect(read.lanes).toBeLessThan(100);
    });

    it('misses no delivery that is committed during a claim, which a claim in one SQL statement would miss', async () => {
      const webhook = await world.newWebhook();
      await world.database.query("update lanes set next_due_at = clock_timestamp() - interval '1 second'");
      const inserter = world.database.dataSource.createQueryRunner();
      await inserter.startTransaction();
      await inserter.query('select 1 from lanes where webhook_id = $1 for update', [webhook]);
      await inserter.query(
        `insert into deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
       lease_expiries, created_on)
     values ('dlv_late', $1, 1, 0, 0, 0, clock_timestamp(), 0, clock_timestamp())`,
        [webhook],
      );
      const single = world.database.transaction((tx) =>
        queryRows(
          tx,
          `with locked as (select webhook_id from lanes where webhook_id = $1 for update)
       update lanes l set next_due_at = coalesce((select min(d.next_attempt_at) from deliveries d
         where d.webhook_id = l.webhook_id and d.state = 0), 'infinity')
       from locked where locked.webhook_id = l.webhook_id returning l.webhook_id`,
          [webhook],
        ),
      );
      // The statement now waits for the lock of the lane, and its snapshot is older than the insert.
      await world.waitForBlockedSession();
      await inserter.commitTransaction();
      await inserter.release();
      await single;
      expect(await world.lateLanes()).toHaveLength(1);

      // claim_deliveries() is a function of several statements, and each of them sees what was committed before it.
      await world.database.query("update lanes set next_due_at = clock_timestamp() - interval '1 second'");
      await world.claim();
      expect(await world.lateLanes()).toEqual([]);
    });
  });
});

describe('completions', () => {
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
      await world.database.query(
        "update deliveries set lease_until = clock_timestamp() - interval '1 second'",
      );
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
      const buffer = new GroupBuffer<CompletedAttempt, void>({
        gatherMs: 4,
        maxItems: 256,
        maxWrites: 2,
        keyOf: ({ delivery }) => delivery.webhook_id,
        write: async (group) => {
          await world.complete(group.map(({ delivery }) => delivery));
          return [];
        },
      });
      const outcome = { ...failedOutcome(), ok: true };
      const [locked, free] = claimed.map((delivery) => buffer.add({ delivery, outcome, waitMs: null }));
      await free;
      expect(await world.states()).toEqual({ 1: 1, 2: 1 });
      await release();
      await locked;
      expect(await world.states()).toEqual({ 2: 2 });
    });

    it('does not keep the expired leases of others', async () => {
      await world.database.query(
        "update deliveries set lease_until = clock_timestamp() - interval '1 second'",
      );
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
      const untouched = await world.database.query(
        'select 1 from deliveries where attempts = 0 and state = 0',
      );
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
});

const heard: (NoticeTenant & { webhookId: number })[] = [];

describe('the notices about deliveries', () => {
  let world: WebhooksWorld;
  let link: NatsLink;
  beforeAll(async () => {
    world = await startWebhooksWorld();
    link = new NatsLink({ url: world.natsUrl, service: 'gateway' });
    link.open();
    await link.waitUntilConnected(10_000);
    new NoticeNotifier(link).listenTo(webhookDeliveryNotice, (tenant, { webhook_id }) =>
      heard.push({ ...tenant, webhookId: webhook_id }),
    );
    await link.connection!.flush();
  });
  afterAll(async () => {
    await link.close();
    await world.close();
  });

  it('tell the owner of a webhook once a second that there are attempts, however many', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    const [owner] = await world.admin.query<{ account_id: number; owner: number }>(
      'select account_id::int, coalesce(owner_sub_account_id, 0)::int as owner from webhooks.webhooks where id = $1',
      [webhook.id],
    );
    for (let sent = 0; sent < 30; sent += 1) await world.review({ id: 1_000 + sent });
    await received(endpoint, 30);
    const last = await eventually(
      () => heard.at(-1),
      (notice) => notice !== undefined,
      'a notice',
    );
    expect(last).toEqual({ accountId: owner!.account_id, subAccountId: owner!.owner, webhookId: webhook.id });
    expect(heard.length).toBeLessThan(15);
  });
});

describe('two lanes that stay locked', () => {
  let world: WebhooksWorld;
  beforeAll(
    async () =>
      (world = await startWebhooksWorld({ WEBHOOK_LEASE_SECONDS: '15', SERVICE_TIMEOUT_FACTOR: '1' })),
  );
  afterAll(() => world.close());

  it('keep the leases of their deliveries, delay no other webhook, and have nothing sent twice', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const endpoints = await Promise.all(
      [1, 2, 3].map(() => world.endpoint(() => answered.then(() => ({ status: 200 })))),
    );
    const ids: number[] = [];
    for (const { url } of endpoints) ids.push((await world.webhook({ url })).id as number);
    const [third, ...locked] = ids.toReversed() as [number, number, number];
    await world.review();
    for (const endpoint of endpoints) await received(endpoint, 1);
    const leases = (session: Administration): Promise<{ lease_until: Date }[]> =>
      session.query(
        'select lease_until from webhooks.deliveries where webhook_id = any ($1) order by webhook_id',
        [locked],
      );
    const claimed = await leases(world.admin);
    const delivered = (id: number): Promise<unknown> =>
      eventually(
        () => deliveryStates(world, id),
        (states) => states[2] === 1,
        `the delivery of webhook ${id} to be recorded`,
        { timeoutMs: 20_000 },
      );

    await administer(world.databaseUrl('webhooks'), async (holder) => {
      await holder.query('begin');
      await holder.query('select from webhooks.lanes where webhook_id = any ($1) for update', [locked]);
      answer();
      await delivered(third);
      await eventually(
        // A session that is idle in its transaction would be ended.
        () => leases(holder),
        (now) => now.every(({ lease_until }, place) => lease_until > claimed[place]!.lease_until),
        'the leases to be extended',
        { timeoutMs: 20_000 },
      );
      await holder.query('rollback');
    });
    for (const id of locked) await delivered(id);
    for (const { requests } of endpoints) expect(requests).toHaveLength(1);
  }, 90_000);
});
