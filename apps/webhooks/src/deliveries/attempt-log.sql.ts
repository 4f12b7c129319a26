import { SqlParameters } from '@plaudit/database';
import type { AttemptFilter } from './attempt-log';
import { Trigger } from './delivery';

const ATTEMPT = `
  a.id, a.webhook_id, a.delivery_public_id, a.evt_id, a.event, a.n, a.trigger, a.test, a.ok, a.status_code, a.error_code,
  a.error, a.started_on, a.duration_ms, a.timings, a.url, a.response_headers, a.response_body, a.response_encoding,
  a.truncated, d.state, d.attempts, d.next_attempt_at, not w.active as paused`;

const TABLES =
  'attempts a join webhooks w on w.id = a.webhook_id left join deliveries d on d.id = a.delivery_id';

/** Reads one attempt by its id, with the body of its request if the event is stored. */
export const ONE_ATTEMPT = `
  select ${ATTEMPT}, e.body from ${TABLES} left join events e on e.evt_id = a.evt_id where a.id = $1`;

/** Returns the statement that reads a page of the log. */
export function attemptPage(filter: AttemptFilter): { sql: string; parameters: unknown[] } {
  const parameters = new SqlParameters();
  const webhook = parameters.add(filter.webhookId, 'bigint');
  const conditions = [
    `a.webhook_id = ${webhook}`,
    ...(filter.before === undefined ? [] : [`a.id < ${parameters.add(filter.before, 'bigint')}`]),
    // Written as the index of failed attempts has it.
    ...(filter.ok === undefined ? [] : [filter.ok ? 'a.ok' : 'not a.ok']),
    ...(filter.event === undefined ? [] : [`a.event = ${parameters.add(filter.event)}`]),
    ...(filter.since ? [`a.started_on >= ${parameters.add(filter.since)}`] : []),
    ...(filter.until ? [`a.started_on < ${parameters.add(filter.until)}`] : []),
    ...(filter.deliveryId ? [ofDelivery(webhook, parameters.add(filter.deliveryId, 'text'))] : []),
    ...(filter.eventId ? [ofEvent(webhook, parameters.add(filter.eventId, 'text'))] : []),
  ];
  const limit = parameters.add(filter.limit, 'integer');
  const sql = `
    select ${ATTEMPT} from ${TABLES} where ${conditions.join(' and ')} order by a.id desc limit ${limit}`;
  return { sql, parameters: parameters.values };
}

/** The attempts of one delivery are found through it, however long the log is. Test calls have none, and an index of their own. */
function ofDelivery(webhook: string, publicId: string): string {
  return `a.id in (
    select one.id from deliveries sent join attempts one on one.delivery_id = sent.id where sent.public_id = ${publicId}
    union all
    select one.id from attempts one where one.webhook_id = ${webhook} and one.test and one.delivery_public_id = ${publicId})`;
}

/** Each part of the union has the condition of an index. */
function ofEvent(webhook: string, eventId: string): string {
  const deliveries = [Trigger.event, Trigger.manual].map(
    (trigger) => `
      select one.id from events told
      join deliveries sent on sent.webhook_id = ${webhook} and sent.event_id = told.id and sent.trigger = ${trigger}
      join attempts one on one.delivery_id = sent.id
      where told.evt_id = ${eventId}
      union all`,
  );
  return `a.id in (${deliveries.join('')}
    select one.id from attempts one where one.webhook_id = ${webhook} and one.test and one.evt_id = ${eventId})`;
}
