import { Logger } from '@nestjs/common';
import { Client } from 'undici';
import type { Endpoint } from './address-book';
import { connectorFor, type Surroundings } from './replica-connections';

const PATH = '/health/ready';
const TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;
const JITTER = 0.2;

export interface ProbeSettings {
  /** What the replica belongs to, for the log. */
  upstream: string;
  /** Multiplies the time that the replica has to answer. */
  timeoutFactor: number;
}

/**
 * Asks a replica about once a second whether it is ready, from {@link start} until it says so. Each question has a
 * connection of its own, because those for requests may all be taken.
 */
export class ReplicaProbe {
  private readonly logger = new Logger('ReplicaProbe');
  private timer: NodeJS.Timeout | undefined;
  private client: Client | undefined;
  private failures = 0;
  private running = false;
  private closed = false;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly settings: ProbeSettings,
    private readonly surroundings: Surroundings,
    private readonly onReady: () => void,
  ) {}

  /** True until the replica is ready. */
  get isRunning(): boolean {
    return this.running;
  }

  /** Begins to ask, unless it is asking already or closed. */
  start(): void {
    if (this.running || this.closed) return;
    this.running = true;
    this.failures = 0;
    void this.ask();
  }

  /** Asks no more. Requests that are still in flight may fail later, and must not start it again. */
  close(): void {
    this.closed = true;
    this.running = false;
    clearTimeout(this.timer);
    void this.client?.destroy();
  }

  private async ask(): Promise<void> {
    const problem = await this.problem();
    if (!this.running) return;
    if (problem === null) {
      this.running = false;
      this.onReady();
      if (this.failures > 0) this.log('log', 'Sends requests to a replica again');
      return;
    }
    this.failures += 1;
    // A replica that was only slow passes the first probe. That is not worth a line.
    if (this.failures === 1)
      this.log('warn', 'Stopped sending requests to a replica while others work', problem);
    const pause = PAUSE_MS * (1 - JITTER + 2 * JITTER * this.surroundings.random());
    this.timer = setTimeout(() => void this.ask(), pause).unref();
  }

  private async problem(): Promise<string | null> {
    const timeoutMs = TIMEOUT_MS * this.settings.timeoutFactor;
    const client = new Client(this.endpoint.origin, { connect: connectorFor(this.endpoint, timeoutMs) });
    this.client = client;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { statusCode, body } = await client.request({ method: 'GET', path: PATH, signal });
      await body.dump();
      return statusCode === 200 ? null : `responded ${statusCode} to ${PATH}`;
    } catch (error) {
      return (error as Error).message;
    } finally {
      void client.destroy();
    }
  }

  private log(level: 'log' | 'warn', message: string, reason?: string): void {
    const { upstream } = this.settings;
    this.logger[level]({ message, upstream, replica: this.endpoint.name, ...(reason ? { reason } : {}) });
  }
}
