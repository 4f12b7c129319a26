import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricFamily } from '@plaudit/testing';
import { REPOSITORY } from '../compose.suite';
import { type PromQuery, readPromQl } from './promql.suite';

/** A metric as docs/metrics.md lists it. */
export interface ListedMetric {
  name: string;
  type: string;
  /** Without `service`, which every metric has. */
  labels: string[];
  help: string;
}

/** Labels that every series has, and those that Prometheus adds. */
const EVERYWHERE = ['service', 'job', 'instance'];

/** Returns the rows of docs/metrics.md by name. */
export function listedMetrics(): Map<string, ListedMetric> {
  const text = readFileSync(join(REPOSITORY, 'docs', 'metrics.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(plaudit_\w+)` +\| (\w+) +\| (.*?) +\| (.*?) +\|$/gm)];
  return new Map(
    rows.map(([, name = '', type = '', labels = '', help = '']) => [
      name,
      { name, type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label as string), help },
    ]),
  );
}

/** Returns the row of docs/metrics.md for a metric that the product exports. The labels are those of its series. */
export function rowOf({ name, type, help, samples }: MetricFamily): ListedMetric {
  const found = new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
  const labels = [...found].filter((label) => label !== 'service' && label !== 'le');
  return { name, type, labels, help };
}

/** Returns the metrics and labels of an expression that docs/metrics.md does not list. Throws if it is not valid PromQL. */
export function unlistedIn(expression: string, listed: ReadonlyMap<string, ListedMetric>): string[] {
  const query = readPromQl(expression);
  const labelsOf = (metric: string): string[] => seriesLabels(metric, listed) ?? [];
  const metrics = query.selectors.filter(({ metric }) => !seriesLabels(metric, listed));
  const matched = query.selectors.flatMap(({ metric, labels }) =>
    labels.filter((label) => !labelsOf(metric).includes(label)).map((label) => `${metric}{${label}}`),
  );
  const known = new Set(query.selectors.flatMap(({ metric }) => labelsOf(metric)));
  return [
    ...metrics.map(({ metric }) => metric),
    ...matched,
    ...query.groupings.filter((label) => !known.has(label)).map((label) => `by (${label})`),
  ];
}

/** Returns the metrics that an expression selects, without the endings of a histogram's series. */
export function metricsIn({ selectors }: PromQuery): string[] {
  return selectors.map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, ''));
}

/** Returns the labels of a series, or undefined if no metric has it. */
function seriesLabels(series: string, listed: ReadonlyMap<string, ListedMetric>): string[] | undefined {
  if (/^(process|nodejs)_/.test(series)) return [...EVERYWHERE, 'space', 'kind', 'type', 'le'];
  const [, base = series, part] = /^(\w+?)_(bucket|sum|count)$/.exec(series) ?? [];
  const histogram = listed.get(base)?.type === 'histogram' ? listed.get(base) : undefined;
  if (part && histogram) return [...EVERYWHERE, ...histogram.labels, ...(part === 'bucket' ? ['le'] : [])];
  const plain = listed.get(series);
  return plain && plain.type !== 'histogram' ? [...EVERYWHERE, ...plain.labels] : undefined;
}
