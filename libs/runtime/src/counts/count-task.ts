import { Logger } from '@nestjs/common';
import type { NightlyCount } from '@plaudit/events';
import type { Metrics } from '../metrics/metrics';

/** How often a chore looks whether the nightly count is due. The look reads one row. */
export const COUNT_TICK_MS = 15_000;

/** Runs the nightly count for a chore, and exports for how long it has been due. */
export class CountTask {
  private readonly logger = new Logger(CountTask.name);
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

  /** Continues the count if it is due, until the process stops. */
  async run(stopping: AbortSignal): Promise<void> {
    try {
      const batches = await this.count.run(() => stopping.aborted);
      if (batches > 0) this.logger.log({ message: 'Published a part of the nightly count', batches });
      this.overdueSeconds = await this.count.overdueSeconds();
    } catch (error) {
      this.overdueSeconds = Math.max(this.overdueSeconds, 1);
      throw error;
    }
  }
}
