import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OBSERVABILITY } from './alerts.suite';

export interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  fieldConfig?: { defaults: { unit?: string } };
  options?: { legend?: { showLegend: boolean } };
  targets?: { refId: string; expr: string; legendFormat: string }[];
}

export interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
  panels: Panel[];
}

/** Returns the dashboard of `deploy/observability/grafana/plaudit.json`. */
export function readDashboard(): Dashboard {
  const text = readFileSync(join(OBSERVABILITY, 'grafana', 'plaudit.json'), 'utf8');
  return JSON.parse(text) as Dashboard;
}

/** Returns the expressions of the panels as Prometheus receives them, with a value for each variable of Grafana. */
export function expressionsOf({ panels }: Dashboard): string[] {
  const values: Readonly<Record<string, string>> = { $__rate_interval: '1m', $service: 'reviews' };
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replace(/\$\w+/g, (variable) => values[variable] ?? variable)),
  );
}
