import { Logger } from '@nestjs/common';
import { PRINCIPAL_HEADER } from '@plaudit/contracts';
import {
  type FixtureServer,
  RecordedLogs,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { runInContext } from '../context';
import { probeService } from '../fixtures/probe-service';
import { ServiceClient } from './service-client';

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const unavailable = {
  code: 'upstream_unavailable',
  status: 503,
  message: 'The channels service is not available; try again shortly.',
};

/** This process may stand still for longer than a neighbour may take to answer. */
const PATIENCE = 50;

describe('ServiceClient', () => {
  let neighbour: FixtureServer;
  let client: ServiceClient;
  let logs: RecordedLogs;

  beforeEach(async () => {
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    neighbour = await startFixtureServer(() => ({ body: { fine: true } }));
    client = new ServiceClient({ CHANNELS_URL: neighbour.url }, PATIENCE);
  });
  afterEach(async () => {
    await neighbour.close();
    await client.close();
  });

  it('passes on who asks, under which id, in which trace', async () => {
    const context = {
      service: 'reviews',
      correlationId: 'request-1',
      traceparent: TRACE,
      principalToken: 'signed',
    };
    await runInContext(context, () => client.request('channels', { path: '/internal/x' }));
    expect(neighbour.requests[0]?.headers).toMatchObject({
      [PRINCIPAL_HEADER]: 'signed',
      'x-request-id': 'request-1',
      traceparent: TRACE,
    });
  });

  it('sends method, query and body', async () => {
    const query = { page: '2', tag: 'a&b', left: undefined };
    await client.request('channels', { method: 'PUT', path: '/internal/x?fixed=1', query, body: { a: 'ü' } });
    const [request] = neighbour.requests;
    expect(request).toMatchObject({ method: 'PUT', path: '/internal/x', text: '{"a":"ü"}' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ fixed: '1', page: '2', tag: 'a&b' });
  });

  it('gives the answer as JSON, as text, or as nothing', async () => {
    await expect(client.request('channels', { path: '/' })).resolves.toEqual({
      status: 200,
      body: { fine: true },
    });
    await expect(client.request('channels', { path: '/', raw: true })).resolves.toEqual({
      status: 200,
      body: '{"fine":true}',
    });
    neighbour.handle(() => ({ status: 204 }));
    await expect(client.request('channels', { path: '/' })).resolves.toEqual({ status: 204, body: null });
  });

  it.each([400, 402, 404, 429, 500, 501])('leaves it to the asker to judge a %i', async (status) => {
    neighbour.handle(() => ({ status, body: { success: false } }));
    for (let asked = 0; asked < 10; asked += 1) {
      await expect(client.request('channels', { path: '/' })).resolves.toEqual({
        status,
        body: { success: false },
      });
    }
  });

  it.each([502, 503, 504])('calls a neighbour that answers %i unavailable', async (status) => {
    neighbour.handle(() => ({ status, body: 'Bad gateway' }));
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it.each(['reset', 'cut'] as const)('calls a neighbour that is %s unavailable', async (answer) => {
    neighbour.handle(() => answer);
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it('calls a neighbour that is not there, or not to be understood, unavailable', async () => {
    neighbour.handle(() => ({ body: '<html>' }));
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    await neighbour.close();
    await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
  });

  it('waits 2 s for the whole answer unless told otherwise', async () => {
    neighbour.handle(() => 'hang');
    const impatient = new ServiceClient({ CHANNELS_URL: neighbour.url });
    const since = Date.now();
    await expect(impatient.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    expect(Date.now() - since).toBeGreaterThanOrEqual(1_990);
    expect(Date.now() - since).toBeLessThan(15_000);
    neighbour.handle(() => ({ drip: { chunks: Array.from({ length: 1_000 }, () => ' '), everyMs: 20 } }));
    await expect(impatient.request('channels', { path: '/', timeoutMs: 100 })).rejects.toMatchObject(
      unavailable,
    );
    await impatient.close();
  });

  it('leaves a neighbour alone that keeps failing', async () => {
    neighbour.handle(() => ({ status: 503 }));
    for (let asked = 0; asked < 12; asked += 1) {
      await expect(client.request('channels', { path: '/' })).rejects.toMatchObject(unavailable);
    }
    expect(neighbour.requests.length).toBeLessThan(8);
    expect(logs.lines.map(({ message }) => message)).toContain(
      'channels keeps failing; it is left alone for a while',
    );
    expect(logs.lines.length).toBeLessThan(8);
    expect(logs.errors()).toEqual([]);
  });

  it('does not hold one neighbour’s faults against another', async () => {
    const other = await startFixtureServer(() => ({ body: {} }));
    const both = new ServiceClient({ CHANNELS_URL: neighbour.url, AI_URL: other.url }, PATIENCE);
    neighbour.handle(() => ({ status: 503 }));
    for (let asked = 0; asked < 12; asked += 1)
      await both.request('channels', { path: '/' }).catch(() => null);
    await expect(both.request('ai', { path: '/' })).resolves.toMatchObject({ status: 200 });
    await both.close();
    await other.close();
  });

  it('says which setting is missing', async () => {
    await expect(client.request('widgets', { path: '/' })).rejects.toThrow('WIDGETS_URL is not set');
  });
});

describe('a question in the middle of a request', () => {
  let world: World;
  let neighbour: FixtureServer;

  beforeAll(async () => {
    neighbour = await startFixtureServer(() => ({ body: { fine: true } }));
    world = await startWorld({
      services: [
        {
          definition: probeService,
          settings: { CHANNELS_URL: neighbour.url, SERVICE_TIMEOUT_FACTOR: '100' },
        },
      ],
      nats: false,
    });
  });
  afterAll(async () => {
    await world.close();
    await neighbour.close();
  });

  const ask = (body: object) =>
    world.as().post('reviews', '/public/v1/probe/ask', { body, headers: { 'x-request-id': 'request-7' } });

  it('carries the caller’s own token and request id', async () => {
    await expect(ask({ path: '/internal/x' })).resolves.toMatchObject({
      status: 200,
      body: { body: { fine: true } },
    });
    const headers = neighbour.requests[0]?.headers ?? {};
    expect(headers['x-request-id']).toBe('request-7');
    expect(headers[PRINCIPAL_HEADER]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('may take longer where the settings say so', async () => {
    neighbour.handle(() => ({ body: { fine: true }, delayMs: 500 }));
    await expect(ask({ path: '/internal/x', timeoutMs: 100 })).resolves.toMatchObject({
      status: 200,
      body: { body: { fine: true } },
    });
  });

  it('is a 503 for the client when the neighbour is down, and no reason to wake anybody', async () => {
    neighbour.handle(() => 'reset');
    expect(await ask({ path: '/internal/x' })).toMatchObject({
      status: 503,
      body: { code: 'upstream_unavailable' },
    });
    expect(world.logs.errors()).toEqual([]);
    expect(world.logs.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', context: 'ServiceClient' }),
    );
  });
});
