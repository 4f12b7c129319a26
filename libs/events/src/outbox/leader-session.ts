import { Logger } from '@nestjs/common';
import { Client } from 'pg';

interface LeaderSessionOptions {
  databaseUrl: string;
  schema: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * A connection of its own (never a pooled one) that holds the schema's relay lock. Postgres frees the lock the moment
 * the connection ends, however the process died; keepalives make either side notice a vanished host within 20 s.
 */
export class LeaderSession {
  private readonly logger = new Logger(LeaderSession.name);
  private client: Client | null = null;
  private holdsLock = false;

  constructor(private readonly options: LeaderSessionOptions) {}

  get leading(): boolean {
    return this.holdsLock;
  }

  /** The connection when this is the one active relay, else null. Connects when need be; throws when it cannot. */
  async lead(): Promise<Client | null> {
    const client = this.client ?? (await this.connect());
    if (!this.holdsLock) {
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('plaudit.outbox.' || $1, 0)) as locked",
        [this.options.schema],
      );
      this.holdsLock = rows[0]?.locked === true && this.client === client;
    }
    return this.holdsLock ? client : null;
  }

  /** Ends the connection, and with it the leadership. */
  async end(): Promise<void> {
    const client = this.client;
    this.forget(client);
    await client?.end().catch((error: Error) => this.logger.debug(`ending the session: ${error.message}`));
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.options.databaseUrl,
      application_name: `plaudit-${this.options.schema}-relay`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
      options:
        `-c search_path=${this.options.schema},public -c lock_timeout=5000` +
        ' -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
    });
    client.on('error', (error) => {
      this.logger.warn(`lost the outbox session: ${error.message}`);
      this.forget(client);
    });
    client.on('end', () => this.forget(client));
    await client.connect();
    this.client = client;
    return client;
  }

  private forget(client: Client | null): void {
    if (this.client !== client) return;
    this.client = null;
    this.holdsLock = false;
  }
}
