import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { parse } from 'yaml';
import { REPOSITORY } from '../compose.suite';
import { alertRules, OBSERVABILITY } from './alerts.suite';
import { listedMetrics, unlistedIn } from './metric-table.suite';
import { readPromQl } from './promql.suite';

const OPERATIONS = readFileSync(join(REPOSITORY, 'docs', 'operations.md'), 'utf8');

/** Returns the anchors of a page's headings, as GitHub makes them. */
const ANCHORS = [...OPERATIONS.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
  (heading as string)
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-'),
);

describe('the alert rules', () => {
  const rules = alertRules();
  const listed = listedMetrics();

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a severity, a summary, a section of docs/operations.md, and only metrics and labels that exist',
    (_name, { expr, for: duration = '0s', labels, annotations }) => {
      expect(readPromQl(expr).selectors).not.toEqual([]);
      expect(unlistedIn(expr, listed)).toEqual([]);
      expect(duration).toMatch(/^\d+[smh]$/);
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^[A-Z].*\.$/);
      const [page, anchor] = annotations.runbook.split('#');
      expect(page).toBe('docs/operations.md');
      expect(ANCHORS).toContain(anchor);
    },
  );

  it('are the rows of the table in docs/operations.md', () => {
    const rows = [...OPERATIONS.matchAll(/^\| `([A-Z][a-z]\w+)` +\| (.*?) +\|/gm)];
    expect(rows.map(([, alert, summary]) => `${alert}: ${summary}`)).toEqual(
      rules.map(({ alert, annotations }) => `${alert}: ${annotations.summary}`),
    );
  });

  it('are loaded by the example of prometheus.yml, which scrapes every service', () => {
    const { rule_files, scrape_configs } = parse(
      readFileSync(join(OBSERVABILITY, 'prometheus.yml'), 'utf8'),
    ) as { rule_files: string[]; scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[] };
    expect(rule_files).toEqual(['alerts.yml']);
    const [{ names, port }] = scrape_configs[0]!.dns_sd_configs as [{ names: string[]; port: number }];
    const compose = parse(readFileSync(join(REPOSITORY, 'docker-compose.yml'), 'utf8')) as {
      'x-settings': { METRICS_PORT: number };
    };
    expect(port).toBe(compose['x-settings'].METRICS_PORT);
    expect(names).toEqual(SERVICE_NAMES);
  });
});

describe('unlistedIn', () => {
  const metric = { name: 'plaudit_a_seconds', type: 'histogram', labels: ['route'], help: '' };
  const listed = new Map([[metric.name, metric]]);

  it.each([
    ['max by (some_label) (plaudit_b{x="y"}) > 30', ['plaudit_b', 'plaudit_b{x}', 'by (some_label)']],
    ['plaudit_a_seconds', ['plaudit_a_seconds']],
    [
      'sum by (le) (rate(plaudit_a_seconds_bucket{route="/", other=""}[5m]))',
      ['plaudit_a_seconds_bucket{other}'],
    ],
    ['sum by (le) (plaudit_a_seconds_count)', ['by (le)']],
    ['sum by (route, service) (increase(plaudit_a_seconds_count{instance=~"a.*"}[5m]))', []],
  ])('finds in %s what docs/metrics.md does not list: %j', (expression, unlisted) => {
    expect(unlistedIn(expression, listed)).toEqual(unlisted);
  });

  it.each(['sum by (a) (', 'rate(plaudit_b[5 minutes])', 'plaudit_b{x=1}'])('refuses %s', (expression) => {
    expect(() => unlistedIn(expression, listed)).toThrow('is not valid at character');
  });

  it('finds the counters whose increase is compared', () => {
    const { increases } = readPromQl(
      'increase(plaudit_b[5m]) > 0 and rate(plaudit_c[5m]) > sum(increase(plaudit_d{x="1"}[1m]))',
    );
    expect(increases).toEqual(['plaudit_b', 'plaudit_d']);
  });
});
