import { Logger } from '@nestjs/common';
import type { NightlyCount } from '@plaudit/events';
import type { Metrics } from '../metrics/metrics';
import { warnOfFailure } from '../logging/warn-of-failure';

/** How often a worker looks whether the nightly count is due. The look reads one row. */
export const COUNT_TICK_MS = 5_000;

/** Runs the nightly count for a worker, which calls `tick` regularly and `stop` when the service stops. */
export class CountTask {
  private readonly logger = new Logger(CountTask.name);
  private running: Promise<void> | null = null;
  private stopping = false;
  private overdueSeconds = 0;

  constructor(
    private readonly count: NightlyCount,
    metrics: Metrics,
  ) {
    const overdue = (): number => this.overdueSeconds;
    metrics.gauge({
      name: 'count_run_overdue_seconds',
      help: 'For how long the nightly count has been due; 0 between two runs',
      collect() {
        this.set(overdue());
      },
    });
  }

  /** Continues the count if it is due. Calls that overlap share one run. */
  async tick(): Promise<void> {
    if (this.stopping) return;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  /** Waits until the batch in progress has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      const batches = await this.count.run(() => this.stopping);
      if (batches > 0) this.logger.log({ message: 'Published a part of the nightly count', batches });
      this.overdueSeconds = await this.count.overdueSeconds();
    } catch (error) {
      this.overdueSeconds = Math.max(this.overdueSeconds, 1);
      warnOfFailure(this.logger, 'The nightly count failed and continues later', error);
    }
  }
}
