import { eventually, Exposition, HttpClient, type HttpOptions } from '@plaudit/testing';
import { basic, type GatewayWorld, IMPATIENT, NOBODY_URL, startGatewayWorld } from '../gateway-world.suite';

interface ErrorResponse {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

const UPSTREAM_COUNT = 'plaudit_gateway_upstream_duration_seconds_count';
const ofReports = { service: 'gateway', upstream: 'reports' };

let gateway: GatewayWorld;

async function send(
  path: string,
  { method = 'GET', ...options }: HttpOptions & { method?: string } = {},
): Promise<ErrorResponse> {
  const client = new HttpClient(gateway.url, basic(gateway.apiKey));
  const { status, headers, body } = await client.send(method, path, options);
  return { status, retryAfter: headers.get('retry-after'), body };
}

/** Enough requests to open the breaker. One after another could take longer than its ten seconds. */
function sendMany(path: string): Promise<ErrorResponse[]> {
  return Promise.all(Array.from({ length: 8 }, () => send(path)));
}

beforeEach(async () => (gateway = await startGatewayWorld({ ...IMPATIENT, AI_URL: NOBODY_URL })));
afterEach(async () => gateway.close());

describe('a gateway with a faulty service', () => {
  it('responds 503 in the error format for a service that does not run, while the others work', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { status, body, retryAfter } = await send('/public/v1/channels/ai/insights/1');
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          success: false,
          code: 'upstream_unavailable',
          msg: 'The ai service is not available; try again shortly.',
          retry_after_seconds: 2,
          request_id: expect.any(String),
        },
      });
      expect(retryAfter).toBe('2');
      expect(await send('/public/v1/reviews/get')).toMatchObject({
        status: 200,
        body: { service: 'reviews' },
      });
    }
    expect(gateway.world.logs.errors()).toEqual([]);
  });

  it('responds 503 to a request with a body for a service that does not run, and the connection can be used again', async () => {
    const init = { method: 'POST', body: 'x'.repeat(1_500_000) };
    expect(await send('/public/v1/channels/ai/summary/1', init)).toMatchObject({ status: 503 });
    expect(await send('/public/v1/reviews/add', init)).toMatchObject({ status: 200 });
  });

  it.each([
    ['does not respond in time', 'hang' as const],
    ['resets the connection', 'reset' as const],
    ['is behind a proxy that responds 502', { status: 502, body: '<html>' }],
    ['is behind a proxy that responds 504', { status: 504, body: '<html>' }],
  ])('stops sending to a service that %s, and resumes when it recovers', async (_what, fault) => {
    const { reports } = gateway.upstreams;
    reports.handle(() => fault);
    const responses = await sendMany('/public/v1/reports/x');
    // An open breaker permits a trial every two seconds, which may happen at any moment.
    await eventually(
      async () => {
        const before = reports.requests.length;
        responses.push(await send('/public/v1/reports/x'));
        return reports.requests.length - before;
      },
      (received) => received === 0,
      'the service to receive no further request',
    );
    for (const response of responses)
      expect(response).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect(await send('/public/v1/reviews/get')).toMatchObject({ status: 200 });

    reports.handle(() => ({ body: { service: 'reports' } }));
    await eventually(
      async () => send('/public/v1/reports/x'),
      ({ status }) => status === 200,
      'the breaker to close again',
    );
  });

  it('repeats no request, not even a GET that got 503', async () => {
    const { reports } = gateway.upstreams;
    reports.handle(() => ({ status: 503, headers: { 'retry-after': '0' }, body: { own: true } }));
    expect(await send('/public/v1/reports/x')).toMatchObject({ status: 503, body: { own: true } });
    reports.handle(() => 'reset');
    expect(await send('/public/v1/reports/x')).toMatchObject({ status: 503 });
    expect(reports.requests).toHaveLength(2);
  });

  it('keeps sending to a service that responds 500 or 404', async () => {
    for (const status of [500, 404]) {
      gateway.upstreams.reports.handle(() => ({ status, body: { own: true } }));
      for (let i = 0; i < 12; i += 1) {
        expect(await send('/public/v1/reports/x')).toMatchObject({ status, body: { own: true } });
      }
    }
  });

  it('keeps the breaker closed when clients disconnect', async () => {
    const { reports } = gateway.upstreams;
    reports.handle(() => 'hang');
    for (let sent = 1; sent <= 12; sent += 1) {
      const gone = new AbortController();
      const pending = send('/public/v1/reports/x', { signal: gone.signal });
      await eventually(
        () => reports.requests.length,
        (received) => received === sent,
        'the request to arrive',
      );
      gone.abort();
      await expect(pending).rejects.toThrow(/aborted/);
    }
    await eventually(
      () => Exposition.fetch(gateway.world.metricsUrl),
      (measured) => measured.sum(UPSTREAM_COUNT, { ...ofReports, status: 'gone' }) === 12,
      'the requests to be measured',
    );
    reports.handle(() => ({ body: { service: 'reports' } }));
    expect(await send('/public/v1/reports/x')).toMatchObject({ status: 200 });
  });

  it('measures each service by route and class of status, whatever the paths are', async () => {
    gateway.upstreams.reports.handle(({ path }) => ({ status: path.endsWith('/2') ? 404 : 200, body: {} }));
    for (const id of ['1', '2', '3', 'x?y=1']) await send(`/public/v1/reports/${id}`);
    await send('/public/v1/profiles/rating_history/1');
    await send('/public/v1/channels/ai/insights/1');
    const measured = await Exposition.fetch(gateway.world.metricsUrl);
    const counts = measured.of(UPSTREAM_COUNT);
    expect(counts.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
      { ...ofReports, route: '/public/v1/reports', status: '2xx', value: 3 },
      { ...ofReports, route: '/public/v1/reports', status: '4xx', value: 1 },
      { ...ofReports, route: '/public/v1/channels/rating_history', status: '2xx', value: 1 },
      {
        service: 'gateway',
        upstream: 'ai',
        route: '/public/v1/channels/ai',
        status: 'unavailable',
        value: 1,
      },
    ]);
  });

  it('exposes the state of every breaker as a metric', async () => {
    await sendMany('/public/v1/channels/ai/insights/1');
    const metrics = await (await fetch(gateway.world.metricsUrl)).text();
    expect(metrics).toMatch(/plaudit_gateway_upstream_open\{[^}]*upstream="ai"[^}]*\} 1/);
    expect(metrics).toMatch(/plaudit_gateway_upstream_open\{[^}]*upstream="reviews"[^}]*\} 0/);
  });
});
