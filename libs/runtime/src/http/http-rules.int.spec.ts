import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { errorResponse, JSON_TYPE, PROBE, ProbeWorld } from '../fixtures/probe-world';

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
    it('returns 404 in the common shape for unknown paths and methods', async () => {
      for (const path of ['/', '/public/v1/nothing', `${PROBE}/raw`]) {
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
