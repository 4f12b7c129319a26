import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type FixtureServer,
  eventually,
  type OtlpReceiver,
  SOURCE_FLAGS,
  startFixtureServer,
  startOtlpReceiver,
  startWorld,
  type World,
} from '@plaudit/testing';
import { probeService } from '../fixtures/probe-service';
import { JSON_TYPE, PROBE } from '../fixtures/probe-world';

const SENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

const TRACE_ID = 'a'.repeat(32);

/** The probe service with a receiver of its spans, and a server in place of channels. */
class TracedWorld {
  private constructor(
    readonly world: World,
    readonly receiver: OtlpReceiver,
    readonly channels: FixtureServer,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<TracedWorld> {
    const receiver = await startOtlpReceiver();
    const channels = await startFixtureServer(() => ({ body: { fine: true } }));
    const own = {
      CHANNELS_URL: channels.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      ...settings,
    };
    const services = [{ definition: probeService, settings: own }];
    return new TracedWorld(await startWorld({ services, nats: false }), receiver, channels);
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.world.as({ account_id: 7 }).get('reviews', `${PROBE}/${path}`, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const options = { body, headers: { ...JSON_TYPE, ...headers } };
    return this.world.as({ account_id: 7 }).post('reviews', `${PROBE}/${path}`, options);
  }

  /** Waits for the span of the request with this id. */
  async serverSpan(requestId: string) {
    const found = () =>
      this.receiver.spans().find((span) => span.attributes['plaudit.request_id'] === requestId);
    return (await eventually(found, Boolean, `the span of ${requestId}`))!;
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.channels.close();
    await this.receiver.close();
  }
}

describe('A service with a collector', () => {
  let traced: TracedWorld;

  beforeAll(async () => {
    traced = await TracedWorld.start({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=spec,service.name=other',
    });
  });
  afterAll(() => traced.close());

  it('continues the trace of the client and keeps its tracestate', async () => {
    const headers = { 'x-request-id': 'traced-1', traceparent: SENT, tracestate: 'rojo=1, congo=t61' };
    const { body } = await traced.post('context', {}, headers);
    const span = await traced.serverSpan('traced-1');
    expect(span).toMatchObject({
      service: 'reviews',
      traceId: TRACE_ID,
      parentId: 'b'.repeat(16),
      name: `POST ${PROBE}/context`,
      kind: 'server',
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': `${PROBE}/context`,
        'http.response.status_code': 200,
      },
    });
    expect(span.traceState.replaceAll(' ', '')).toBe('rojo=1,congo=t61');
    expect(body).toMatchObject({
      traceparent: `00-${TRACE_ID}-${span.spanId}-01`,
      tracestate: 'rojo=1, congo=t61',
    });
  });

  it('starts a trace for a client without one, and drops a hostile tracestate', async () => {
    const { body } = await traced.post('context', {}, { 'x-request-id': 'traced-2', tracestate: 'a=1' });
    const span = await traced.serverSpan('traced-2');
    expect(span.parentId).toBeNull();
    expect(body.traceparent).toBe(`00-${span.traceId}-${span.spanId}-01`);
    expect(body.tracestate).toBeNull();
    const hostile = { traceparent: SENT, tracestate: `a=${'x'.repeat(600)}` };
    expect((await traced.post('context', {}, hostile)).body.tracestate).toBeNull();
  });

  it('has its trace id in the access log', async () => {
    await traced.post('context', {}, { 'x-request-id': 'traced-log' });
    const { traceId } = await traced.serverSpan('traced-log');
    const lines = traced.world.logs.requests().filter(({ request_id }) => request_id === 'traced-log');
    expect(lines.map(({ trace_id }) => trace_id)).toEqual([traceId]);
  });

  it('names the route and never the path or the query', async () => {
    await traced.get('items/4711?search=jane@example.com', { 'x-request-id': 'traced-3' });
    const span = await traced.serverSpan('traced-3');
    expect(span.name).toBe(`GET ${PROBE}/items/:id`);
    expect(JSON.stringify(span)).not.toMatch(/4711|jane/);
  });

  it.each([
    ['items/x', 422, false],
    ['broken', 500, true],
  ])(
    'records the response of %s, with status %s, as an error only from 500 on',
    async (path, status, failed) => {
      traced.world.expectErrors(/hunter2/);
      const id = `traced-status-${status}`;
      const response = await traced.get(path, { 'x-request-id': id });
      const span = await traced.serverSpan(id);
      expect(span.attributes['http.response.status_code']).toBe(response.status);
      expect(span).toMatchObject({ failed });
      expect(span.attributes['error.type']).toBe(failed ? String(status) : undefined);
      expect(JSON.stringify(span)).not.toContain('hunter2');
    },
  );

  it('states its own span to the service that it asks', async () => {
    const headers = { 'x-request-id': 'traced-4', traceparent: SENT, tracestate: 'a=1' };
    await traced.post('call-channels', { path: '/secret-path' }, headers);
    const server = await traced.serverSpan('traced-4');
    const client = await eventually(
      () => traced.receiver.spans().find(({ parentId }) => parentId === server.spanId),
      Boolean,
      'the span of the client',
    );
    expect(client).toMatchObject({
      name: 'GET',
      kind: 'client',
      attributes: {
        'peer.service': 'channels',
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
      },
    });
    expect(JSON.stringify(client)).not.toContain('secret-path');
    expect(traced.channels.requests.at(-1)?.headers).toMatchObject({
      traceparent: `00-${TRACE_ID}-${client!.spanId}-01`,
      tracestate: 'a=1',
    });
  });

  it('records statements by verb and table, and without values', async () => {
    await traced.post('once', {}, { 'x-request-id': 'traced-5', 'idempotency-key': 'the-key-of-a-client' });
    const server = await traced.serverSpan('traced-5');
    const statements = await eventually(
      () => traced.receiver.spans().filter(({ parentId }) => parentId === server.spanId),
      (spans) => spans.some(({ name }) => name === 'COMMIT'),
      'the spans of the statements',
    );
    const names = statements.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['START TRANSACTION', 'INSERT idempotency_keys', 'COMMIT']));
    expect(statements[0]).toMatchObject({ kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
    expect(JSON.stringify(statements)).not.toContain('the-key-of-a-client');
  });

  it('sends no span of a probe', async () => {
    await traced.world
      .anonymous()
      .get('reviews', '/health/live', { headers: { 'x-request-id': 'traced-probe' } });
    await traced.get('query', { 'x-request-id': 'traced-6' });
    await traced.serverSpan('traced-6');
    expect(traced.receiver.spans().map(({ attributes }) => attributes['plaudit.request_id'])).not.toContain(
      'traced-probe',
    );
  });

  it('sends protobuf with its headers and its own name', async () => {
    await traced.get('query', { 'x-request-id': 'traced-7' });
    const { resource } = await traced.serverSpan('traced-7');
    expect(resource).toMatchObject({
      'service.name': 'reviews',
      'service.namespace': 'plaudit',
      'deployment.environment.name': 'spec',
    });
    expect(traced.receiver.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer of the collector' },
    });
  });

  it('never logs the headers for the collector', () => {
    const settings = JSON.stringify(traced.world.logs.lines);
    expect(settings).toContain('OTEL_EXPORTER_OTLP_HEADERS');
    expect(settings).not.toContain('collector/');
    expect(settings).not.toContain('Bearer');
  });
});

describe('A service whose sampler is off', () => {
  let traced: TracedWorld;

  beforeAll(async () => {
    traced = await TracedWorld.start({
      OTEL_TRACES_SAMPLER: 'always_off',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
  });
  afterAll(() => traced.close());

  it('says so to the service that it asks, and exports nothing', async () => {
    await traced.post('call-channels', { path: '/' }, { traceparent: SENT });
    expect(traced.channels.requests.at(-1)?.headers.traceparent).toMatch(
      new RegExp(`^00-${TRACE_ID}-(?!b{16})[0-9a-f]{16}-00$`),
    );
    expect(traced.receiver.requests).toEqual([]);
  });
});

describe('A service whose collector is away', () => {
  it('serves requests, logs one line, and exports again later, as JSON', async () => {
    const traced = await TracedWorld.start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
    try {
      const lines = (message: RegExp) =>
        traced.world.logs.lines.filter(({ message: given }) => message.test(JSON.stringify(given)));
      traced.receiver.handle(() => ({ status: 400 }));
      for (const count of [1, 2, 3]) {
        expect(await traced.get('query')).toMatchObject({ status: 200 });
        await eventually(
          () => traced.receiver.requests.length,
          (sent) => sent >= count,
          'an export',
        );
      }
      traced.receiver.handle(() => ({ body: {} }));
      await traced.get('query', { 'x-request-id': 'traced-again' });
      await traced.serverSpan('traced-again');
      await eventually(
        () => lines(/Exported spans again/),
        (found) => found.length === 1,
        'the end of the outage',
      );
      expect(lines(/Failed to export spans/)).toHaveLength(1);
      expect(traced.receiver.requests[0]?.headers['content-type']).toBe('application/json');
    } finally {
      await traced.close();
    }
  });

  it('stops although the collector never responds', async () => {
    const traced = await TracedWorld.start();
    traced.receiver.handle(() => 'hang');
    await traced.get('query');
    await eventually(() => traced.receiver.requests.length, Boolean, 'an export');
    await traced.get('query');
    await expect(traced.close()).resolves.toBeUndefined();
  });
});

describe('A service without a collector', () => {
  it('passes the trace context of the client on and adds none', async () => {
    const traced = await TracedWorld.start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
    try {
      await traced.post('call-channels', { path: '/' }, { traceparent: SENT, tracestate: 'a=1' });
      expect(traced.channels.requests[0]?.headers).toMatchObject({ traceparent: SENT, tracestate: 'a=1' });
      await traced.post('call-channels', { path: '/' }, { traceparent: SENT, tracestate: 'a' });
      expect(traced.channels.requests[1]?.headers.tracestate).toBeUndefined();
      await traced.post('call-channels', { path: '/' });
      expect(traced.channels.requests[2]?.headers.traceparent).toBeUndefined();
      expect(traced.receiver.requests).toEqual([]);
    } finally {
      await traced.close();
    }
  });
});

/**
 * Prints how many files of OpenTelemetry are loaded, without a collector and then with one. prom-client always loads the API
 * package, which does nothing by itself.
 */
const PROGRAM = `
  const { Tracing } = require(${JSON.stringify(join(__dirname, '..', 'index.ts'))});
  const loaded = () => Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api.)/.test(file)).length;
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: 1,
    OTEL_EXPORTER_OTLP_HEADERS: '', OTEL_RESOURCE_ATTRIBUTES: '', OTEL_BSP_SCHEDULE_DELAY: 5000,
    OTEL_BSP_MAX_QUEUE_SIZE: 2048, OTEL_SDK_DISABLED: false,
  };
  const on = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  (async () => {
    const counts = [];
    for (const each of [env, { ...on, OTEL_SDK_DISABLED: true }, on]) {
      const tracing = await Tracing.open('reviews', each);
      counts.push(loaded());
      await tracing.close();
    }
    console.log(JSON.stringify(counts));
  })();`;

describe('The SDK of OpenTelemetry', () => {
  it('is loaded only with a collector', async () => {
    const program = [...SOURCE_FLAGS, '-e', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    const [without, disabled, withCollector] = JSON.parse(stdout) as [number, number, number];
    expect([without, disabled]).toEqual([0, 0]);
    expect(withCollector).toBeGreaterThan(10);
  });
});
