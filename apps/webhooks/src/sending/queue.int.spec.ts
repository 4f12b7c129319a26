import { queryRows } from '@plaudit/database';
import type { Notification } from '../fan-out/notification';
import { QueueWorld } from './queue-world.suite';

let own: QueueWorld;

beforeAll(async () => {
  own = await QueueWorld.start();
});
afterAll(() => own.close());
beforeEach(() => own.empty());

describe('claiming', () => {
  test('gives each row once, with all that sending needs', async () => {
    const webhook = await own.newWebhook();
    await own.queue(webhook);
    const [job, ...rest] = await own.claim();
    expect(rest).toEqual([]);
    expect(job).toMatchObject({
      webhook_id: webhook,
      attempts: 0,
      event: 'review.created',
      body: Buffer.from('{}'),
    });
    expect(await own.claim()).toEqual([]);
  });

  test('an event is queued once per webhook', async () => {
    const webhook = await own.newWebhook();
    const eventId = await own.queue(webhook);
    await own.database.transaction((tx) => own.fanOut.queue(tx, eventId, [webhook]));
    expect(await own.states()).toEqual({ 0: 1 });
  });

  test('an event that is stored already is not stored again', async () => {
    const again = await own.database.transaction(async (tx) => {
      const notification = { id: 'evt_x', event: 'e', accountId: 1, subAccountId: 1, occurredOn: new Date() };
      await own.fanOut.keepEvent(tx, notification as Notification, Buffer.from('a'));
      return own.fanOut.keepEvent(tx, notification as Notification, Buffer.from('b'));
    });
    expect(again).toBeNull();
  });

  test('never puts more than ten of one webhook in flight, however many claim at once', async () => {
    const webhook = await own.newWebhook();
    await own.backlog(webhook, 200);
    const claims = await Promise.all(Array.from({ length: 10 }, () => own.claim()));
    expect(claims.flat()).toHaveLength(10);
    await own.complete(claims.flat().slice(0, 4));
    expect(await own.claim()).toHaveLength(4);
  });

  test('a backlog costs its neighbours one turn, not the whole queue', async () => {
    const crowded = await Promise.all(Array.from({ length: 12 }, () => own.newWebhook()));
    for (const webhook of crowded) await own.backlog(webhook, 100);
    const quiet = await Promise.all(Array.from({ length: 20 }, () => own.newWebhook()));
    await own.queue(...quiet);
    const served = new Set<number>();
    for (let turn = 0; turn < 8; turn++) {
      const jobs = await own.claim();
      for (const job of jobs) served.add(job.webhook_id);
      await own.complete(jobs);
    }
    expect(quiet.every((webhook) => served.has(webhook))).toBe(true);
  });

  test('a hundred saturated endpoints do not hide a healthy one', async () => {
    for (let n = 0; n < 100; n++) await own.backlog(await own.newWebhook(), 12);
    // Ten of each are in flight; their lanes have been due for longer than the healthy one's.
    await own.database.query(
      `update deliveries d set state = 1, lease_id = gen_random_uuid(), lease_until = clock_timestamp() + interval '1 hour'
       from (select id, row_number() over (partition by webhook_id order by id) as place from deliveries) waiting
       where waiting.id = d.id and waiting.place <= 10`,
    );
    expect(await own.states()).toEqual({ 0: 200, 1: 1_000 });
    const healthy = await own.newWebhook();
    await own.queue(healthy);
    expect((await own.claim()).map((job) => job.webhook_id)).toEqual([healthy]);
  });

  test('slow lanes get no more than their share', async () => {
    const slow = await own.newWebhook();
    await own.backlog(slow, 30);
    await own.database.query('update lanes set slow = true');
    const healthy = await own.newWebhook();
    await own.queue(healthy);
    expect((await own.claim({ slowRows: 0 })).map((job) => job.webhook_id)).toEqual([healthy]);
    await own.queue(healthy);
    const jobs = await own.claim({ slowRows: 3 });
    expect(jobs.filter((job) => job.webhook_id === slow)).toHaveLength(3);
    expect(jobs.filter((job) => job.webhook_id === healthy)).toHaveLength(1);
  });

  test('a paused lane is passed over', async () => {
    const webhook = await own.newWebhook();
    await own.queue(webhook);
    await own.database.transaction((tx) => own.lanes.pause(tx, webhook));
    expect(await own.claim()).toEqual([]);
    await own.database.transaction((tx) => own.lanes.resume(tx, webhook));
    expect(await own.claim()).toHaveLength(1);
  });

  test('what is released comes back without having used an attempt', async () => {
    const webhook = await own.newWebhook();
    await own.queue(webhook);
    await own.lanes.release(await own.claim());
    expect(await own.claim()).toMatchObject([{ attempts: 0 }]);
  });

  test('an event that meets the deletion of its webhook leaves nothing waiting for ever', async () => {
    const webhook = await own.newWebhook();
    let queued: Promise<unknown> = Promise.resolve();
    await own.database.transaction(async (tx) => {
      await own.lanes.close(tx, webhook);
      queued = own.queue(webhook);
      await own.waitingForLock();
    });
    await queued;
    expect(await own.states()).toEqual({ 4: 1 });
  });

  test('what is released after its webhook was deleted ends as cancelled', async () => {
    const webhook = await own.newWebhook();
    await own.queue(webhook);
    const jobs = await own.claim();
    await own.database.transaction((tx) => own.lanes.close(tx, webhook));
    await own.lanes.release(jobs);
    expect(await own.states()).toEqual({ 4: 1 });
  });

  test('no delivery is left behind when inserts and claims race', async () => {
    const webhooks = await Promise.all(Array.from({ length: 6 }, () => own.newWebhook()));
    const events = 250;
    let inserting = true;
    const insert = async (): Promise<void> => {
      for (let n = 0; n < events; n++) await own.queue(...webhooks);
    };
    const drain = async (): Promise<void> => {
      for (;;) {
        const over = !inserting;
        const jobs = await own.claim();
        if (jobs.length > 0) await own.complete(jobs);
        else if (over) return;
      }
    };
    const inserts = Promise.all([insert(), insert(), insert()]).finally(() => (inserting = false));
    await Promise.all([inserts, drain(), drain(), drain()]);
    expect(await own.stranded()).toEqual([]);
    expect(await own.states()).toEqual({ 2: 3 * events * webhooks.length });
    expect(await own.upkeep.repairLanes()).toBe(0);
  }, 180_000);
});

test('the single-statement shape of the claim would strand a delivery: why it is a function', async () => {
  const webhook = await own.newWebhook();
  await own.database.query("update lanes set next_due_at = clock_timestamp() - interval '1 second'");
  const inserter = own.database.dataSource.createQueryRunner();
  await inserter.startTransaction();
  await inserter.query('select 1 from lanes where webhook_id = $1 for update', [webhook]);
  await inserter.query(
    `insert into deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
       lease_expiries, created_on)
     values ('dlv_late', $1, 1, 0, 0, 0, clock_timestamp(), 0, clock_timestamp())`,
    [webhook],
  );
  const single = own.database.transaction((tx) =>
    queryRows(
      tx,
      `with locked as (select webhook_id from lanes where webhook_id = $1 for update)
       update lanes l set next_due_at = coalesce((select min(d.next_attempt_at) from deliveries d
         where d.webhook_id = l.webhook_id and d.state = 0), 'infinity')
       from locked where locked.webhook_id = l.webhook_id returning l.webhook_id`,
      [webhook],
    ),
  );
  // It waits for the lane's lock now, with a snapshot that is older than the insert.
  await own.waitingForLock();
  await inserter.commitTransaction();
  await inserter.release();
  await single;
  expect(await own.stranded()).toHaveLength(1);

  // The function's statements see what was committed before each of them.
  await own.database.query("update lanes set next_due_at = clock_timestamp() - interval '1 second'");
  await own.claim();
  expect(await own.stranded()).toEqual([]);
});
