import {
  request as httpRequest,
  Agent,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { createHash, randomBytes } from 'node:crypto';
import {
  administer,
  eventually,
  type HttpResult,
  startWorld,
  type World,
  HttpClient,
  type Caller,
} from '@plaudit/testing';
import { ApiError, Optional } from '@plaudit/contracts';
import { Body, Controller, Module, Post, Get } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { Gate, gates, probeService } from '../fixtures/probe-service';
import { errorResponse, PROBE, JSON_TYPE, ProbeWorld } from '../fixtures/probe-world';
import { HttpListener } from './listener';
import { ServiceEnv } from '../env/service-env';
import { Scoped } from '../principal/scoped.decorator';
import { defineService } from '../service/define-service';
import { readItem, ReadsItems } from './body/bulk-items';
import { RawBody, TakesRawBody } from './body/raw-body';

const LOCK = 'select pg_advisory_xact_lock(1, 1)';

describe('a service in trouble with its database', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: probeService }],
      nats: false,
      proxiesPostgres: true,
    });
  });
  afterAll(() => world.close());

  const statement = () => world.as({ account_id: 7 }).get('reviews', `${PROBE}/statement`);
  const transaction = (...statements: string[]) =>
    world.as({ account_id: 8 }).post('reviews', `${PROBE}/transaction`, { body: { statements } });
  const messagesOf = (trouble: string): string[] =>
    world.logs.lines.flatMap(({ message }) => {
      const line = message as { trouble?: string; message: string };
      return line.trouble === trouble ? [line.message] : [];
    });
  const expectUnavailable = ({ status, body, headers }: HttpResult): void => {
    expect({ status, body }).toEqual(errorResponse(503, 'upstream_unavailable'));
    expect(headers.get('retry-after')).toBe('2');
  };

  it('answers 503 while Postgres is away, and logs the outage once and its end once', async () => {
    expect((await statement()).status).toBe(200);
    await world.postgres.refuse();
    const responses = await Promise.all(Array.from({ length: 200 }, statement));
    responses.forEach(expectUnavailable);
    expect(messagesOf('unreachable')).toEqual(['Lost the database']);
    await world.postgres.accept();
    await eventually(
      async () => [(await statement()).status, messagesOf('unreachable').length],
      ([status, lines]) => status === 200 && lines === 2,
      'the end of the outage',
    );
    expect(messagesOf('unreachable')).toEqual(['Lost the database', 'The database answered again']);
    expect(world.logs.errors()).toEqual([]);
    const requests = world.logs.lines.filter(({ context }) => context === 'ErrorFilter');
    expect(requests).toEqual([]);
  });

  it('answers 503 to a request that waits too long for a lock', async () => {
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(`begin; ${LOCK}`);
      expectUnavailable(await transaction('set local lock_timeout = 20', LOCK));
    });
    expect(messagesOf('lock_timeout')).toEqual(['A statement waited too long for a lock']);
  });

  it('answers 503 to a request whose statement takes too long', async () => {
    expectUnavailable(await transaction('set local statement_timeout = 20', 'select pg_sleep(60)'));
    expect(messagesOf('statement_timeout')).toEqual(['Postgres cancelled a statement']);
  });

  it('answers 503 to a request whose transaction Postgres ended because of a deadlock', async () => {
    const raise = "do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$";
    expectUnavailable(await transaction(raise));
    expect(messagesOf('deadlock')).toEqual(['Postgres ended a deadlock']);
  });

  it('answers 503 to a request whose session an administrator ended', async () => {
    expectUnavailable(await transaction('select pg_terminate_backend(pg_backend_pid())'));
  });

  it('answers 503 to a request whose transaction was idle for too long', async () => {
    gates.slow = new Gate();
    const caller = world.as({ account_id: 8 });
    const response = caller.post('reviews', `${PROBE}/idle-transaction`, { body: {} });
    const idle = (): Promise<object[]> =>
      world.admin.query(
        "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
    const entered = () => gates.slow.entered;
    await eventually(entered, (count) => count === 1, 'the transaction to be idle');
    await eventually(idle, ({ length }) => length === 0, 'Postgres to end the transaction');
    gates.slow.open();
    expectUnavailable(await response);
  });

  it('refuses a second connection to code inside a transaction', async () => {
    world.expectErrors(/second connection/);
    const response = await world.as({ account_id: 9 }).get('reviews', `${PROBE}/nested`);
    expect(response.status).toBe(500);
    const [error] = world.logs.errors();
    expect(error?.message).toMatchObject({ message: expect.stringContaining('used a second connection') });
  });
});

describe('HTTP', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  describe('status codes', () => {
    it('returns 200 for POST unless the operation sets another status', async () => {
      expect((await probe.post('raw', {})).status).toBe(200);
      expect((await probe.post('created', {})).status).toBe(201);
    });
  });

  describe('error responses', () => {
    it('returns 405 with the methods of a path for any other method, with a slash at its end, too', async () => {
      for (const path of [`${PROBE}/raw`, `${PROBE}/raw/`]) {
        const response = await probe.caller.get('reviews', path);
        expect(response).toEqual(errorResponse(405, 'method_not_allowed'));
        expect(response.headers.get('allow')).toBe('OPTIONS, POST');
        expect(response.body.msg).toBe(`${path} takes POST, not GET.`);
      }
    });

    it('returns 404 in the common shape for unknown paths', async () => {
      for (const path of ['/', '/public/v1/nothing']) {
        const response = await probe.caller.get('reviews', path);
        expect(response).toEqual(errorResponse(404, 'not_found'));
        expect(response.body.msg).toBe(`There is no GET ${path} in this API.`);
      }
    });

    it('returns the common shape for a path that cannot be decoded', async () => {
      expect(
        await rawStatusAndBody('GET /public/v1/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      ).toEqual([
        400,
        expect.objectContaining({
          success: false,
          code: 'validation_failed',
          request_id: expect.any(String),
        }),
      ]);
    });

    it('returns the common shape for bytes that are not HTTP and for headers that are too long', async () => {
      expect(await rawStatusAndBody('HELO there\r\n\r\n')).toEqual([
        400,
        expect.objectContaining({
          success: false,
          code: 'validation_failed',
          request_id: expect.any(String),
        }),
      ]);
      const headers = `X-Long: ${'x'.repeat(20_000)}`;
      expect(await rawStatusAndBody(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)).toEqual([
        431,
        expect.objectContaining({ success: false, code: 'validation_failed' }),
      ]);
    });

    it('returns the common shape for an unsupported Expect header', async () => {
      const text = 'GET /public/v1/hello HTTP/1.1\r\nHost: x\r\nExpect: zzz\r\nConnection: close\r\n\r\n';
      expect(await rawStatusAndBody(text)).toEqual([
        417,
        {
          success: false,
          code: 'validation_failed',
          msg: expect.stringContaining('Expect'),
          request_id: expect.any(String),
        },
      ]);
    });

    it('includes the details of an ApiError', async () => {
      const more = { queued: false, retry_after_minutes: 5, retry_after_seconds: 300 };
      expect(await probe.get('limited')).toEqual(errorResponse(429, 'refresh_too_soon', more));
    });

    it('sets Retry-After, and the same time in the body, only if waiting helps', async () => {
      const responses = [
        await probe.get('limited'),
        await probe.post('call-channels', { path: '/' }),
        await probe.get('nowhere'),
      ];
      const waits = responses.map(({ status, headers, body }) => [
        status,
        headers.get('retry-after'),
        body.retry_after_seconds,
      ]);
      expect(waits).toEqual([
        [429, '300', 300],
        [503, '2', 2],
        [404, null, undefined],
      ]);
    });

    it.each(['broken', 'odd'])('hides the error of GET %s from the client and logs it once', async (path) => {
      probe.world.expectErrors(/hunter2/);
      const before = probe.world.logs.errors().length;
      const response = await probe.get(path, { 'x-request-id': `request-${path}` });
      expect(response).toEqual(errorResponse(500, 'internal_error', { request_id: `request-${path}` }));
      expect(JSON.stringify(response.body)).not.toMatch(/hunter2|Error|\.ts/);
      const logged = probe.world.logs.errors().slice(before);
      expect(logged).toHaveLength(1);
      expect(logged[0]?.message).toMatchObject({ message: expect.stringContaining('hunter2') });
    });

    async function rawStatusAndBody(text: string): Promise<unknown> {
      const { hostname, port } = new URL(probe.world.url('reviews'));
      const response = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('end', () => resolve(received));
        socket.on('error', reject);
      });
      const [head, body] = response.split('\r\n\r\n') as [string, string];
      return [Number(head.split(' ')[1]), JSON.parse(body)];
    }
  });

  describe('X-Request-Id', () => {
    it('keeps a valid request id of the client', async () => {
      const response = await probe.get('nothing', { 'x-request-id': 'abc-123.def:4_5' });
      expect(response.headers.get('x-request-id')).toBe('abc-123.def:4_5');
      expect(response.body.request_id).toBe('abc-123.def:4_5');
    });

    it.each(['short', 'x'.repeat(129), 'has space', 'line<br>', ''])(
      'replaces the invalid request id "%s"',
      async (given) => {
        const response = await probe.get('public', { 'x-request-id': given });
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      },
    );
  });

  describe('Idempotency-Key', () => {
    const once = (key: string, body: object = {}) =>
      probe.post('once', body, { ...JSON_TYPE, 'idempotency-key': key });

    it('replays the first response and marks it as replayed', async () => {
      const first = await once('key-1');
      const second = await once('key-1');
      expect(first.status).toBe(201);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(second).toMatchObject({ status: 201, body: first.body });
      expect(second.headers.get('idempotency-replayed')).toBe('true');
    });

    it('replays the first response whatever a readable body of the repeat says', async () => {
      const first = await once('key-body', { name: 'Ann' });
      for (const body of [{ name: 'Ben' }, { name: 7 }, { name: 'failing' }]) {
        const repeat = await once('key-body', body);
        expect(repeat).toMatchObject({ status: 201, body: first.body });
        expect(repeat.headers.get('idempotency-replayed')).toBe('true');
      }
      const headers = { ...JSON_TYPE, 'idempotency-key': 'key-body' };
      for (const unreadable of ['{"name":', '[]', '{"name":"\\u0000"}'])
        expect(await probe.post('once', unreadable, headers)).toMatchObject({ status: 400 });
      expect(await once('key-new', { name: 7 })).toMatchObject({ status: 400 });
    });

    it('replays nothing for a dry run, and leaves its key to the request that stores', async () => {
      const dry = await once('key-dry', { dry_run: true });
      const first = await once('key-dry');
      const again = await once('key-dry', { dry_run: true });
      expect(new Set([dry, first, again].map(({ body }) => body.token)).size).toBe(3);
      expect(await once('key-dry')).toMatchObject({ body: first.body });
    });

    it('stores no failure, so that a repeat runs again', async () => {
      expect(await once('key-failed', { name: 'failing' })).toMatchObject({ status: 404 });
      const repeat = await once('key-failed');
      expect(repeat.status).toBe(201);
      expect(repeat.headers.get('idempotency-replayed')).toBeNull();
    });

    it('keeps the same key of two API keys apart, so that neither gets a secret of the other', async () => {
      const mine = await once('key-shared');
      const headers = { 'idempotency-key': 'key-shared' };
      const theirs = await probe.world.as({ key_id: 2 }).post('reviews', `${PROBE}/once`, { headers });
      expect(theirs.status).toBe(201);
      expect(theirs.body.token).not.toBe(mine.body.token);
    });

    it('keeps the same key of two sub accounts apart', async () => {
      const mine = await once('key-2');
      const headers = { 'idempotency-key': 'key-2' };
      const theirs = await probe.world
        .as({ sub_account_id: 2 })
        .post('reviews', `${PROBE}/once`, { headers });
      expect(theirs.body.token).not.toBe(mine.body.token);
    });

    it('replays nothing to callers without an API key, who cannot be told apart', async () => {
      const headers = { 'idempotency-key': 'key-nobody' };
      const nobody = probe.world.as({ key_id: null });
      probe.world.expectErrors(/An Idempotency-Key needs/);
      expect(await nobody.post('reviews', `${PROBE}/once`, { headers })).toMatchObject({ status: 500 });
    });

    it('accepts 1 to 255 characters and refuses any other length', async () => {
      expect((await once('x'.repeat(255))).status).toBe(201);
      for (const key of ['', 'x'.repeat(256)]) {
        expect(await once(key)).toEqual(errorResponse(400, 'invalid_value', { field: 'Idempotency-Key' }));
      }
    });

    it('runs every request without the header', async () => {
      const [one, other] = [await probe.post('once', {}), await probe.post('once', {})];
      expect(one.body.token).not.toBe(other.body.token);
    });
  });

  describe('request context', () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const headers = { ...JSON_TYPE, 'x-request-id': 'context-1', traceparent };

    it.each([
      ['small', 10],
      ['large', 1_500_000],
    ])('reaches a controller after a %s body', async (_name, size) => {
      const response = await probe.post('context', { a: 'x'.repeat(size) }, headers);
      expect(response).toMatchObject({
        status: 200,
        body: {
          service: 'reviews',
          correlationId: 'context-1',
          causationId: null,
          traceparent,
          account: 7,
        },
      });
    });

    it('reaches a controller after a body that arrives in pieces', async () => {
      const response = await sendInPieces(['{"a":', '"x"', '}']);
      expect(response).toMatchObject({ size: 9, service: 'reviews', correlationId: 'context-1' });
    });

    async function sendInPieces(pieces: readonly string[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const url = probe.url('open-context');
        const outgoing = httpRequest(url, { method: 'POST', headers }, (incoming) => {
          let text = '';
          incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
          incoming.on('end', () => resolve(JSON.parse(text)));
        });
        outgoing.on('error', reject);
        const sendNext = ([piece, ...rest]: readonly string[]): void => {
          if (piece === undefined) outgoing.end();
          else outgoing.write(piece, () => setImmediate(() => sendNext(rest)));
        };
        sendNext(pieces);
      });
    }

    it('drops a malformed traceparent', async () => {
      const response = await probe.post('context', {}, { ...headers, traceparent: '00-abc' });
      expect(response.body.traceparent).toBeNull();
    });
  });

  describe('scopes', () => {
    it('refuses a token without the required scope, whether it is new or cached', async () => {
      const narrow = probe.world.as({ scopes: ['channels:read'] });
      // Two tokens of a principal are identical within a second, so the second round uses the cache.
      for (let round = 0; round < 3; round += 1) {
        expect(await narrow.get('reviews', `${PROBE}/principal`)).toEqual(
          errorResponse(403, 'forbidden', { required: 'reviews:read' }),
        );
        expect(await narrow.get('reviews', `${PROBE}/public`)).toMatchObject({ status: 200 });
      }
    });

    it('accepts any token for a public operation, but no request without a token', async () => {
      expect(await probe.world.as({ scopes: [] }).get('reviews', `${PROBE}/public`)).toMatchObject({
        status: 200,
      });
      expect(await probe.world.anonymous().get('reviews', `${PROBE}/public`)).toEqual(
        errorResponse(401, 'missing_key'),
      );
    });

    it('accepts a request without a token for an @Open operation', async () => {
      expect(await probe.world.anonymous().get('reviews', `${PROBE}/open`)).toMatchObject({ status: 200 });
    });

    it('refuses a token that the gateway did not sign', async () => {
      const response = await probe.world
        .anonymous()
        .get('reviews', `${PROBE}/principal`, { headers: { 'x-plaudit-principal': 'forged' } });
      expect(response).toEqual(errorResponse(401, 'invalid_key'));
    });
  });
});

describe('HttpListener', () => {
  it.each([
    ['sends no byte', []],
    ['stops within its headers', ['GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ']],
    ['trickles its headers', ['GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', ...'x'.repeat(2_000)]],
  ])('closes the connection of a client that %s', async (_what, pieces: string[]) => {
    const slow = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 };
    const listener = await HttpListener.open('127.0.0.1', 0, slow);
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    const sending = setInterval(() => socket.write(pieces.shift() ?? ''), 10);
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    await expect(closed).resolves.toBe('closed');
    clearInterval(sending);
    await listener.close(0);
  });

  it('responds 503 in the common shape until an application is attached', async () => {
    const listener = await HttpListener.open('127.0.0.1', 0);
    const response = await fetch(listener.url, { headers: { 'x-request-id': 'request-1' } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('x-request-id')).toBe('request-1');
    expect(await response.json()).toEqual({
      success: false,
      msg: 'The service is starting; try again in a second.',
      code: 'upstream_unavailable',
      retry_after_seconds: 1,
      request_id: 'request-1',
    });
    await listener.close();
  });

  it('listens on the given host and returns a URL that can be called', async () => {
    for (const host of ['0.0.0.0', 'localhost']) {
      const listener = await HttpListener.open(host, 0);
      expect((await fetch(listener.url)).status).toBe(503);
      await listener.close();
    }
  });

  it('throws with a readable reason if the machine does not have the host’s address', async () => {
    await expect(HttpListener.open('192.0.2.1', 0)).rejects.toThrow(
      'cannot listen on 192.0.2.1:0: this machine has no such address; set HOST to one that it has',
    );
  });

  it('responds 200 for its liveness and 503 with the step of the start until an application is attached', async () => {
    const listener = await HttpListener.open('127.0.0.1', 0);
    const get = async (path: string) => {
      const response = await fetch(`${listener.url}/health/${path}`);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    expect(await get('live?probe=1')).toEqual({ status: 200, body: { status: 'ok' } });
    const waiting = { status: 'starting', step: 'waiting for the services before it' };
    expect(await get('startup')).toEqual({ status: 503, body: waiting });
    listener.report('migrating');
    expect(await get('startup')).toEqual({ status: 503, body: { status: 'starting', step: 'migrating' } });
    expect(await get('ready')).toMatchObject({
      status: 503,
      body: { error: { startup: { status: 'down' } } },
    });
    await listener.close();
  });
});

describe('HttpListener › beginShutdown', () => {
  let listener: HttpListener;
  let agent: Agent;
  /** Ends the responses that the application has not sent, in the order of their requests. */
  let answers: ((body: string) => void)[];
  let raw: Socket;
  let received: string;

  const application: RequestListener = (incoming, outgoing) => {
    incoming.resume();
    if (incoming.url === '/wait') answers.push((body) => void outgoing.end(body));
    // Fastify passes the headers to writeHead too.
    else outgoing.writeHead(200, { 'x-path': incoming.url, 'content-length': 4 }).end('done');
  };

  beforeEach(async () => {
    answers = [];
    received = '';
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    listener = await HttpListener.open('127.0.0.1', 0);
    listener.serverFactory(application).ready();
    raw = connect(Number(new URL(listener.url).port), '127.0.0.1');
    raw.on('error', () => {}).on('data', (chunk: Buffer) => (received += chunk.toString()));
    await once(raw, 'connect');
  });
  afterEach(async () => {
    agent.destroy();
    raw.destroy();
    await listener.close(0);
  });

  /** Sends a request on the agent's only connection and returns the Connection header of its response. */
  const connectionOf = async (path: string): Promise<string | undefined> => {
    const outgoing = request(listener.url + path, { agent }).end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    await once(incoming.resume(), 'end');
    return incoming.headers.connection;
  };
  const waiting = (count: number) =>
    eventually(
      () => answers.length,
      (length) => length === count,
      'the requests to arrive',
    );

  it('keeps connections alive until then and closes each one with its next response, also new ones', async () => {
    expect(await connectionOf('/before')).toBe('keep-alive');
    listener.beginShutdown();
    expect(await connectionOf('/kept')).toBe('close');
    expect(await connectionOf('/new')).toBe('close');
  });

  it('closes the connection of a request that is in flight', async () => {
    const inFlight = connectionOf('/wait');
    await waiting(1);
    listener.beginShutdown();
    answers[0]?.('done');
    expect(await inFlight).toBe('close');
  });

  it('closes the connection of a refused expectation and of an HTTP/1.0 client that wants to keep it', async () => {
    listener.beginShutdown();
    raw.write('GET / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
    await once(raw, 'close');
    expect(received).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*done$/i);
    const other = request(listener.url, {
      agent,
      method: 'POST',
      headers: { expect: 'more', 'content-length': 0 },
    });
    const [{ statusCode, headers }] = (await once(other.end(), 'response')) as [IncomingMessage];
    expect([statusCode, headers.connection]).toEqual([417, 'close']);
  });

  it('answers every pipelined request and says so in the last response', async () => {
    listener.beginShutdown();
    raw.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
    await waiting(1);
    answers[0]?.('first');
    await once(raw, 'close');
    expect(received).toMatch(/first[^]*x-path: \/second[^]*done$/);
    expect(received.match(/connection: close/gi)).toHaveLength(1);
  });

  it('handles no request that arrives after a response said that the connection ends', async () => {
    const seen: string[] = [];
    let finish = (): void => {};
    const drip: RequestListener = (incoming, outgoing) => {
      seen.push(incoming.url ?? '');
      outgoing.write('head');
      finish = () => void outgoing.end();
    };
    listener.serverFactory(drip).ready();
    listener.beginShutdown();
    raw.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(
      () => received,
      (text) => text.includes('head'),
      'the head of the first response',
    );
    raw.write('DELETE /second HTTP/1.1\r\nHost: x\r\n\r\n');
    const other = connectionOf('/other');
    await eventually(
      () => seen,
      (paths) => paths.includes('/other'),
      'a later request to be handled',
    );
    finish();
    await other;
    expect(seen).toEqual(['/first', '/other']);
  });

  it('does not close the connection of a client that still sends its body', async () => {
    listener.beginShutdown();
    raw.write('POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo');
    await eventually(
      () => received,
      (text) => text.endsWith('done'),
      'the response before the end of the body',
    );
    expect(received).toMatch(/connection: keep-alive/i);
    raw.write('dyGET /next HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(raw, 'close');
    expect(received).toMatch(/done.*connection: close.*done$/is);
  });
});

const MEBIBYTE = 1024 * 1024;

describe('HTTP requests', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  describe('bodies', () => {
    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['blank', ' \n '],
    ])('treats a %s body with a JSON content type as {}', async (_name, body) => {
      expect(await probe.post('raw', body)).toMatchObject({ status: 200, body: { body: {} } });
      const removed = await probe.caller.send('DELETE', 'reviews', `${PROBE}/items/3`, {
        body,
        headers: JSON_TYPE,
      });
      expect(removed).toMatchObject({ status: 200, body: { id: 3 } });
    });

    it('accepts a request without a body and content type if the operation needs no fields', async () => {
      expect(await probe.post('created', undefined, {})).toMatchObject({ status: 201 });
    });

    it.each(['[]', '[{"name":"x"}]', '"text"', '7', 'null', 'true'])('refuses the body %s', async (body) => {
      const response = await probe.post('raw', body);
      expect(response).toEqual(errorResponse(400, 'validation_failed'));
      expect(response.body.msg).toBe('The request body must be a JSON object.');
    });

    it.each([
      ['{', 'at position 1'],
      ['{"a":1,}', 'at position 7'],
      ['{"a":1', 'at position 6'],
      ['name=x', "token 'a'"],
      ['{"password":secret}', "token 's'"],
      ['{"a":"unfinished', 'Unterminated string'],
      ['{"a":"secret\n"}', 'control character'],
    ])('refuses the invalid JSON %j with one reason that quotes none of the body', async (body, reason) => {
      const response = await probe.post('raw', body);
      expect(response).toEqual(errorResponse(400, 'invalid_json'));
      const { msg } = response.body;
      expect(msg).toMatch(/^The request body is not valid JSON: [^":]+\.$/);
      expect(msg.match(/JSON: /g)).toHaveLength(1);
      expect(msg).toContain(reason);
      expect(msg).not.toContain('secret');
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'nonsense',
    ])('refuses the content type %s', async (type) => {
      const response = await probe.post('raw', '{}', { 'content-type': type });
      expect(response).toEqual(errorResponse(415, 'unsupported_media_type'));
    });

    it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
      'reads the content type %s as JSON',
      async (type) => {
        const response = await probe.post('raw', '{"a":"ü"}', { 'content-type': type });
        expect(response).toMatchObject({ status: 200, body: { body: { a: 'ü' } } });
      },
    );

    it.each([
      ['a control character', { a: { b: ['fine', 'x\u0000y'] } }, 'a.b[1]'],
      ['DEL', { a: '\u007f' }, 'a'],
      ['a C1 control character', { a: '\u0092' }, 'a'],
      ['half of a surrogate pair', { a: '\ud83d' }, 'a'],
      ['a control character in a name', { 'x\u0001': 1 }, 'x?'],
    ])('refuses a body with %s', async (_name, body, field) => {
      expect(await probe.post('raw', body)).toEqual(errorResponse(400, 'invalid_value', { field }));
    });

    it.each([
      ['{"__proto__":{"admin":true}}', '__proto__'],
      ['{"a":{"\\u005f_proto__":1}}', 'a.__proto__'],
      ['{"a":{"constructor":{"prototype":1}}}', 'a.constructor'],
    ])('refuses a reserved name in %s', async (body, field) => {
      expect(await probe.post('raw', body)).toEqual(errorResponse(400, 'invalid_value', { field }));
    });

    it('accepts line breaks, tabs and whole surrogate pairs', async () => {
      const body = { a: 'one\r\n\ttwo 😀' };
      expect(await probe.post('raw', body)).toMatchObject({ status: 200, body: { body } });
    });

    it('refuses a body that is nested 100,000 levels deep', async () => {
      const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await probe.post('raw', deep)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });

    it('accepts 2 MiB and refuses 3 MiB', async () => {
      const body = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
      expect(await probe.post('raw', body(2 * MEBIBYTE))).toMatchObject({ status: 200 });
      expect(await sendRaw(3 * MEBIBYTE, 'content-length')).toEqual([413, 'payload_too_large']);
      expect(await sendRaw(3 * MEBIBYTE, 'chunked')).toEqual([413, 'payload_too_large']);
    });

    /**
     * Uses node:http, because other clients may fail before they read a response that arrives while they still send.
     */
    async function sendRaw(bytes: number, framing: 'content-length' | 'chunked'): Promise<unknown> {
      const length: Record<string, string> = framing === 'chunked' ? {} : { 'content-length': String(bytes) };
      const url = probe.url('raw');
      return new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          url,
          { method: 'POST', headers: { ...JSON_TYPE, ...length } },
          (incoming) => {
            let text = '';
            incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
            incoming.on('end', () =>
              resolve([incoming.statusCode, (JSON.parse(text) as { code: string }).code]),
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.write('x'.repeat(bytes - MEBIBYTE));
        outgoing.end('x'.repeat(MEBIBYTE));
      });
    }
  });

  describe('fields', () => {
    it('drops unknown fields', async () => {
      expect((await probe.post('named', { name: 'Ann', more: 1 })).body).toEqual({ name: 'Ann' });
    });

    it('reports every fault and takes code and field from the first one', async () => {
      const response = await probe.post('named', { count: '7', parts: [{ size: 1 }, { size: 'x' }, {}] });
      expect(response).toEqual(
        errorResponse(400, 'missing_field', {
          field: 'name',
          errors: [
            { field: 'name', msg: 'name is required.' },
            { field: 'count', msg: 'count must be an integer.' },
            { field: 'parts[1].size', msg: 'parts[1].size must be an integer.' },
            { field: 'parts[2].size', msg: 'parts[2].size is required.' },
          ],
        }),
      );
    });

    it('does not call a list missing whose items are wrong', async () => {
      const { body } = await probe.post('named', { name: 'a', parts: [7] });
      expect(body.errors).toEqual([{ field: 'parts[0]', msg: 'parts[0] must be an object.' }]);
      const { errors } = (await probe.post('named', { name: 'a', parts: {} })).body;
      expect(errors).toEqual([
        { field: 'parts', msg: 'parts must be a list.' },
        { field: 'parts.size', msg: 'parts.size is required.' },
      ]);
    });

    it('reports one reason for each invalid field', async () => {
      const response = await probe.post('named', { name: 'a name that is too long' });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed', field: 'name' } });
      expect(response.body.errors).toHaveLength(1);
    });

    it('requires fields also if the request has no body', async () => {
      expect(await probe.post('named', undefined, {})).toMatchObject({
        status: 400,
        body: { code: 'missing_field' },
      });
    });
  });

  describe('query strings', () => {
    it('refuses a repeated parameter', async () => {
      expect(await probe.get('query?name=a&name=b')).toEqual(
        errorResponse(400, 'invalid_value', { field: 'name' }),
      );
    });

    it('refuses control characters', async () => {
      expect(await probe.get('query?name=a%00b')).toEqual(
        errorResponse(400, 'invalid_value', { field: 'name' }),
      );
    });

    it.each(['%', '%zz', '%ff', '%C3', '%ED%A0%80'])(
      'refuses %s, which is not percent-encoded UTF-8',
      async (value) => {
        const refused = errorResponse(400, 'invalid_value', { field: 'name' });
        expect(await probe.get(`query?other=%C3%A9&name=a${value}`)).toEqual(refused);
      },
    );

    it.each([
      ['query?nam=a', 'nam', "Unknown query parameter 'nam'. Did you mean 'name'?"],
      ['query?name=a&page=2', 'page', "Unknown query parameter 'page'. This operation takes name."],
      ['query?toString=a', 'toString', "Unknown query parameter 'toString'. This operation takes name."],
      ['items/7?deep=1', 'deep', "Unknown query parameter 'deep'. This operation takes no query parameters."],
    ])('refuses the unknown parameter of %s', async (path, field, msg) => {
      expect(await probe.get(path)).toEqual(errorResponse(400, 'invalid_value', { field, msg }));
    });

    it('refuses an unknown parameter of any method before it reads the body', async () => {
      const refused = errorResponse(400, 'invalid_value', { field: 'dry_run' });
      expect(await probe.post('named?dry_run=1', {})).toEqual(refused);
      expect(await probe.caller.send('DELETE', 'reviews', `${PROBE}/items/3?dry_run=1`)).toEqual(refused);
    });

    it('refuses a client without the right before it names a parameter', async () => {
      const narrow = probe.world.as({ scopes: ['channels:read'] });
      expect(await narrow.get('reviews', `${PROBE}/query?nam=a`)).toEqual(
        errorResponse(403, 'forbidden', { required: 'reviews:read' }),
      );
    });

    it('ignores unknown parameters of pages, and of operations that pass their query on', async () => {
      expect(await probe.caller.get('reviews', '/probe-page?utm_source=mail')).toMatchObject({ status: 200 });
      const passed = await probe.get('passed-on?anything=1');
      expect(passed).toMatchObject({ status: 200, body: { anything: '1' } });
    });

    it('refuses an unknown parameter that another service passes on', async () => {
      const ask = (query: string) => probe.caller.get('reviews', `/probe-page/for-another-service?${query}`);
      expect(await ask('nam=a')).toEqual(errorResponse(400, 'invalid_value', { field: 'nam' }));
      expect(await ask('name=a')).toMatchObject({ status: 200, body: { name: 'a' } });
    });

    it('keeps parameters as text', async () => {
      expect(await probe.get('query?name=007')).toMatchObject({ status: 200, body: { name: '007' } });
    });
  });

  it('refuses a path that is not percent-encoded UTF-8', async () => {
    const response = await probe.get('items/%ff');
    expect(response).toEqual(errorResponse(400, 'validation_failed'));
    expect(response.body.msg).toBe('The path is not percent-encoded UTF-8; encode it again.');
  });

  describe('ids in paths', () => {
    it('accepts positive integers up to Number.MAX_SAFE_INTEGER', async () => {
      expect(await probe.get('items/42')).toMatchObject({ status: 200, body: { id: 42 } });
      expect(await probe.get('items/9007199254740991')).toMatchObject({
        body: { id: Number.MAX_SAFE_INTEGER },
      });
    });

    it.each([
      'abc',
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '%2042',
      '01',
      '9007199254740992',
      '99999999999999999999',
      '1'.repeat(2_000),
    ])('answers 404 for the id %s, which no object can have', async (id) => {
      const response = await probe.get(`items/${id}`);
      expect(response).toEqual(errorResponse(404, 'not_found'));
      expect(response.body.msg).toMatch(
        /^There is no id ".{1,41}": ids are positive integers such as 42\.$/u,
      );
    });
  });
});

/** The encoding is checked before the token. A valid body therefore gets 401 `missing_key`. */
describe('request body encoding', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  const ACCEPTED = [401, 'missing_key'];

  async function send(
    body: Buffer | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<unknown[]> {
    const response = await new HttpClient(probe.url('raw'), JSON_TYPE).post('', { body, headers });
    const { code, msg } = response.body as { code: string; msg: string };
    return [response.status, code, msg].slice(0, response.status === 401 ? 2 : 3);
  }

  const chunked = (bytes: Buffer): ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });

  const json = (text: string): Buffer => Buffer.from(JSON.stringify({ text }));

  it('accepts any UTF-8, also in chunks that split a character', async () => {
    expect(await send(json('ü 😀'))).toEqual(ACCEPTED);
    expect(await send(chunked(json('ü 😀')))).toEqual(ACCEPTED);
    expect(await send(Buffer.concat([Buffer.from('\ufeff'), json('x')]))).toEqual(ACCEPTED);
  });

  it.each([
    ['an incomplete emoji', Buffer.from('f09f98', 'hex')],
    ['a byte that UTF-8 never contains', Buffer.from('ff', 'hex')],
    ['an overlong slash', Buffer.from('c0af', 'hex')],
    ['a surrogate', Buffer.from('eda080', 'hex')],
    ['Latin-1', Buffer.from('é', 'latin1')],
  ])('refuses %s, both in one piece and chunked', async (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('{"text":"x '), bytes, Buffer.from(' y"}')]);
    const refusal = [400, 'invalid_json', 'The request body is not valid UTF-8; encode its text again.'];
    expect(await send(body)).toEqual(refusal);
    expect(await send(chunked(body))).toEqual(refusal);
  });

  it.each(['utf-16', 'iso-8859-1', '"windows-1252"'])('refuses the charset %s', async (charset) => {
    const type = `application/json; charset=${charset}`;
    expect(await send(json('x'), { 'content-type': type })).toEqual([
      415,
      'unsupported_media_type',
      'The request body must be sent in UTF-8, with Content-Type: application/json.',
    ]);
  });

  it.each(['UTF-8', '"utf-8"', 'us-ascii'])('accepts the charset %s', async (charset) => {
    expect(await send(json('x'), { 'content-type': `application/json;charset=${charset}` })).toEqual(
      ACCEPTED,
    );
  });

  it.each([
    ['gzip', gzipSync(json('x'))],
    ['br', json('not even compressed')],
    ['nonsense', json('x')],
  ])('refuses Content-Encoding %s', async (encoding, body) => {
    expect(await send(body, { 'content-encoding': encoding })).toEqual([
      415,
      'unsupported_media_type',
      'The request body must be sent uncompressed, without Content-Encoding.',
    ]);
  });

  it('counts a 4xx and logs no error if the client disconnects within the body', async () => {
    const { hostname, port } = new URL(probe.url('raw'));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = ['POST /public/v1/probe/raw HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 50\r\n\r\n{`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    const metrics = async () => (await (await fetch(probe.world.metricsUrl)).text()).split('\n');
    const with4xx = (lines: string[]) =>
      lines.filter(
        (line) =>
          line.startsWith('plaudit_http_request_duration_seconds_count') && line.includes('status="4'),
      );
    await eventually(
      metrics,
      (lines) => with4xx(lines).some((line) => line.includes('probe/raw')),
      'the aborted request to be counted',
    );
    expect((await metrics()).filter((line) => line.includes('status="5'))).toEqual([]);
    expect(probe.world.logs.errors()).toEqual([]);
  });
});

class PartInput {
  @IsInt() size: number;
}

class ItemInput {
  @IsString() name: string;
  @Optional() @IsArray() @ValidateNested({ each: true }) @Type(() => PartInput) parts?: PartInput[];
}

@Controller('public/v1/items')
class ItemsController {
  @Post('one')
  @Scoped('reviews:write')
  one(@Body() item: ItemInput): object {
    return item;
  }

  @Post('many')
  @Scoped('reviews:write')
  @ReadsItems('items')
  many(@Body() body: { items?: unknown }): object {
    return { results: Array.isArray(body.items) ? body.items.map(readOrRefuse) : null };
  }
}

function readOrRefuse(item: unknown): object {
  try {
    return readItem(ItemInput, item);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, msg: error.message, ...error.details };
    throw error;
  }
}

@Module({ controllers: [ItemsController] })
class ItemsModule {}

describe('@ReadsItems', () => {
  const service = defineService({
    name: 'reviews',
    summary: 'A service with a bulk operation',
    env: ServiceEnv,
    module: ItemsModule,
    entities: [],
    migrations: [],
  });

  let world: World;
  let caller: Caller;
  const post = async (path: string, body: unknown) =>
    caller.post('reviews', `/public/v1/items/${path}`, { body });

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: service }], nats: false });
    caller = world.as();
  });
  afterAll(() => world.close());

  it.each([
    ['without fields', {}],
    ['with a wrong type', { name: 7 }],
    ['with two faults', { name: 7, parts: [{ size: 'x' }] }],
    ['with a control character', { name: 'a\u0000b' }],
    ['with half a surrogate pair', { name: '\ud800' }],
    ['with the key __proto__', JSON.parse('{"name":"a","__proto__":{"b":1}}')],
    ['with the key constructor', { name: 'a', parts: [{ size: 1, constructor: 2 }] }],
    ['that is nested too deeply', { name: 'a', parts: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) }],
  ])('refuses an item %s like a whole body and accepts the others', async (_what, item) => {
    const whole = await post('one', item);
    const { success: _success, request_id: _id, ...refusal } = whole.body;
    expect(whole.status).toBe(400);
    expect(await post('many', { items: [{ name: 'fine' }, item] })).toMatchObject({
      status: 200,
      body: { results: [{ name: 'fine' }, refusal] },
    });
  });

  it('takes a request without a body as one without items', async () => {
    expect(await post('many', undefined)).toMatchObject({ status: 200, body: { results: null } });
  });

  it.each([[null], [7], ['text'], [[]], [true]])(
    'refuses the item %j, which is not an object',
    async (item) => {
      const { body } = await post('many', { items: [item] });
      expect(body.results).toEqual([{ code: 'validation_failed', msg: 'The item must be an object.' }]);
    },
  );

  it('drops unknown fields of an item', async () => {
    const { body } = await post('many', { items: [{ name: 'a', more: 1 }] });
    expect(body.results).toEqual([{ name: 'a' }]);
  });

  it('applies the common checks to the rest of the body', async () => {
    expect(await post('many', { items: [], other: '\u0001' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'other' },
    });
    expect(await post('many', { items: { name: '\u0001' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'items.name' },
    });
  });

  it('passes a list that is nested 100,000 levels deep to the operation without an error', async () => {
    const deep = `{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await post('many', deep)).toMatchObject({ status: 200 });
    expect(world.logs.errors()).toEqual([]);
  });
});

const LIMIT = 2 * 1024 * 1024;

@Controller('hooks')
class HooksController {
  @Post('raw')
  @Scoped('public')
  @TakesRawBody()
  raw(@RawBody() body: Buffer): object {
    return described(body);
  }

  @Get('raw')
  @Scoped('public')
  @TakesRawBody()
  get(@RawBody() body: Buffer): object {
    return described(body);
  }

  @Post('json')
  @Scoped('public')
  json(@Body() body: object): object {
    return body;
  }

  @Post('forgotten')
  @Scoped('public')
  forgotten(@RawBody() body: Buffer): object {
    return described(body);
  }
}

function described(body: Buffer): object {
  return { isBuffer: Buffer.isBuffer(body), bytes: body.length, digest: digestOf(body) };
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

@Module({ controllers: [HooksController] })
class HooksModule {}

describe('@TakesRawBody', () => {
  const service = defineService({
    name: 'invitations',
    summary: 'A service that takes bodies of any content type',
    env: ServiceEnv,
    module: HooksModule,
    entities: [],
    migrations: [],
  });

  let world: World;
  let caller: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [{ definition: service, settings: { BODY_TIMEOUT_MS: '1000' } }],
      nats: false,
    });
    caller = world.as();
  });
  afterAll(() => world.close());

  function post(path: string, body: Buffer | ReadableStream, type?: string): Promise<HttpResult> {
    return caller.post('invitations', `/hooks/${path}`, {
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  }

  it.each([
    ['application/x-www-form-urlencoded', Buffer.from('List-Unsubscribe=One-Click')],
    ['multipart/form-data; boundary=x', Buffer.from('--x\r\n\r\nOne-Click\r\n--x--\r\n')],
    ['text/plain; charset=UTF-8', Buffer.from('{"Type":"Notification"}')],
    ['application/json', Buffer.from('{ "order": 1,  "a": 2 }')],
    ['application/json', Buffer.from('not JSON')],
    ['application/json; charset=utf-16', Buffer.from('ü', 'utf16le')],
    ['application/octet-stream', randomBytes(1_000)],
    ['message/rfc822', Buffer.from('Subject: x\r\n\r\n')],
  ])('passes on the bytes of %s', async (type, body) => {
    expect(await post('raw', body, type)).toMatchObject({
      status: 200,
      body: { isBuffer: true, bytes: body.length, digest: digestOf(body) },
    });
  });

  it('passes on a body without a content type, and one that is compressed', async () => {
    const body = randomBytes(100);
    const compressed = await caller.post('invitations', '/hooks/raw', {
      body,
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    });
    for (const response of [await post('raw', body), compressed])
      expect(response).toMatchObject({ status: 200, body: { digest: digestOf(body) } });
  });

  it('passes on an empty buffer without a body, for a GET with a body too', async () => {
    const empty = { status: 200, body: { isBuffer: true, bytes: 0 } };
    expect(await post('raw', Buffer.alloc(0), 'text/plain')).toMatchObject(empty);
    expect(await post('raw', Buffer.alloc(0))).toMatchObject(empty);
    expect(await caller.get('invitations', '/hooks/raw?a=1')).toMatchObject(empty);
    expect(await caller.send('HEAD', 'invitations', '/hooks/raw?a=1')).toMatchObject({ status: 200 });
  });

  it('accepts 2 MiB and responds 413 to more', async () => {
    expect(await post('raw', Buffer.alloc(LIMIT, 'x'), 'text/plain')).toMatchObject({
      status: 200,
      body: { bytes: LIMIT },
    });
    expect(await post('raw', Buffer.alloc(LIMIT + 1), 'text/plain')).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  it('responds 408 to a body that does not arrive in time', async () => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(Uint8Array.of(1)) });
    expect(await post('raw', endless, 'text/plain')).toMatchObject({
      status: 408,
      body: { code: 'request_timeout' },
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', undefined])(
    'leaves the other operations with 415 to the content type %s',
    async (type) => {
      expect(await post('json', Buffer.from('{}'), type)).toMatchObject({
        status: 415,
        body: {
          code: 'unsupported_media_type',
          msg: 'The request body must be sent with Content-Type: application/json.',
        },
      });
    },
  );

  it('leaves an unknown path with 404', async () => {
    expect(await post('nothing', Buffer.from('x'), 'text/plain')).toMatchObject({ status: 404 });
    expect(await post('nothing', Buffer.from('x'))).toMatchObject({ status: 404 });
  });

  it('reports an operation that reads the bytes without the decorator', async () => {
    world.expectErrors(/@RawBody needs @TakesRawBody/);
    expect(await post('forgotten', Buffer.from('{}'), 'application/json')).toMatchObject({ status: 500 });
  });
});
