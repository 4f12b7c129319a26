import { Injectable, Logger } from '@nestjs/common';
import { Measurement } from '../metrics/measurement';
import { type GaugeSample, Metrics } from '../metrics/metrics';

/** A counter before and after it was set to the right number, with the ids of its record. */
export interface ReconciledCounter {
  was: number;
  is: number;
  [id: string]: number;
}

/** The counters that were compared with the number of their owner. */
export interface Reconciliation {
  /** The column, for logs and metrics. */
  counter: string;
  counters: readonly ReconciledCounter[];
}

/** A look at every row of a counter is repeated after this time, or when this replica has corrected some. */
const LOOK_EVERY_MS = 60_000;

/** Reports how far counters had drifted from the records that they count. */
@Injectable()
export class DriftMetrics {
  private readonly logger = new Logger('Counters');
  private readonly drift;
  private readonly comparisons = new Map<string, Measurement<Date | null>>();

  constructor(metrics: Metrics) {
    this.drift = metrics.counter({
      name: 'counter_drift_total',
      help: 'Sum of the corrections of counters; for copied_reviews, of the differences from the owner',
      labelNames: ['counter'],
    });
    metrics.sampledGauge(
      {
        name: 'counter_last_reconciled_seconds',
        help: 'Unix time of the newest count of the owner with which the counter was compared; none while all are 0',
        labelNames: ['counter'],
      },
      () => this.lastComparisons(),
    );
  }

  /** Exports the counter from the start. Prometheus sees no increase in a series that begins above 0. */
  expose(counter: string): void {
    this.drift.inc({ counter }, 0);
  }

  /**
   * Exports when a counter that is kept from events was last compared. `query` returns the newest time at which a row that is
   * not 0 was compared, or when the oldest one was added if none was. It returns null if all rows are 0: their owner may have
   * nothing to count, and then no comparison is due. The time comes from the rows, so it survives a restart and all replicas
   * agree.
   */
  watch(counter: string, query: () => Promise<Date | null>): void {
    this.comparisons.set(counter, new Measurement(`the counter ${counter}`, query, LOOK_EVERY_MS));
  }

  /** Call it after the correction is committed. */
  report({ counter, counters }: Reconciliation): void {
    this.add(
      counter,
      counters.reduce((sum, { was, is }) => sum + Math.abs(is - was), 0),
    );
    this.comparisons.get(counter)?.forget();
    for (const { was, is, ...record } of counters) {
      if (was === is) continue;
      this.logger.warn({
        message: 'Corrected a counter that differed from the rows that it counts',
        counter,
        ...record,
        was,
        is,
      });
    }
  }

  /** Adds a difference that the caller logs itself. Call it after the correction is committed. */
  add(counter: string, difference: number): void {
    this.drift.inc({ counter }, difference);
  }

  private async lastComparisons(): Promise<GaugeSample<'counter'>[]> {
    const found = await Promise.all(
      [...this.comparisons].map(async ([counter, measurement]) => ({
        counter,
        on: await measurement.latest(),
      })),
    );
    return found.flatMap(({ counter, on }) =>
      on ? [{ labels: { counter }, value: on.getTime() / 1_000 }] : [],
    );
  }
}
