import { Logger } from '@nestjs/common';
import type { Database } from '@plaudit/database';
import { type Backlog, measureBacklog } from './outbox-table';

const NONE: Backlog = { pending: 0, oldestAgeSeconds: 0 };

interface BacklogOptions {
  /** Its pool runs the measurements, so that they continue while the session of the relay hangs. */
  database: Pick<Database, 'query'>;
  /** Returns the id above which to look for pending events. */
  low: () => number;
  intervalMs: number;
}

/**
 * Measures for the metrics how many events wait in the outbox. It has its own timer, because a measurement by the
 * relay's loop would stop together with the loop.
 */
export class OutboxBacklog {
  private readonly logger = new Logger(OutboxBacklog.name);
  private timer: NodeJS.Timeout | null = null;
  private measuring = false;
  private latest: (Backlog & { at: number }) | null = null;

  constructor(private readonly options: BacklogOptions) {}

  /** The latest measurement. The age grows until the next one succeeds. */
  get current(): Backlog {
    if (!this.latest || this.latest.pending === 0) return NONE;
    const { pending, oldestAgeSeconds, at } = this.latest;
    return { pending, oldestAgeSeconds: oldestAgeSeconds + (Date.now() - at) / 1_000 };
  }

  /** Measures now and then regularly. */
  start(): void {
    if (this.timer) return;
    this.timer = setInterval(() => void this.measure(), this.options.intervalMs).unref();
    void this.measure();
  }

  /** Stops measuring and reports an empty outbox. Call it when another replica leads, which measures then. */
  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.latest = null;
  }

  private async measure(): Promise<void> {
    if (this.measuring) return;
    this.measuring = true;
    try {
      const backlog = await measureBacklog(this.options.database, this.options.low());
      if (this.timer) this.latest = { ...backlog, at: Date.now() };
    } catch (error) {
      this.logger.debug(`Failed to measure the outbox: ${(error as Error).message}`);
    } finally {
      this.measuring = false;
    }
  }
}
