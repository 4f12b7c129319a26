import type { Logger } from '@nestjs/common';

const ALERT_AFTER_MS = 60_000;

/** Logs when publishing stalls and when it resumes. A stall of more than 60 s is logged as an error, once. */
export class StallLog {
  private stalledSince: number | null = null;
  private alerted = false;

  constructor(private readonly logger: Logger) {}

  get stalled(): boolean {
    return this.stalledSince !== null;
  }

  /** The time since the first failed attempt. It is 0 if the latest attempt succeeded. */
  get seconds(): number {
    return this.stalledSince === null ? 0 : (Date.now() - this.stalledSince) / 1_000;
  }

  /** Records a failed attempt. The first one of a stall is logged. */
  failed(reason: string): void {
    this.stalledSince ??= Date.now();
    const forMs = Date.now() - this.stalledSince;
    if (forMs === 0) this.logger.warn(reason);
    if (forMs < ALERT_AFTER_MS || this.alerted) return;
    this.alerted = true;
    this.logger.error(`Could not publish events for ${Math.round(forMs / 1_000)} s. ${reason}`);
  }

  /** Records a successful attempt. */
  succeeded(): void {
    if (this.stalled) this.logger.log('Resumed publishing events');
    this.reset();
  }

  /** Forgets the failed attempts, because another replica publishes now. */
  reset(): void {
    this.stalledSince = null;
    this.alerted = false;
  }
}
