import { DatabaseClient } from '@plaudit/database';
import { listDeadLetters } from '@plaudit/events';
import type { BusAddresses } from '@plaudit/runtime';

export interface SnapshotPages {
  durable: string;
  /** The pattern of the pages' kind. */
  kind: string;
  /** The last dead letter before the snapshot began. */
  lastLetter: number;
}

/** Returns a line for each reason why the durable's service has taken pages and not stored them. */
export async function unappliedPages(receiver: BusAddresses, pages: SnapshotPages): Promise<string[]> {
  const letters = await listDeadLetters(receiver.nats, {
    durable: pages.durable,
    after: pages.lastLetter,
    limit: Number.MAX_SAFE_INTEGER,
  });
  return [
    ...(await parkedPages(receiver.databaseUrl, pages)),
    ...letters
      .filter(({ subject }) => subject.startsWith(`${pages.kind}.`))
      .map(({ letter, durable, reason }) => `${durable}: dead letter ${letter} is a page: ${reason}`),
  ];
}

async function parkedPages(databaseUrl: string, { durable, kind }: SnapshotPages): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  try {
    await client.connect();
    const [schema] = durable.split('__');
    const { rows } = await client.query<{ pages: number; reason: string }>(
      `select count(*)::int4 as pages, reason from ${schema}.parked_events where durable = $1 and kind = $2 group by reason`,
      [durable, kind],
    );
    return rows.map(
      ({ pages, reason }) => `${durable}: ${pages} parked pages wait for another attempt: ${reason}`,
    );
  } finally {
    await client.end();
  }
}
