import { expressionsOf, type Panel, readDashboard } from './dashboard.suite';
import { listedMetrics, unlistedIn } from './metric-table.suite';

const COLUMNS = 24;

describe('the Grafana dashboard', () => {
  const dashboard = readDashboard();
  const { panels, templating } = dashboard;
  const graphs = panels.filter(({ type }) => type !== 'row');

  it.each(expressionsOf(dashboard))('asks for metrics and labels that exist: %s', (expression) => {
    expect(unlistedIn(expression, listedMetrics())).toEqual([]);
  });

  it('has the variables for the data source and the service', () => {
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['service', 'query'],
    ]);
    expect(templating.list[1]?.query).toMatchObject({ query: 'label_values(plaudit_build_info, service)' });
    // The version of the format in Grafana 11.
    expect(dashboard.schemaVersion).toBe(39);
  });

  it('has rows for all that operators look for', () => {
    expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Requests',
      'Upstreams',
      'Database pool',
      'Outbox and streams',
      'Consumers',
      'Crawls',
      'Deliveries',
      'Invitations',
      'Process',
    ]);
  });

  it.each(graphs.map((panel) => [panel.title, panel] as const))(
    'has a description, a unit, a legend and expressions in the panel %s',
    (_title, { description, datasource, fieldConfig, options, targets = [] }) => {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
      expect(fieldConfig?.defaults.unit).toMatch(/^\w+$/);
      expect(options?.legend?.showLegend).toBe(true);
      expect(targets.length).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      expect(targets.filter(({ expr, legendFormat }) => !expr || !legendFormat)).toEqual([]);
    },
  );

  it('gives each panel an id and a place of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x < 0 || x + w > COLUMNS)).toEqual([]);
    const pairs = panels.flatMap((one, at) => panels.slice(at + 1).map((other) => [one, other] as const));
    expect(pairs.filter(([one, other]) => doOverlap(one, other)).map(titles)).toEqual([]);
  });
});

function doOverlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function titles([one, other]: readonly [Panel, Panel]): string {
  return `${one.title} and ${other.title}`;
}
