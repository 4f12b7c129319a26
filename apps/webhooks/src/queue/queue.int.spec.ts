import { queryRows, type Tx } from '@plaudit/database';
import type { Notification } from '../fan-out/notification';
import { QueueLagReadModel } from './queue-lag.read-model';
import { QueueWorld } from './queue-world.suite';

let world: QueueWorld;

beforeAll(async () => {
  world = await QueueWorld.start();
});
afterAll(() => world.close());
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
    const webhooks = await Promise.all(Array.from({ length: 6 }, () => world.newWebhook()));
    const events = 250;
    let inserting = true;
    const insert = async (): Promise<void> => {
      for (let n = 0; n < events; n++) await world.queue(...webhooks);
    };
    const drain = async (): Promise<void> => {
      for (;;) {
        const over = !inserting;
        const deliveries = await world.claim();
        if (deliveries.length > 0) await world.complete(deliveries);
        else if (over) return;
      }
    };
    const inserts = Promise.all([insert(), insert(), insert()]).finally(() => (inserting = false));
    await Promise.all([inserts, drain(), drain(), drain()]);
    expect(await world.lateLanes()).toEqual([]);
    expect(await world.states()).toEqual({ 2: 3 * events * webhooks.length });
    expect(await world.maintenance.repairLanes()).toBe(0);
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
    await world.database.query('update deliveries set state = 1 where id = (select max(id) from deliveries)');
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
