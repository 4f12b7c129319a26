import { startWorld, type World } from '@plaudit/testing';
import { probeService } from '../fixtures/probe-service';

const second = { ...probeService, name: 'channels' as const };

describe('/metrics', () => {
  let world: World;
  const lines = async (): Promise<string[]> => (await (await fetch(world.metricsUrl)).text()).split('\n');
  const of = async (name: string): Promise<string[]> =>
    (await lines()).filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: probeService }, { definition: second }],
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
    const counted = (await of('http_request_duration_seconds_count')).map(labelsAndValue);
    const route = '/public/v1/probe/items/:id';
    expect(counted).toContainEqual({ service: 'reviews', method: 'GET', route, status: '200', value: 2 });
    expect(counted).toContainEqual({ service: 'channels', method: 'GET', route, status: '200', value: 1 });
    const pending = (await of('outbox_pending')).map(labelsAndValue);
    expect(pending).toEqual(
      expect.arrayContaining([
        { service: 'reviews', value: 0 },
        { service: 'channels', value: 0 },
      ]),
    );
  });

  it('has no id in any label and one label for all unknown paths', async () => {
    const labels = (await lines()).flatMap((line) => line.match(/\{.*\}/)?.[0] ?? []);
    expect(labels.filter((label) => /471\d/.test(label))).toEqual([]);
    expect(labels.join('\n')).toContain('route="unmatched"');
  });

  it('lists each metric once with its type', async () => {
    const types = (await lines()).filter((line) => line.startsWith('# TYPE '));
    expect(types).toEqual([...new Set(types)]);
    expect(types).toContain('# TYPE outbox_published_total counter');
    expect(types).toContain('# TYPE http_request_duration_seconds histogram');
  });

  it('lists the metrics of the Node process', async () => {
    expect(await of('process_start_time_seconds')).toHaveLength(1);
    expect(await of('nodejs_version_info')).toHaveLength(1);
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

/** Reads `name{a="b"} 2` as `{a: 'b', value: 2}`. */
function labelsAndValue(line: string): Record<string, string | number> {
  const labels = [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return { ...Object.fromEntries(labels), value: Number(line.split(' ').at(-1)) };
}
