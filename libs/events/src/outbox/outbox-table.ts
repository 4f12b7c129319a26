import type { Database } from '@plaudit/database';
import type { Client } from 'pg';
import type { StoredEvent } from '../publish/event-message';

export interface PendingEvent extends StoredEvent {
  id: number;
}

export interface Backlog {
  /** At most 100,000, where the count ends. */
  pending: number;
  oldestAgeSeconds: number;
}

const MAX_COUNTED = 100_000;

/** Returns the events with ids above `low` that are not yet published, in the order of their ids. */
export async function pendingEvents(client: Client, low: number, limit: number): Promise<PendingEvent[]> {
  const { rows } = await client.query<Omit<PendingEvent, 'id'> & { id: string | number }>(
    'select id, event_id, subject, payload, traceparent from outbox where id > $1 order by id limit $2',
    [low, limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Moves published events to `outbox_sent`. The condition lists their ids and is never `id <= last`: a transaction with
 * a lower id may have committed in the meantime, and its event was not published.
 */
export async function moveToSent(client: Client, ids: readonly number[]): Promise<void> {
  await client.query(
    `with done as (
       delete from outbox where id = any($1::bigint[])
       returning id, event_id, subject, payload, traceparent, created_at
     )
     insert into outbox_sent (id, event_id, subject, payload, traceparent, created_at)
     select id, event_id, subject, payload, traceparent, created_at from done`,
    [ids],
  );
}

/** Records why the stream refused an event, for the operator's list. */
export async function recordRefusal(client: Client, id: number, refusal: string): Promise<void> {
  await client.query('update outbox set refusal = $2 where id = $1 and refusal is distinct from $2', [
    id,
    refusal,
  ]);
}

/** Counts the events with ids above `low` that are not yet published, and computes the age of the oldest. */
export async function measureBacklog(database: Pick<Database, 'query'>, low: number): Promise<Backlog> {
  const [row] = await database.query<{ pending: number; age: number | null }>(
    `select count(*)::int4 as pending,
            extract(epoch from clock_timestamp() - min(created_at))::float8 as age
     from (select created_at from outbox where id > $1 order by id limit ${MAX_COUNTED}) waiting`,
    [low],
  );
  return { pending: row?.pending ?? 0, oldestAgeSeconds: Math.max(0, row?.age ?? 0) };
}
