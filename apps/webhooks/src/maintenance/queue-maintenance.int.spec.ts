import { queryRows } from '@plaudit/database';
import { QueueWorld } from '../queue/queue-world.suite';

let world: QueueWorld;

beforeAll(async () => {
  world = await QueueWorld.start();
});
afterAll(() => world.close());
beforeEach(() => world.empty());

describe('QueueMaintenanceRepository', () => {
  it('drops a delivery whose lease has expired five times', async () => {
    await world.queue(await world.newWebhook());
    const outcomes = [];
    for (let expiry = 0; expiry < 5; expiry++) {
      expect(await world.claim()).toHaveLength(1);
      await world.database.query(
        "update deliveries set lease_until = clock_timestamp() - interval '1 second'",
      );
      outcomes.push(await world.maintenance.endExpiredLeases());
    }
    expect(outcomes.at(-1)).toEqual({ expired: 1, dropped: 1 });
    expect(await world.database.query('select state, last_error, attempts from deliveries')).toEqual([
      { state: 3, last_error: 'internal', attempts: 0 },
    ]);
  });

  it('cancels a leased delivery of a deleted webhook when the lease expires', async () => {
    const webhook = await world.newWebhook();
    await world.queue(webhook);
    await world.claim();
    await world.database.transaction((tx) => world.lanes.delete(tx, webhook));
    await world.database.query("update deliveries set lease_until = clock_timestamp() - interval '1 second'");
    await world.maintenance.endExpiredLeases();
    expect(await world.states()).toEqual({ 4: 1 });
  });

  it('reschedules a lane that is scheduled after its earliest delivery', async () => {
    await world.queue(await world.newWebhook());
    await world.database.query("update lanes set next_due_at = 'infinity'");
    expect(await world.claim()).toEqual([]);
    expect(await world.lanes.repair()).toBe(1);
    expect(await world.claim()).toHaveLength(1);
    expect(await world.lanes.repair()).toBe(0);
  });

  it('drops held deliveries after 72 hours, and the oldest ones of more than 10,000', async () => {
    const webhook = await world.newWebhook();
    await world.backlog(webhook, 10_005);
    await world.database.transaction((tx) => world.lanes.pause(tx, webhook));
    await world.database.query(
      "update deliveries set created_on = clock_timestamp() - interval '73 hours' where id = (select max(id) from deliveries)",
    );
    expect(await world.maintenance.expireHeld()).toBe(6);
    expect(await world.maintenance.expireHeld()).toBe(0);
    const [row] = await world.database.query(
      'select count(*), min(last_error) as error from deliveries where state = 3',
    );
    expect(row).toEqual({ count: 6, error: 'expired' });
  });

  it('skips held deliveries that a resume has locked instead of waiting for them', async () => {
    const webhook = await world.newWebhook();
    await world.backlog(webhook, 3);
    await world.database.transaction((tx) => world.lanes.pause(tx, webhook));
    await world.database.query("update deliveries set created_on = clock_timestamp() - interval '73 hours'");
    await world.database.transaction(async (tx) => {
      await queryRows(tx, 'select 1 from deliveries order by id limit 1 for update');
      expect(await world.maintenance.expireHeld()).toBe(2);
    });
    expect(await world.maintenance.expireHeld()).toBe(1);
  });

  it('deletes all data of a webhook that was deleted more than 30 days ago, including its secret', async () => {
    const webhook = await world.newWebhook();
    const other = await world.newWebhook();
    await world.queue(webhook, other);
    await world.complete(await world.claim());
    await world.database.query(`update webhooks set deleted_on = now() - interval '31 days' where id = $1`, [
      webhook,
    ]);
    await world.database.query(`update attempts set started_on = started_on - interval '31 days'`);
    await world.database.query(`update deliveries set finished_on = finished_on - interval '31 days'`);
    await world.maintenance.purge();
    for (const table of ['webhooks', 'health', 'attempts', 'deliveries']) {
      const column = table === 'webhooks' ? 'id' : 'webhook_id';
      const left = await world.database.query<{ id: number }>(`select ${column} as id from ${table}`);
      expect({ table, left }).toEqual({ table, left: [{ id: other }] });
    }
  });

  it('deletes data older than 30 days, except the 50 newest attempts, their deliveries and the events of these', async () => {
    const webhook = await world.newWebhook();
    await world.backlog(webhook, 59);
    await world.queue(webhook);
    const unsent = await world.queue();
    for (let deliveries = await world.claim(); deliveries.length > 0; deliveries = await world.claim())
      await world.complete(deliveries);
    await world.maintenance.purge();
    expect(await world.database.query('select 1 from attempts')).toHaveLength(60);
    await world.database.query(`update attempts set started_on = started_on - interval '31 days'`);
    await world.database.query(`update deliveries set finished_on = finished_on - interval '31 days'`);
    await world.database.query(`update events set created_on = created_on - interval '31 days'`);
    await world.maintenance.purge();
    expect(await world.database.query('select 1 from attempts')).toHaveLength(50);
    expect(await world.states()).toEqual({ 2: 50 });
    // Of the first event, which was sent 59 times, deliveries with the trigger manual are left.
    const events = await world.database.query<{ id: number }>('select id from events order by id');
    expect(events).toHaveLength(2);
    expect(events).not.toContainEqual({ id: unsent });
  });

  it('deletes a replaced secret when its time is over, and keeps one that still signs', async () => {
    const [over, signing] = [await world.newWebhook(), await world.newWebhook()];
    await world.database.query(
      `update webhooks set prev_secret_enc = 'x',
         prev_secret_until = clock_timestamp() + case when id = $1 then interval '-1 second' else interval '1 hour' end`,
      [over],
    );
    await world.maintenance.purge();
    const kept = await world.database.query('select id from webhooks where prev_secret_enc is not null');
    expect(kept).toEqual([{ id: signing }]);
    expect(await world.database.query('select 1 from webhooks where prev_secret_until is null')).toHaveLength(
      1,
    );
  });
});
