import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/** The value of one series. */
export interface GaugeSample<L extends string> {
  labels: Record<L, string>;
  value: number;
}

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

  /** Registers a gauge whose series are read at every scrape. A series that `read` no longer returns disappears. */
  sampledGauge<L extends string>(
    settings: Omit<GaugeConfiguration<L>, 'registers' | 'collect'>,
    read: () => readonly GaugeSample<L>[] | Promise<readonly GaugeSample<L>[]>,
  ): void {
    const hasLabels = (settings.labelNames ?? []).length > 0;
    const gauge = this.gauge<L>({
      ...settings,
      collect: async () => {
        const samples = await read();
        gauge.reset();
        // A reset gauge without labels is 0.
        if (!hasLabels) gauge.remove();
        for (const { labels, value } of samples) gauge.set(labels, value);
      },
    });
  }

  histogram<L extends string>(settings: Omit<HistogramConfiguration<L>, 'registers'>): Histogram<L> {
    return new Histogram<L>(this.own(settings));
  }

  private own<S extends { name: string }>(settings: S): S & { registers: Registry[] } {
    return { ...settings, name: `${PREFIX}${settings.name}`, registers: [this.registry] };
  }
}
