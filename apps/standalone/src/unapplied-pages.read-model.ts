import { wireDate } from '@plaudit/contracts';
import { DatabaseClient } from '@plaudit/database';
import { listDeadLetters } from '@plaudit/events';
import type { BusAddresses } from '@plaudit/runtime';

interface SentSnapshot {
  durable: string;
  /** The pattern of the pages' kind. */
  kind: string;
  begunAt: Date;
}

/** Returns a line for each reason why the durable's service has taken pages of the snapshot and not stored them. */
export async function unappliedPages(receiver: BusAddresses, sent: SentSnapshot): Promise<string[]> {
  const letters = await listDeadLetters(receiver.nats, {
    durable: sent.durable,
    // The head of the page has it, which a dead letter keeps even if it was cut.
    search: `"begun_on":"${wireDate(sent.begunAt)}"`,
    limit: Number.MAX_SAFE_INTEGER,
  });
  return [
    ...(await parkedPages(receiver.databaseUrl, sent)),
    ...letters
      .filter(({ subject }) => subject.startsWith(`${sent.kind}.`))
      .map(({ letter, durable, reason }) => `${durable}: dead letter ${letter} is a page: ${reason}`),
  ];
}

async function parkedPages(databaseUrl: string, { durable, kind, begunAt }: SentSnapshot): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  try {
    await client.connect();
    const [schema] = durable.split('__');
    const { rows } = await client.query<{ pages: number; reason: string }>(
      `select count(*)::int4 as pages, reason from ${schema}.parked_events
       where durable = $1 and kind = $2 and convert_from(payload, 'UTF8')::json -> 'data' ->> 'begun_on' = $3
       group by reason`,
      [durable, kind, wireDate(begunAt)],
    );
    return rows.map(
      ({ pages, reason }) => `${durable}: ${pages} parked pages wait for another attempt: ${reason}`,
    );
  } finally {
    await client.end();
  }
}
