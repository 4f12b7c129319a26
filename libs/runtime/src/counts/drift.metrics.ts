import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../metrics/metrics';

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
  asOf: Date;
  counters: readonly ReconciledCounter[];
}

/** Reports how far counters had drifted from the records that they count. */
@Injectable()
export class DriftMetrics {
  private readonly logger = new Logger('Counters');
  private readonly drift;
  private readonly reconciledOn;

  constructor(metrics: Metrics) {
    this.drift = metrics.counter({
      name: 'counter_drift_total',
      help: 'Sum of the corrections of counters',
      labelNames: ['counter'],
    });
    this.reconciledOn = metrics.gauge({
      name: 'counter_last_reconciled_seconds',
      help: 'Unix time up to which the owner has counted, of the newest count that this replica has applied',
      labelNames: ['counter'],
    });
  }

  /** Exports the counter from the start. Prometheus sees no increase in a series that begins above 0. */
  expose(counter: string): void {
    this.drift.inc({ counter }, 0);
  }

  /** Call it after the correction is committed. */
  report({ counter, asOf, counters }: Reconciliation): void {
    const drift = counters.reduce((sum, { was, is }) => sum + Math.abs(is - was), 0);
    this.drift.inc({ counter }, drift);
    this.reconciledOn.set({ counter }, asOf.getTime() / 1_000);
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
}
