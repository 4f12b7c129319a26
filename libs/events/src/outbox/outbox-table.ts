import type { Client } from 'pg';
import type { StoredEvent } from '../publish/event-message';

export interface PendingEvent extends StoredEvent {
  id: number;
}

export interface Backlog {
  /** Counted up to {@link BACKLOG_LIMIT}. */
  pending: number;
  oldestAgeSeconds: number;
}

const BACKLOG_LIMIT = 100_000;

/** Events not yet published, oldest first, with ids above `low`. */
export async function pendingEvents(client: Client, low: number, limit: number): Promise<PendingEvent[]> {
  const { rows } = await client.query<Omit<PendingEvent, 'id'> & { id: string | number }>(
    'select id, event_id, subject, payload, traceparent from outbox where id > $1 order by id limit $2',
    [low, limit],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Moves published events to `outbox_sent`. By their ids, never `id <= last`: a transaction that took a lower id may
 * have committed meanwhile, and its event was not published.
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

export async function measureBacklog(client: Client, low: number): Promise<Backlog> {
  const { rows } = await client.query<{ pending: number; age: number | null }>(
    `select count(*)::int4 as pending,
            extract(epoch from clock_timestamp() - min(created_at))::float8 as age
     from (select created_at from outbox where id > $1 order by id limit ${BACKLOG_LIMIT}) waiting`,
    [low],
  );
  return { pending: rows[0]?.pending ?? 0, oldestAgeSeconds: Math.max(0, rows[0]?.age ?? 0) };
}
