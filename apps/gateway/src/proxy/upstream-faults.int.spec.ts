import { eventually, HttpClient, type HttpOptions } from '@plaudit/testing';
import { basic, type GatewayWorld, IMPATIENT, NOBODY_URL, startGatewayWorld } from '../gateway-world.suite';

interface Answer {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

let gateway: GatewayWorld;

async function ask(
  path: string,
  { method = 'GET', ...options }: HttpOptions & { method?: string } = {},
): Promise<Answer> {
  const client = new HttpClient(gateway.url, basic(gateway.apiKey));
  const { status, headers, body } = await client.send(method, path, options);
  return { status, retryAfter: headers.get('retry-after'), body };
}

/** So often that the breaker opens; one after the other could take longer than it remembers. */
function askTogether(path: string): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 8 }, () => ask(path)));
}

beforeEach(async () => (gateway = await startGatewayWorld({ ...IMPATIENT, AI_URL: NOBODY_URL })));
afterEach(async () => gateway.close());

it('answers 503 in the error shape for a service that is not there, while the others go on', async () => {
  for (let i = 0; i < 20; i += 1) {
    const { status, body, retryAfter } = await ask('/public/v1/channels/ai/insights/1');
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        success: false,
        code: 'upstream_unavailable',
        msg: 'The ai service is not available; try again shortly.',
        request_id: expect.any(String),
      },
    });
    expect(retryAfter).toBe('2');
    expect(await ask('/public/v1/reviews/get')).toMatchObject({ status: 200, body: { service: 'reviews' } });
  }
  expect(gateway.world.logs.errors()).toEqual([]);
});

it('answers 503 for a body that could not be delivered, and the connection can be used again', async () => {
  const init = { method: 'POST', body: 'x'.repeat(1_500_000) };
  expect(await ask('/public/v1/channels/ai/summary/1', init)).toMatchObject({ status: 503 });
  expect(await ask('/public/v1/reviews/add', init)).toMatchObject({ status: 200 });
});

it.each([
  ['does not answer in time', 'hang' as const],
  ['resets the connection', 'reset' as const],
  ['sits behind a hop that answers 502', { status: 502, body: '<html>' }],
  ['sits behind a hop that answers 504', { status: 504, body: '<html>' }],
])('stops asking a service that %s, and starts again once it answers', async (_what, fault) => {
  const { reports } = gateway.upstreams;
  reports.handle(() => fault);
  const answers = await askTogether('/public/v1/reports/x');
  // An open breaker sends a trial every two seconds, which may be just now.
  await eventually(
    async () => {
      const before = reports.requests.length;
      answers.push(await ask('/public/v1/reports/x'));
      return reports.requests.length - before;
    },
    (asked) => asked === 0,
    'the service to be left alone',
  );
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
  expect(await ask('/public/v1/reviews/get')).toMatchObject({ status: 200 });

  reports.handle(() => ({ body: { service: 'reports' } }));
  await eventually(
    async () => ask('/public/v1/reports/x'),
    ({ status }) => status === 200,
    'the breaker to close again',
  );
});

it('goes on asking a service that answers 500 or 404: that is an answer', async () => {
  for (const status of [500, 404]) {
    gateway.upstreams.reports.handle(() => ({ status, body: { own: true } }));
    for (let i = 0; i < 12; i += 1) {
      expect(await ask('/public/v1/reports/x')).toMatchObject({ status, body: { own: true } });
    }
  }
});

it('does not blame a service for clients that go away', async () => {
  const { reports } = gateway.upstreams;
  reports.handle(() => 'hang');
  for (let asked = 1; asked <= 12; asked += 1) {
    const gone = new AbortController();
    const answer = ask('/public/v1/reports/x', { signal: gone.signal });
    await eventually(
      () => reports.requests.length,
      (received) => received === asked,
      'the request to arrive',
    );
    gone.abort();
    await expect(answer).rejects.toThrow(/aborted/);
  }
  reports.handle(() => ({ body: { service: 'reports' } }));
  expect(await ask('/public/v1/reports/x')).toMatchObject({ status: 200 });
});

it('shows the state of the breakers as a metric', async () => {
  await askTogether('/public/v1/channels/ai/insights/1');
  const metrics = await (await fetch(gateway.world.metricsUrl)).text();
  expect(metrics).toMatch(/gateway_upstream_open\{[^}]*upstream="ai"[^}]*\} 1/);
  expect(metrics).toMatch(/gateway_upstream_open\{[^}]*upstream="reviews"[^}]*\} 0/);
});
