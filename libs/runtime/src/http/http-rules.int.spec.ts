import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { error, JSON_TYPE, PROBE, ProbeWorld } from '../fixtures/probe-world';

describe('HTTP', () => {
  let probe: ProbeWorld;

  beforeAll(async () => {
    probe = await ProbeWorld.start();
  });
  afterAll(() => probe.close());

  describe('statuses', () => {
    it('are 200 for POST, unless its operation names another', async () => {
      expect((await probe.post('raw', {})).status).toBe(200);
      expect((await probe.post('created', {})).status).toBe(201);
    });
  });

  describe('errors', () => {
    it('are 404 in the common shape for unknown paths and methods', async () => {
      for (const path of ['/', '/public/v1/nothing', `${PROBE}/raw`]) {
        const answer = await probe.caller.get('reviews', path);
        expect(answer).toEqual(error(404, 'not_found'));
        expect(answer.body.msg).toBe(`There is no GET ${path} in this API.`);
      }
    });

    it('have the common shape for paths that cannot be read', async () => {
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

    it('have the common shape for what is not HTTP', async () => {
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

    it('have the common shape for an expectation that nobody meets', async () => {
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

    it('carry what an ApiError adds', async () => {
      const more = { queued: false, retry_after_minutes: 5 };
      expect(await probe.get('limited')).toEqual(error(429, 'refresh_too_soon', more));
    });

    it('say when to come again, if waiting helps', async () => {
      const answers = [
        await probe.get('limited'),
        await probe.post('ask', { path: '/' }),
        await probe.get('nowhere'),
      ];
      const waits = answers.map(({ status, headers }) => [status, headers.get('retry-after')]);
      expect(waits).toEqual([
        [429, '300'],
        [503, '2'],
        [404, null],
      ]);
    });

    it.each(['broken', 'odd'])('say nothing of what is %s, and log it once', async (path) => {
      probe.world.expectErrors(/hunter2/);
      const before = probe.world.logs.errors().length;
      const answer = await probe.get(path, { 'x-request-id': `asked-for-${path}` });
      expect(answer).toEqual(error(500, 'internal_error', { request_id: `asked-for-${path}` }));
      expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|Error|\.ts/);
      const logged = probe.world.logs.errors().slice(before);
      expect(logged).toHaveLength(1);
      expect(logged[0]?.message).toMatchObject({ message: expect.stringContaining('hunter2') });
    });

    async function rawStatusAndBody(text: string): Promise<unknown> {
      const { hostname, port } = new URL(probe.world.url('reviews'));
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('end', () => resolve(received));
        socket.on('error', reject);
      });
      const [head, body] = answer.split('\r\n\r\n') as [string, string];
      return [Number(head.split(' ')[1]), JSON.parse(body)];
    }
  });

  describe('request ids', () => {
    it('are the caller’s when they are sane', async () => {
      const answer = await probe.get('nothing', { 'x-request-id': 'abc-123.def:4_5' });
      expect(answer.headers.get('x-request-id')).toBe('abc-123.def:4_5');
      expect(answer.body.request_id).toBe('abc-123.def:4_5');
    });

    it.each(['short', 'x'.repeat(129), 'has space', 'line<br>', ''])('are never "%s"', async (given) => {
      const answer = await probe.get('public', { 'x-request-id': given });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('an Idempotency-Key', () => {
    const once = (key: string, query = '') =>
      probe.post(`once${query}`, {}, { ...JSON_TYPE, 'idempotency-key': key });

    it('brings back the first answer, marked as such, whatever the query', async () => {
      const first = await once('key-1');
      const second = await once('key-1', '?debug=1');
      expect(first.status).toBe(201);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(second).toMatchObject({ status: 201, body: first.body });
      expect(second.headers.get('idempotency-replayed')).toBe('true');
    });

    it('is the sub account’s own', async () => {
      const mine = await once('key-2');
      const headers = { 'idempotency-key': 'key-2' };
      const theirs = await probe.world
        .as({ sub_account_id: 2 })
        .post('reviews', `${PROBE}/once`, { headers });
      expect(theirs.body.answer).not.toBe(mine.body.answer);
    });

    it('has 1 to 255 characters', async () => {
      expect((await once('x'.repeat(255))).status).toBe(201);
      for (const key of ['', 'x'.repeat(256)]) {
        expect(await once(key)).toEqual(error(400, 'invalid_value', { field: 'Idempotency-Key' }));
      }
    });

    it('may be left out', async () => {
      const [one, other] = [await probe.post('once', {}), await probe.post('once', {})];
      expect(one.body.answer).not.toBe(other.body.answer);
    });
  });

  describe('the context', () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const headers = { ...JSON_TYPE, 'x-request-id': 'context-1', traceparent };

    it.each([
      ['small', 10],
      ['as large as many packets', 1_500_000],
    ])('reaches a controller behind a body that is %s', async (_name, size) => {
      const answer = await probe.post('context', { a: 'x'.repeat(size) }, headers);
      expect(answer).toMatchObject({
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

    it('reaches a controller behind a body that arrives in pieces', async () => {
      const answer = await sendInPieces(['{"a":', '"x"', '}']);
      expect(answer).toMatchObject({ size: 9, service: 'reviews', correlationId: 'context-1' });
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

    it('has no trace that is not well-formed', async () => {
      const answer = await probe.post('context', {}, { ...headers, traceparent: '00-abc' });
      expect(answer.body.traceparent).toBeNull();
    });
  });

  describe('scopes', () => {
    it('are required, by name, of a token that is known as of a new one', async () => {
      const narrow = probe.world.as({ scopes: ['channels:read'] });
      // Tokens of one principal are the same for a second.
      for (let round = 0; round < 3; round += 1) {
        expect(await narrow.get('reviews', `${PROBE}/principal`)).toEqual(
          error(403, 'forbidden', { required: 'reviews:read' }),
        );
        expect(await narrow.get('reviews', `${PROBE}/public`)).toMatchObject({ status: 200 });
      }
    });

    it('are all that counts: public is held by every token', async () => {
      expect(await probe.world.as({ scopes: [] }).get('reviews', `${PROBE}/public`)).toMatchObject({
        status: 200,
      });
      expect(await probe.world.anonymous().get('reviews', `${PROBE}/public`)).toEqual(
        error(401, 'missing_key'),
      );
    });

    it('are not asked for where everybody is let in', async () => {
      expect(await probe.world.anonymous().get('reviews', `${PROBE}/open`)).toMatchObject({ status: 200 });
    });

    it('come from a token that is ours', async () => {
      const answer = await probe.world
        .anonymous()
        .get('reviews', `${PROBE}/principal`, { headers: { 'x-plaudit-principal': 'forged' } });
      expect(answer).toEqual(error(401, 'invalid_key'));
    });
  });
});
