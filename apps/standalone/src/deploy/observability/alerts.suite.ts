import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../compose.suite';

export const OBSERVABILITY = join(REPOSITORY, 'deploy', 'observability');

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

/** Returns the rules of `deploy/observability/alerts.yml`. */
export function alertRules(): AlertRule[] {
  const text = readFileSync(join(OBSERVABILITY, 'alerts.yml'), 'utf8');
  const { groups } = parse(text) as { groups: { name: string; rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}
