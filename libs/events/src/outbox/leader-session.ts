import { Logger } from '@nestjs/common';
import { type Database, DatabaseClient, roleLimits, roleSettings, setStatements } from '@plaudit/database';
import { type Client, escapeIdentifier } from 'pg';

interface LeaderSessionOptions {
  /** Leads to Postgres itself. A pooler of transactions would lose the lock. */
  databaseUrl: string;
  schema: string;
  /** Called when a command has committed events, see {@link tellRelay}, and when the session ends. */
  onNews: () => void;
  /** The server ends the session, and with it the lead, after so long without a statement. Default 15 s. */
  idleMs?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
/** A session that is silent for so long belongs to a process that was stopped. Its host still answers keepalives. */
const IDLE_MS = 15_000;
/** A relay that waits for a slow NATS sends no statement of its own for longer than that. */
const BEATS_PER_IDLE = 3;

/** Makes the leading relay of the service publish at once. For a command, which may know Postgres but not NATS. */
export async function tellRelay(database: Pick<Database, 'query'>, service: string): Promise<void> {
  await database.query('select pg_notify($1, $2)', [committedChannel(service), '']);
}

const committedChannel = (schema: string): string => `plaudit.outbox.${schema}`;

/**
 * Holds the relay lock of the schema on a connection that is not pooled. Postgres releases the lock when the connection
 * ends, however the process died. Keepalives make either side notice within 20 s that the other host is gone, and the
 * server ends a session that is silent, because its process may have been stopped.
 */
export class LeaderSession {
  private readonly logger = new Logger(LeaderSession.name);
  private client: Client | null = null;
  private holdsLock = false;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(private readonly options: LeaderSessionOptions) {}

  get leading(): boolean {
    return this.holdsLock;
  }

  /**
   * Tries to take the lock, and connects first if necessary. Returns the connection if this session holds the lock, and
   * null otherwise. Throws if it cannot connect.
   */
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

  /** Closes the connection, which releases the lock. */
  async end(): Promise<void> {
    const client = this.client;
    this.discard(client);
    await client
      ?.end()
      .catch((error: Error) => this.logger.debug(`Failed to close the relay session: ${error.message}`));
  }

  private async connect(): Promise<Client> {
    const client = new DatabaseClient({
      connectionString: this.options.databaseUrl,
      application_name: `plaudit-${this.options.schema}-relay`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    });
    client.on('error', (error) => {
      this.logger.warn(`Lost the database session of the relay: ${error.message}`);
      this.discard(client);
    });
    client.on('end', () => this.discard(client));
    client.on('notification', () => this.options.onNews());
    await client.connect();
    this.client = client;
    try {
      // Not as startup parameters, which a pooler of sessions refuses.
      await client.query(setStatements(this.sessionSettings()));
      await client.query(`listen ${escapeIdentifier(committedChannel(this.options.schema))}`);
    } catch (error) {
      // A session without its limits would keep the lead of a process that was stopped.
      await this.end();
      throw error;
    }
    this.startHeartbeat(client);
    return client;
  }

  private startHeartbeat(client: Client): void {
    if (this.client !== client) return;
    let answered = true;
    const beat = async (): Promise<void> => {
      if (!answered) return;
      answered = false;
      await client.query('select 1');
      answered = true;
    };
    // The relay notices a lost session with its next statement.
    this.heartbeat = setInterval(() => void beat().catch(() => {}), this.idleMs / BEATS_PER_IDLE).unref();
  }

  private get idleMs(): number {
    return this.options.idleMs ?? IDLE_MS;
  }

  private sessionSettings(): Record<string, string> {
    return {
      ...roleSettings(escapeIdentifier(this.options.schema), {
        ...roleLimits(1),
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
      }),
      idle_session_timeout: String(this.idleMs),
      tcp_keepalives_idle: '10',
      tcp_keepalives_interval: '2',
      tcp_keepalives_count: '3',
    };
  }

  private discard(client: Client | null): void {
    if (this.client !== client) return;
    clearInterval(this.heartbeat);
    this.client = null;
    this.holdsLock = false;
    this.options.onNews();
  }
}
