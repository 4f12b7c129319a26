import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/**
 * The Prometheus registry of one service. Every metric has the service's name as a label. Labels never hold ids or
 * URLs.
 */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  counter<L extends string>(settings: Omit<CounterConfiguration<L>, 'registers'>): Counter<L> {
    return new Counter<L>({ ...settings, registers: [this.registry] });
  }

  gauge<L extends string>(settings: Omit<GaugeConfiguration<L>, 'registers'>): Gauge<L> {
    return new Gauge<L>({ ...settings, registers: [this.registry] });
  }

  histogram<L extends string>(settings: Omit<HistogramConfiguration<L>, 'registers'>): Histogram<L> {
    return new Histogram<L>({ ...settings, registers: [this.registry] });
  }
}
