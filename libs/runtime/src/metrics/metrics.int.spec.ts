import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Exposition, eventually, startWorld, type World } from '@plaudit/testing';
import { Gate, gates, probeService } from '../fixtures/probe-service';

const second = { ...probeService, name: 'channels' as const };
const ROOT = join(__dirname, '../../../..');
const REQUESTS = 'plaudit_http_request_duration_seconds_count';

describe('/metrics', () => {
  let world: World;
  const exported = (): Promise<Exposition> => Exposition.fetch(world.metricsUrl);

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: probeService, settings: { PLAUDIT_VERSION: '9.8.7', PLAUDIT_REVISION: 'abc123' } },
        { definition: second },
      ],
      nats: false,
    });
    const caller = world.as();
    await caller.get('reviews', '/public/v1/probe/items/4711');
    await caller.get('reviews', '/public/v1/probe/items/4712');
    await caller.get('channels', '/public/v1/probe/items/4713');
    await caller.get('channels', '/somewhere/4714');
  });
  afterAll(() => world.close());

  it('lists every service of the process with its name as a label', async () => {
    const exposition = await exported();
    const counted = exposition.of(REQUESTS).map(({ labels, value }) => ({ ...labels, value }));
    const route = '/public/v1/probe/items/:id';
    expect(counted).toContainEqual({ service: 'reviews', method: 'GET', route, status: '200', value: 2 });
    expect(counted).toContainEqual({ service: 'channels', method: 'GET', route, status: '200', value: 1 });
    const pending = exposition.of('plaudit_outbox_pending').map(({ labels }) => labels);
    expect(pending).toEqual([{ service: 'reviews' }, { service: 'channels' }]);
  });

  it('has the prefix on all metrics but those of the Node process, and the label service on all', async () => {
    const { families, samples } = await exported();
    const others = [...families.keys()].filter((name) => !name.startsWith('plaudit_'));
    expect(others.filter((name) => !/^(process|nodejs)_/.test(name))).toEqual([]);
    expect(samples.filter(({ labels }) => labels['service'] === undefined)).toEqual([]);
    const ofProcess = samples.filter(({ name }) => !name.startsWith('plaudit_'));
    expect(new Set(ofProcess.map(({ labels }) => labels['service']))).toEqual(new Set(['standalone']));
    expect(others).toEqual(expect.arrayContaining(['process_start_time_seconds', 'nodejs_version_info']));
  });

  it('has no id in any label and one label for all unknown paths', async () => {
    const { samples } = await exported();
    const values = samples.flatMap(({ labels }) => Object.values(labels));
    expect(values.filter((value) => /471\d/.test(value))).toEqual([]);
    expect(values).toContain('unmatched');
  });

  it('lists each metric once with its type', async () => {
    const { families } = await exported();
    expect(families.get('plaudit_outbox_published_total')?.type).toBe('counter');
    expect(families.get('plaudit_http_request_duration_seconds')?.type).toBe('histogram');
    expect([...families.values()].filter(({ help, type }) => !help || !type)).toEqual([]);
  });

  it('names the build of each service', async () => {
    const builds = (await exported())
      .of('plaudit_build_info')
      .map(({ labels, value }) => ({ ...labels, value }));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const node = process.version;
    expect(builds).toEqual([
      { service: 'reviews', version: '9.8.7', revision: 'abc123', node, value: 1 },
      { service: 'channels', version, revision: 'unknown', node, value: 1 },
    ]);
  });

  it('counts the requests that have no complete response', async () => {
    gates.slow = new Gate();
    const inFlight = async (): Promise<number> =>
      (await exported()).sum('plaudit_http_requests_in_flight', { service: 'channels' });
    const slow = world.as().get('channels', '/public/v1/probe/slow');
    await eventually(inFlight, (requests) => requests === 1, 'the request to be in flight');
    gates.slow.open();
    await slow;
    await eventually(inFlight, (requests) => requests === 0, 'no request to be in flight');
  });

  it('does not measure probes, so that a replica that is not ready has no failed requests', async () => {
    await world.anonymous().get('reviews', '/health/ready');
    await world.anonymous().get('reviews', '/health/live');
    await world.as().get('reviews', '/public/v1/probe/open');
    const routes = (): Promise<(string | undefined)[]> =>
      exported().then((found) => found.of(REQUESTS).map(({ labels }) => labels['route']));
    const found = await eventually(
      routes,
      (all) => all.includes('/public/v1/probe/open'),
      'the later request to be measured',
    );
    expect(found.filter((route) => route?.startsWith('/health'))).toEqual([]);
  });

  it('has the connections of each database pool, and the connection to NATS', async () => {
    const exposition = await exported();
    const labels = { service: 'reviews', pool: 'main' };
    expect(exposition.of('plaudit_database_pool_max')).toContainEqual(
      expect.objectContaining({ labels, value: 5 }),
    );
    const open = ['in_use', 'idle'].map((use) => exposition.sum(`plaudit_database_pool_${use}`, labels));
    expect(open[0]! + open[1]!).toBeGreaterThan(0);
    expect(exposition.of('plaudit_database_pool_waiting', labels)).toHaveLength(1);
    expect(exposition.of('plaudit_nats_connected', { service: 'reviews' })).toMatchObject([{ value: 0 }]);
    expect(exposition.of('plaudit_nats_reconnects_total', { service: 'reviews' })).toMatchObject([
      { value: 0 },
    ]);
  });

  it('is served only on the metrics port', async () => {
    expect((await world.as().get('reviews', '/metrics')).status).toBe(404);
    expect((await fetch(new URL('/', world.metricsUrl))).status).toBe(404);
  });

  it('keeps idle connections for 72 s, longer than the usual scrape interval of a minute', async () => {
    const { headers } = await fetch(world.metricsUrl);
    expect(headers.get('keep-alive')).toBe('timeout=72');
  });
});
