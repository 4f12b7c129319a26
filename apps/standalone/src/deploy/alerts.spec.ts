import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertRules, metricsIn } from './alerts.suite';
import { REPOSITORY } from './compose.suite';

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

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a metric, a severity, a summary and a section of docs/operations.md',
    (_name, { expr, for: duration = '0s', labels, annotations }) => {
      expect(metricsIn(expr).length).toBeGreaterThan(0);
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

  it.each([
    ['max by (some_label) (outbox_oldest_seconds{other_label="x_y"}) > 30', ['outbox_oldest_seconds']],
    ['rate(a_b[5m]) / count_values("x", c_d)', ['a_b', 'c_d']],
  ])('name in %s the metrics %j', (expression, metrics) => {
    expect(metricsIn(expression)).toEqual(metrics);
  });
});
