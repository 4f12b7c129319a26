import { eventually, type FixtureServer, HttpClient, startFixtureServer } from '@plaudit/testing';
import { basic, type GatewayWorld, NOBODY_URL, startGatewayWorld } from '../gateway-world.suite';

const PATH = '/public/v1/reports/x';

let gateway: GatewayWorld;
let one: FixtureServer;
let other: FixtureServer;

beforeAll(async () => {
  one = await startFixtureServer();
  other = await startFixtureServer();
  gateway = await startGatewayWorld({
    SERVICE_TIMEOUT_FACTOR: '2',
    REPORTS_URL: `${one.url}, ${other.url}`,
    REVIEWS_URL: `${NOBODY_URL},${other.url}`,
  });
});
afterAll(async () => {
  await gateway.close();
  await one.close();
  await other.close();
});
beforeEach(() => {
  for (const server of [one, other]) {
    server.handle(({ text }) => ({ body: { text } }));
    server.requests.length = 0;
  }
});

function client(): HttpClient {
  return new HttpClient(gateway.url, basic(gateway.apiKey));
}

function received({ requests }: FixtureServer): number {
  return requests.filter(({ path }) => path === PATH).length;
}

/** Returns the value of the metric of a replica for requests with a key, or undefined. */
async function outMetric({ port }: FixtureServer): Promise<string | undefined> {
  const metrics = await (await fetch(gateway.world.metricsUrl)).text();
  const lines = metrics.split('\n').filter((line) => line.includes('gateway_replica_out{'));
  const line = lines.find((text) => text.includes(`replica="127.0.0.1:${port}"`) && text.includes('"key"'));
  return line?.split(' ').at(-1);
}

describe('a gateway with several replicas of a service', () => {
  it('spreads requests over them', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect(await client().get(PATH)).toMatchObject({ status: 200 });
    expect(received(one)).toBeGreaterThanOrEqual(5);
    expect(received(other)).toBeGreaterThanOrEqual(5);
  });

  it('sends a request with its body to another replica if one refuses the connection', async () => {
    const text = 'x'.repeat(500_000);
    for (let sent = 0; sent < 10; sent += 1) {
      const response = await client().post('/public/v1/reviews/add', { body: text });
      expect(response).toMatchObject({ status: 200, body: { text } });
    }
  });

  it('loses only the requests of a replica that accepts them and never responds', async () => {
    one.handle(() => 'hang');
    const gone = new AbortController();
    const stuck: Promise<unknown>[] = [];
    let answered = 0;
    await eventually(
      async () => {
        const request = client()
          .get(PATH, { signal: gone.signal })
          .then(({ status }) => (answered += status === 200 ? 1 : 0));
        stuck.push(request.catch(() => null));
        await eventually(
          () => answered + received(one),
          (done) => done >= stuck.length,
          'the request to be answered or stuck',
          { intervalMs: 2 },
        );
        return outMetric(one);
      },
      (metric) => metric === '1',
      'the silent replica to be avoided',
      { intervalMs: 50 },
    );
    expect(await outMetric(other)).toBe('0');
    const lost = received(one);
    expect(lost).toBeLessThanOrEqual(3);
    for (let sent = 0; sent < 30; sent += 1) expect(await client().get(PATH)).toMatchObject({ status: 200 });
    expect(received(one)).toBe(lost);
    gone.abort();
    await Promise.all(stuck);

    one.handle(() => ({ body: {} }));
    await eventually(
      async () => [await client().get(PATH), received(one)] as const,
      ([, requests]) => requests > lost,
      'the replica to be used again',
    );
    expect(gateway.world.logs.errors()).toEqual([]);
  });
});
