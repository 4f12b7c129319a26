import { QueueWorld } from '../queue/queue-world.suite';
import { RECOVER } from '../redelivery/redeliveries.repository';
import type { AttemptFilter } from './attempt-log';
import { attemptPage } from './attempt-log.sql';

const ROWS = 30_000;

let world: QueueWorld;
let webhookId: number;

/** A webhook of whose deliveries every hundredth failed, and one with nine times as many. */
beforeAll(async () => {
  world = await QueueWorld.start();
  webhookId = await world.newWebhook();
  const other = await world.newWebhook();
  const fill = [
    `insert into events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on)
     select 'evt_' || n, 1, 1, 'review.created', now(), '', now() from generate_series(1, ${ROWS}) n`,
    `insert into deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at, lease_expiries,
       created_on, finished_on)
     select 'dlv_' || e.id, case when e.id % 10 = 0 then ${webhookId} else ${other} end, e.id,
       case when e.id % 1000 = 0 then 3 else 2 end, 0, 1, now(), 0, now(), now() - interval '1 second' * e.id
     from events e`,
    `insert into attempts (webhook_id, delivery_id, delivery_public_id, evt_id, event, n, trigger, test, ok, error,
       started_on, duration_ms, url, truncated)
     select d.webhook_id, d.id, d.public_id, 'evt_' || d.event_id, 'review.created', 1, 0, d.id % 900 = 0, d.state = 2, '',
       now(), 5, '', false
     from deliveries d`,
    'analyze events',
    'analyze deliveries',
    'analyze attempts',
  ];
  for (const statement of fill) await world.database.query(statement);
});
afterAll(() => world.close());

async function planOf(sql: string, parameters: unknown[]): Promise<string> {
  const rows = await world.database.query<Record<string, string>>(`explain ${sql}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function pagePlan(filter: Partial<AttemptFilter>): Promise<string> {
  const { sql, parameters } = attemptPage({ webhookId, limit: 51, ...filter });
  return planOf(sql, parameters);
}

describe('The statement of', () => {
  it.each<[string, Partial<AttemptFilter>, string[]]>([
    ['a page of the log', {}, ['attempts_webhook_idx']],
    ['a page of older attempts', { before: 20_000 }, ['attempts_webhook_idx']],
    ['failed attempts', { ok: false }, ['attempts_failed_idx']],
    [
      'the attempts of a delivery',
      { deliveryId: 'dlv_4710' },
      ['deliveries_public_id_key', 'attempts_delivery_idx', 'attempts_test_idx'],
    ],
    [
      'the attempts of an event',
      { eventId: 'evt_4710' },
      ['events_evt_id_key', 'deliveries_event_key', 'deliveries_manual_idx', 'attempts_delivery_idx'],
    ],
  ])('%s reads indexes and no whole table', async (_what, filter, indexes) => {
    const plan = await pagePlan(filter);
    expect(indexes.filter((index) => !plan.includes(index))).toEqual([]);
    expect(plan).not.toMatch(/Seq Scan on (attempts|deliveries|events)/);
  });

  it('a recovery finds the few dropped deliveries through their index', async () => {
    const events = ['review.created'];
    const range = [new Date(Date.now() - 86_400_000), new Date()];
    const plan = await planOf(RECOVER, [webhookId, ...range, events]);
    expect(plan).toContain('deliveries_dropped_idx');
    expect(plan).not.toMatch(/Seq Scan on (deliveries|events)/);
  });
});
