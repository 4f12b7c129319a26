import { eventually, freePort } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';

interface Answer {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

let gateway: GatewayWorld;

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${gateway.url}${path}`, { headers: basic(gateway.apiKey), ...init });
  const body = (await response.json()) as Answer['body'];
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body,
  };
}

beforeEach(async () => {
  const deadPort = await freePort();
  gateway = await startGatewayWorld({ UPSTREAM_TIMEOUT_MS: '300', AI_URL: `http://127.0.0.1:${deadPort}` });
});
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
  gateway.upstreams.reports.handle(() => fault);
  for (let i = 0; i < 8; i += 1) expect(await ask('/public/v1/reports/x')).toMatchObject({ status: 503 });
  const received = gateway.upstreams.reports.requests.length;
  expect(received).toBeLessThan(8);

  const refused = await ask('/public/v1/reports/x');
  expect(refused).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
  expect(gateway.upstreams.reports.requests).toHaveLength(received);
  expect(await ask('/public/v1/reviews/get')).toMatchObject({ status: 200 });

  gateway.upstreams.reports.handle(() => ({ body: { service: 'reports' } }));
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
  gateway.upstreams.reports.handle(() => ({ body: { service: 'reports' }, delayMs: 200 }));
  for (let i = 0; i < 12; i += 1) {
    await expect(ask('/public/v1/reports/x', { signal: AbortSignal.timeout(20) })).rejects.toThrow();
  }
  gateway.upstreams.reports.handle(() => ({ body: { service: 'reports' } }));
  expect(await ask('/public/v1/reports/x')).toMatchObject({ status: 200 });
});

it('shows the state of the breakers as a metric', async () => {
  for (let i = 0; i < 8; i += 1) await ask('/public/v1/channels/ai/insights/1');
  const metrics = await (await fetch(gateway.world.metricsUrl)).text();
  expect(metrics).toMatch(/gateway_upstream_open\{[^}]*upstream="ai"[^}]*\} 1/);
  expect(metrics).toMatch(/gateway_upstream_open\{[^}]*upstream="reviews"[^}]*\} 0/);
});
