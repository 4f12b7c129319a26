import { DatabaseClient, roleLimits, roleSettings, setStatements } from '@plaudit/database';
import { type Client, escapeIdentifier } from 'pg';
import { accessTo, type NatsServer } from '../connection/nats-access';
import { NatsLink } from '../connection/nats-link';
import { BatchPublisher } from '../publish/batch-publisher';
import { eventMessage, type StoredEvent } from '../publish/event-message';

export interface ReplayOptions {
  nats: NatsServer;
  /** Database of the service whose events are published again. The URL must not lead to a pooler of transactions. */
  databaseUrl: string;
  schema: string;
  /** Includes events that were published at or after this time. */
  from: Date;
  /** Includes events that were published before this time; default now. */
  to?: Date;
  batchSize?: number;
}

export interface ReplayReport {
  /** Events that were added to the stream. */
  stored: number;
  /** Events that the stream already had within its duplicate window. */
  duplicates: number;
}

const CONNECT_TIMEOUT_MS = 10_000;

interface SentEvent extends StoredEvent {
  id: string | number;
}

/**
 * Publishes the events in `outbox_sent`, which keeps 72 h, again, in order and with the same ids. Use it after the
 * stream lost messages. Consumers skip the events that they have handled, because these are in their inbox. Throws at
 * the first event that is not stored.
 */
export async function replay(options: ReplayOptions): Promise<ReplayReport> {
  const client = new DatabaseClient({
    connectionString: options.databaseUrl,
    application_name: `plaudit-${options.schema}-replay`,
  });
  const link = new NatsLink({ ...accessTo(options.nats), service: 'replay' });
  const publisher = new BatchPublisher(link);
  link.open();
  try {
    await client.connect();
    // An administrator's role has no settings. That of a service limits a statement to what a request may take.
    const limits = { ...roleLimits(1), statement_timeout: 0 };
    await client.query(setStatements(roleSettings(escapeIdentifier(options.schema), limits)));
    await link.waitUntilConnected(CONNECT_TIMEOUT_MS);
    return await publishAll(client, publisher, options);
  } finally {
    publisher.close();
    await link.close();
    await client.end();
  }
}

async function publishAll(
  client: Client,
  publisher: BatchPublisher,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const report: ReplayReport = { stored: 0, duplicates: 0 };
  const to = options.to ?? new Date();
  let last: string | number = 0;
  for (;;) {
    const { rows }: { rows: SentEvent[] } = await client.query<SentEvent>(
      `select id, event_id, subject, payload, traceparent from outbox_sent
       where published_at >= $1 and published_at < $2 and id > $3 order by id limit $4`,
      [options.from, to, last, options.batchSize ?? 500],
    );
    if (rows.length === 0) return report;
    for (const outcome of await publisher.publish(rows.map(eventMessage))) {
      if (!outcome.stored) {
        const progress = `${report.stored} stored, ${report.duplicates} duplicates`;
        throw new Error(`The replay stopped (${progress}): ${outcome.reason}: ${outcome.message}`);
      }
      if (outcome.duplicate) report.duplicates += 1;
      else report.stored += 1;
    }
    last = rows.at(-1)!.id;
  }
}
