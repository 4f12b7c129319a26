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
  private found: { value: T; at: number } | null = null;

  /**
   * `what` completes "Could not measure …" in the log. A result is used for `freshMs`, for a query that reads a whole table; by
   * default for one scrape only.
   */
  constructor(
    private readonly what: string,
    private readonly query: () => Promise<T>,
    private readonly freshMs = 0,
  ) {}

  /** Makes the next scrape query again. */
  forget(): void {
    this.found = null;
  }

  /** Returns what the query found, or null if it failed or takes longer. Never rejects. */
  async latest(): Promise<T | null> {
    if (this.found && performance.now() - this.found.at < this.freshMs) return this.found.value;
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
      const value = await this.query();
      this.failing = false;
      this.found = { value, at: performance.now() };
      return value;
    } catch (error) {
      if (!this.failing) this.logger.warn({ message: `Could not measure ${this.what}`, error });
      this.failing = true;
      return null;
    }
  }
}
