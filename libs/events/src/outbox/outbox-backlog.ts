import type { Client } from 'pg';
import { type Backlog, measureBacklog } from './outbox-table';

const MEASURE_INTERVAL_MS = 5_000;

/** Measures for the metrics how many events wait in the outbox, at most once in five seconds. */
export class OutboxBacklog {
  /** The latest measurement. */
  current: Backlog = { pending: 0, oldestAgeSeconds: 0 };
  private measuredAt = 0;

  /** Makes the next `measure` run at once. */
  reset(): void {
    this.measuredAt = 0;
  }

  /** Counts the events with ids above `low`, unless the latest measurement is recent enough. */
  async measure(client: Client, low: number, now: number): Promise<void> {
    if (now - this.measuredAt < MEASURE_INTERVAL_MS) return;
    this.measuredAt = now;
    this.current = await measureBacklog(client, low);
  }
}
