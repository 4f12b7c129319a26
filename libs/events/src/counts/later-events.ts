import { firstEventId } from '../envelope/event-id';

/**
 * Returns a table expression with the columns `subject` and `data` (jsonb): the events of this schema with these patterns
 * whose time is later than `time`. Used in the statement that counts rows, it sees the same snapshot as the rows, because an
 * event is saved with its change and moved between the three tables in one transaction. `time` must be a
 * {@link settledTime}.
 *
 * Ids of rows increase with time. So a row that was published long before `time` marks where to begin, which saves reading
 * a day of published events.
 */
export function laterEvents(patterns: readonly string[], time: Date): string {
  const kinds = patterns.map((pattern) => `'${pattern}.%'`).join(', ');
  const later = `event_id collate "C" >= '${firstEventId(time.getTime() + 1)}' and subject like any (array[${kinds}])`;
  return `(
    select subject, payload::jsonb -> 'data' as data from outbox where ${later}
    union all
    select subject, payload::jsonb -> 'data' from outbox_parked where ${later}
    union all
    select subject, payload::jsonb -> 'data' from outbox_sent
    where ${later} and id > coalesce(
      (select id from outbox_sent where published_at < '${time.toISOString()}'::timestamptz - interval '1 hour'
       order by id desc limit 1), 0)
  )`;
}
