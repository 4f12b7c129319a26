import { Logger } from '@nestjs/common';
import { PRINCIPAL_HEADER } from '@plaudit/contracts';
import {
  eventually,
  type FixtureHandler,
  type FixtureServer,
  RecordedLogs,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { Clock } from '../clock-and-randomness';
import { runInContext } from '../context';
import { probeService } from '../fixtures/probe-service';
import { ServiceClient } from './service-client';

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const unavailable = {
  code: 'upstream_unavailable',
  status: 503,
  message: 'The channels service is not available; try again shortly.',
};

/** The machine may pause this process for longer than the default timeout of 2 s. */
const SLOW = { timeoutFactor: 50 };

class HandClock extends Clock {
  private ms = 1_000_000_000_000;

  override now(): Date {
    return new Date(this.ms);
  }

  move(ms: number): void {
    this.ms += ms;
  }
}

describe('ServiceClient', () => {
  let channels: FixtureServer;
  let client: ServiceClient;
  let logs: RecordedLogs;

  beforeEach(async () => {
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    channels = await startFixtureServer(() => ({ body: { fine: true } }));
    client = new ServiceClient({ CHANNELS_URL: channels.url }, SLOW);
  });
  afterEach(async () => {
    await channels.close();
    await client.close();
  });

  it('forwards the principal token, the request id and the trace', async () => {
    const context = {
      service: 'reviews',
      correlationId: 'request-1',
      traceparent: TRACE,
      principalToken: 'signed',
    };
    await runInContext(context, () => client.request('channels', { path: '/internal/x' }));
    expect(channels.requests[0]?.headers).toMatchObject({
      [PRINCIPAL_HEADER]: 'signed',
      'x-request-id': 'request-1',
      traceparent: TRACE,
    });
  });

  it('sends method, query and body', async () => {
    const query = { page: '2', tag: 'a&b', left: undefined };
    await client.request('channels', { method: 'PUT', path: '/internal/x?fixed=1', query, body: { a: 'ü' } });
    const [request] = channels.requests;
    expect(request).toMatchObject({ method: 'PUT', path: '/internal/x', text: '{"a":"ü"}' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ fixed: '1', page: '2', tag: 'a&b' });
  });

  it('returns the response body as JSON, as text, or as null if it is empty', async () => {
    await expect(client.request('channels', { path: '/' })).resolves.toEqual({
      status: 200,
      body: { fine: true },
    });
    await expect(client.request('channels', { path: '/', raw: true })).resolves.toEqual({
      status: 200,
      body: '{"fine":true}',
    });
    channels.handle(() => ({ status: 204 }));
    await expect(client.request('channels', { path: '/' })).resolves.toEqual({ status: 204, body: null });
  });

  it.each([400, 402, 404, 429, 500, 501])(
    'returns a response with status %i and never opens the breaker for it',
    async (status) => {
      channels.handle(() => ({ status, body: { success: false } }));
      for (let sent = 0; sent < 10; sent += 1) {
        await expect(client.request('channels', { path: '/' })).resolves.toEqual({
          status,
          body: { success: false },
        });
      }
    },
  );

  it.each([502, 503, 504])('throws upstream_unavailable if the service responds %i', async (status) => {
    channels.handle(() => ({ status, body: 'Bad gateway' }));
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it.each(['reset', 'cut'] as const)('throws upstream_unavailable for the fault "%s"', async (fault) => {
    channels.handle(() => fault);
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it('throws upstream_unavailable if the response is not JSON or nothing listens', async () => {
    channels.handle(() => ({ body: '<html>' }));
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    await channels.close();
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it('waits 2 s for the whole response unless timeoutMs is set', async () => {
    channels.handle(() => 'hang');
    const byDefault = new ServiceClient({ CHANNELS_URL: channels.url });
    const since = Date.now();
    await expect(byDefault.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    expect(Date.now() - since).toBeGreaterThanOrEqual(1_990);
    expect(Date.now() - since).toBeLessThan(15_000);
    channels.handle(() => ({ drip: { chunks: Array.from({ length: 1_000 }, () => ' '), everyMs: 20 } }));
    await expect(byDefault.request('channels', { path: '/', timeoutMs: 100 })).rejects.toMatchObject(
      unavailable,
    );
    await byDefault.close();
  });

  it('opens the breaker after repeated failures and logs it once', async () => {
    channels.handle(() => ({ status: 503 }));
    for (let sent = 0; sent < 12; sent += 1) {
      await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    }
    expect(channels.requests.length).toBeLessThan(8);
    expect(logs.lines.map(({ message }) => message)).toContain(
      'Opened the circuit breaker of channels after repeated failures',
    );
    expect(logs.lines.length).toBeLessThan(8);
    expect(logs.errors()).toEqual([]);
  });

  it('keeps the breakers of two services apart', async () => {
    const other = await startFixtureServer(() => ({ body: {} }));
    const both = new ServiceClient({ CHANNELS_URL: channels.url, AI_URL: other.url }, SLOW);
    channels.handle(() => ({ status: 503 }));
    for (let sent = 0; sent < 12; sent += 1) await both.request('channels', { path: '/' }).catch(() => null);
    await expect(both.request('ai', { path: '/' })).resolves.toMatchObject({ status: 200 });
    await both.close();
    await other.close();
  });

  it('keeps the breakers and the connections of two lanes apart', async () => {
    channels.handle(({ path }) => (path === '/search' ? { status: 503 } : { body: {} }));
    const search = { path: '/search', lane: 'public_search' } as const;
    for (let sent = 0; sent < 12; sent += 1) {
      await expect(client.request('channels', search)).rejects.toMatchObject(unavailable);
    }
    expect(channels.requests.length).toBeLessThan(8);
    for (const lane of ['public', 'api'] as const) {
      await expect(client.request('channels', { path: '/', lane })).resolves.toMatchObject({ status: 200 });
    }
  });

  it.each(['overloaded', 'upstream_unavailable'])(
    'throws %s and never opens the breaker if the service itself responded that in time',
    async (code) => {
      const msg = 'The request took too long and was stopped; narrow it or try again shortly.';
      channels.handle(() => ({ status: 503, body: { success: false, msg, code } }));
      for (let sent = 0; sent < 12; sent += 1) {
        await expect(client.request('channels', { path: '/' })).rejects.toMatchObject({ code, status: 503 });
      }
      expect(channels.requests).toHaveLength(12);
      expect(logs.lines).toEqual([]);
    },
  );

  it('throws overloaded at once if the lane is full, while other lanes work', async () => {
    const hanging = new ServiceClient({ CHANNELS_URL: channels.url });
    channels.handle(({ path }) => (path === '/search' ? 'hang' : { body: {} }));
    const search = { path: '/search', lane: 'public_search' } as const;
    const taken = Array.from({ length: 36 }, () =>
      hanging.request('channels', search).catch((error: { code: string }) => error.code),
    );
    await expect(hanging.request('channels', search)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(hanging.request('channels', { path: '/' })).resolves.toMatchObject({ status: 200 });
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['upstream_unavailable', 'overloaded']));
    expect(channels.requests.filter(({ path }) => path === '/search')).toHaveLength(4);
    await hanging.close();
  });

  it('loses one request to a frozen replica, and sends the others to the one that works', async () => {
    const frozen = await startFixtureServer(() => 'hang');
    const clock = new HandClock();
    const both = new ServiceClient({ CHANNELS_URL: `${frozen.url},${channels.url}` }, { ...SLOW, clock });
    const first = [both.request('channels', { path: '/' }), both.request('channels', { path: '/' })];
    await expect(Promise.race(first)).resolves.toMatchObject({ status: 200 });
    clock.move(60_000);
    const many = Array.from({ length: 40 }, () => both.request('channels', { path: '/' }));
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(frozen.requests.filter(({ path }) => path === '/')).toHaveLength(1);
    await frozen.close();
    expect(await Promise.allSettled(first)).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining(unavailable) }),
    );
    await both.close();
  });

  it('does not doubt a replica that takes long for a translation', async () => {
    const handler: FixtureHandler = ({ path }) => (path === '/slow' ? 'hang' : { body: {} });
    const [other, clock, lane] = [await startFixtureServer(handler), new HandClock(), 'translation' as const];
    channels.handle(handler);
    client = new ServiceClient({ CHANNELS_URL: `${other.url},${channels.url}` }, { ...SLOW, clock });
    const slow = [1, 2, 3, 4].map(() => client.request('channels', { path: '/slow', lane }));
    const paths = () => [other, channels].map(({ requests }) => requests.map(({ path }) => path));
    await eventually(paths, (sent) => sent.flat().length === 4, 'the slow requests to arrive');
    clock.move(14_000 * SLOW.timeoutFactor);
    for (const path of ['/1', '/2', '/3', '/4']) await client.request('channels', { path, lane });
    expect(paths().map((sent) => sent.length)).toEqual([4, 4]);
    expect(paths().flat()).not.toContain('/health/ready');
    await Promise.all([other.close(), channels.close(), Promise.allSettled(slow)]);
  });

  it('names the variable and the wrong entry if an address is no origin', async () => {
    const wrong = new ServiceClient({ CHANNELS_URL: `${channels.url},channels:3000` });
    await expect(wrong.request('channels', { path: '/' })).rejects.toThrow(
      'CHANNELS_URL must have origins such as http://reviews:3000, separated by commas; "channels:3000" is none',
    );
  });

  it('names the missing setting in the error', async () => {
    await expect(client.request('widgets', { path: '/' })).rejects.toThrow('WIDGETS_URL is not set');
  });
});

describe('ServiceClient within a request', () => {
  let world: World;
  let channels: FixtureServer;

  beforeAll(async () => {
    channels = await startFixtureServer(() => ({ body: { fine: true } }));
    world = await startWorld({
      services: [
        {
          definition: probeService,
          settings: { CHANNELS_URL: channels.url, SERVICE_TIMEOUT_FACTOR: '100' },
        },
      ],
      nats: false,
    });
  });
  afterAll(async () => {
    await world.close();
    await channels.close();
  });

  const callChannels = (body: object) =>
    world
      .as()
      .post('reviews', '/public/v1/probe/call-channels', { body, headers: { 'x-request-id': 'request-7' } });

  it('sends the caller’s token and request id', async () => {
    await expect(callChannels({ path: '/internal/x' })).resolves.toMatchObject({
      status: 200,
      body: { body: { fine: true } },
    });
    const headers = channels.requests[0]?.headers ?? {};
    expect(headers['x-request-id']).toBe('request-7');
    expect(headers[PRINCIPAL_HEADER]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('multiplies its timeout by SERVICE_TIMEOUT_FACTOR', async () => {
    channels.handle(() => ({ body: { fine: true }, delayMs: 500 }));
    await expect(callChannels({ path: '/internal/x', timeoutMs: 100 })).resolves.toMatchObject({
      status: 200,
      body: { body: { fine: true } },
    });
  });

  it('returns 503 to the client and logs only a warning if the service is down', async () => {
    channels.handle(() => 'reset');
    expect(await callChannels({ path: '/internal/x' })).toMatchObject({
      status: 503,
      body: { code: 'upstream_unavailable' },
    });
    expect(world.logs.errors()).toEqual([]);
    expect(world.logs.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', context: 'ServiceClient' }),
    );
  });
});
