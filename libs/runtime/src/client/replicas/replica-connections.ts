import { buildConnector, Pool } from 'undici';
import type { Endpoint } from './address-book';

/** Connections are replaced at this age, so that a replica behind a shared address gets its share after it restarts. */
const MAX_AGE_MS = 60_000;
const JITTER = 0.2;
/**
 * Shorter than SHUTDOWN_GRACE_SECONDS. During that time responses end their connection, so a replica that closes its port
 * has no idle connection left on which a request could be lost.
 */
const IDLE_MS = 3_000;

/** No connection could be opened, so nothing of the request was sent. `cause` says why. */
export class ConnectError extends Error {
  constructor(replica: string, cause: Error & { code?: string }) {
    // Node's error for a refused connection to a host with two addresses has a code but no message.
    super(`could not connect to ${replica}: ${cause.message || cause.code || cause.name}`, { cause });
  }
}

export interface ConnectionSettings {
  maxConnections: number;
  connectTimeoutMs: number;
  /** Timeout for a response to begin or to continue. Without it the signal of a request decides. */
  responseTimeoutMs?: number;
}

export interface Surroundings {
  /** Returns milliseconds. */
  now: () => number;
  /** Returns a number in [0, 1). */
  random: () => number;
}

/**
 * The connections to one replica: at most `maxConnections` that take requests, and older ones that finish theirs. All are
 * replaced together after 48 to 72 seconds. undici's `clientTtl` does not fit: old connections count towards its limit.
 */
export class ReplicaConnections {
  private pool: Pool;
  private expiresAt: number;
  /** Pools that take no more requests, until they are closed. */
  private readonly retired = new Set<Pool>();

  constructor(
    private readonly endpoint: Endpoint,
    private readonly settings: ConnectionSettings,
    private readonly surroundings: Surroundings,
  ) {
    this.open();
  }

  /** Returns the pool for the next request. */
  current(): Pool {
    const left = this.expiresAt - this.surroundings.now();
    // A longer time than the longest age means that the clock was set back.
    if (left <= 0 || left > MAX_AGE_MS * (1 + JITTER)) {
      this.retire(this.pool);
      this.open();
    }
    return this.pool;
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    await Promise.all([this.pool, ...this.retired].map((pool) => pool.close()));
  }

  /** Fails the requests in flight. */
  async destroy(): Promise<void> {
    await Promise.all([this.pool, ...this.retired].map((pool) => pool.destroy()));
  }

  private open(): void {
    const { responseTimeoutMs, maxConnections } = this.settings;
    this.pool = new Pool(this.endpoint.origin, {
      connections: maxConnections,
      connect: connectorFor(this.endpoint, this.settings.connectTimeoutMs),
      headersTimeout: responseTimeoutMs,
      bodyTimeout: responseTimeoutMs,
      keepAliveTimeout: IDLE_MS,
      // Without it undici takes the longer time that the replica offers in its Keep-Alive header.
      keepAliveMaxTimeout: IDLE_MS,
    });
    const age = MAX_AGE_MS * (1 - JITTER + 2 * JITTER * this.surroundings.random());
    this.expiresAt = this.surroundings.now() + age;
  }

  private retire(pool: Pool): void {
    this.retired.add(pool);
    // close() rejects if the pool is destroyed meanwhile.
    const forget = (): boolean => this.retired.delete(pool);
    void pool.close().then(forget, forget);
  }
}

/** Returns a connector to the address of the endpoint. The Host header and the name for TLS stay those of the origin. */
export function connectorFor(
  { address, name }: Endpoint,
  connectTimeoutMs: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return (options, callback) =>
    connect(address ? { ...options, hostname: address } : options, (...[error, socket]) => {
      if (error) callback(new ConnectError(name, error), null);
      else callback(null, socket);
    });
}
