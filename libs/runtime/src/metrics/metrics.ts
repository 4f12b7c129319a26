import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/** Tells the product's metrics from those of other programs. Those of the Node process keep their standard names. */
const PREFIX = 'plaudit_';

/**
 * The Prometheus registry of one service. Every metric gets the prefix `plaudit_`, so callers leave it out, and the service's
 * name as a label. Labels never hold ids, URLs or text of clients, because each new value is a new series.
 */
export class Metrics {
  readonly registry = new Registry();

  constructor(readonly service: string) {
    this.registry.setDefaultLabels({ service });
  }

  counter<L extends string>(settings: Omit<CounterConfiguration<L>, 'registers'>): Counter<L> {
    return new Counter<L>(this.own(settings));
  }

  gauge<L extends string>(settings: Omit<GaugeConfiguration<L>, 'registers'>): Gauge<L> {
    return new Gauge<L>(this.own(settings));
  }

  histogram<L extends string>(settings: Omit<HistogramConfiguration<L>, 'registers'>): Histogram<L> {
    return new Histogram<L>(this.own(settings));
  }

  private own<S extends { name: string }>(settings: S): S & { registers: Registry[] } {
    return { ...settings, name: `${PREFIX}${settings.name}`, registers: [this.registry] };
  }
}
