import { Logger } from '@nestjs/common';

/** Prometheus gives up a scrape after ten seconds and then has none of its metrics. */
const MAX_WAIT_MS = 1_000;

/**
 * A query for metrics. Scrapes wait for it at most a second, because the metrics matter most while the database hangs or all of
 * its connections are taken. Gauges that ask at the same time share one query, and so do scrapes while it takes longer.
 */
export class Measurement<T> {
  private readonly logger = new Logger('Metrics');
  private running: Promise<T | null> | null = null;
  private failing = false;

  /** `what` completes "Could not measure …" in the log. */
  constructor(
    private readonly what: string,
    private readonly query: () => Promise<T>,
  ) {}

  /** Returns what the query found, or null if it failed or takes longer. Never rejects. */
  async latest(): Promise<T | null> {
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), MAX_WAIT_MS)));
    return Promise.race([this.running, late]).finally(() => clearTimeout(timer));
  }

  /** Logs only the first of several failures, because every scrape would repeat it. */
  private async run(): Promise<T | null> {
    try {
      const found = await this.query();
      this.failing = false;
      return found;
    } catch (error) {
      if (!this.failing) this.logger.warn({ message: `Could not measure ${this.what}`, error });
      this.failing = true;
      return null;
    }
  }
}
