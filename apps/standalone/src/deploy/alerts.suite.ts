import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from './compose.suite';

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

/** Returns the rules of `deploy/prometheus/alerts.yml`. */
export function alertRules(): AlertRule[] {
  const text = readFileSync(join(REPOSITORY, 'deploy', 'prometheus', 'alerts.yml'), 'utf8');
  const { groups } = parse(text) as { groups: { name: string; rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Returns the metrics that an expression names. All names of the product's metrics have an underscore. */
export function metricsIn(expression: string): string[] {
  const withoutLabels = expression.replace(/\{[^}]*\}/g, '').replace(/\b(by|without) \([^)]*\)/g, '');
  return [...withoutLabels.matchAll(/\b[a-z]+(?:_[a-z]+)+\b(?!\()/g)].map(([name]) => name);
}

/** Returns the counters whose increase an expression compares. */
export function increasesIn(expression: string): string[] {
  return [...expression.matchAll(/\bincrease\((\w+)/g)].map(([, name]) => name as string);
}
