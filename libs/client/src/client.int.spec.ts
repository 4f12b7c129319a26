import { eventually, type FixtureResponse, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import { type KeyClientOptions, PlauditClient } from './client';
import { PlauditError } from './plaudit-error';
import type { RetryOptions } from './retry';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const REFUSAL = { success: false, msg: 'Not now.', code: 'rate_limited', request_id: 'r-1' };
const AWAY = { success: false, msg: 'Away.', code: 'upstream_unavailable', request_id: 'r-2' };

describe('PlauditClient', () => {
  let server: FixtureServer;
  let waits: number[];

  beforeAll(async () => {
    server = await startFixtureServer();
  });
  beforeEach(() => {
    server.requests.length = 0;
    waits = [];
  });
  afterAll(() => server.close());

  /** A client that records its pauses instead of waiting. */
  function clientWith(retries: RetryOptions = {}, options: Partial<KeyClientOptions> = {}): PlauditClient {
    return new PlauditClient({
      baseUrl: server.url,
      apiKey: 'rk_secret',
      retries: {
        sleep: (ms) => Promise.resolve(void waits.push(ms)),
        now: () => NOW,
        random: () => 0.5,
        ...retries,
      },
      ...options,
    });
  }

  /** Serves one response after the other, then repeats the last one. */
  function answer(...answers: FixtureResponse[]): void {
    server.handle(() => (answers.length > 1 ? answers.shift() : answers[0]) as FixtureResponse);
  }

  async function failure(work: Promise<unknown>): Promise<PlauditError> {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PlauditError);
    return error as PlauditError;
  }

  describe('a request', () => {
    it('goes to /public/v1 with Basic authentication: an empty name and the key', async () => {
      answer({ body: { success: true } });
      expect(await clientWith({}, { baseUrl: `${server.url}/` }).get('/hello')).toEqual({ success: true });
      expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/public/v1/hello' });
      expect(server.requests[0]?.headers.authorization).toBe(
        `Basic ${Buffer.from(':rk_secret').toString('base64')}`,
      );
    });

    it.each(['', '/', '/public/v1', '/public/v1/', '/public/v1//'])(
      'goes to /public/v1 once if the base URL ends in "%s"',
      async (end) => {
        answer({ body: { success: true } });
        await clientWith({}, { baseUrl: server.url + end }).get('/hello');
        expect(server.requests[0]?.path).toBe('/public/v1/hello');
      },
    );

    it('keeps the path of a gateway that is not at the root of its host', async () => {
      answer({ body: { success: true } });
      await clientWith({}, { baseUrl: `${server.url}/plaudit/` }).get('/hello');
      expect(server.requests[0]?.path).toBe('/plaudit/public/v1/hello');
    });

    it('has the given path, query, header and body', async () => {
      answer({ body: { success: true } });
      const client = clientWith();
      await client.get('/reviews/get', { params: { query: { q: 'brot & spiele', limit: 5 } } });
      await client.get('/channels/types/{type}', { params: { path: { type: 'a/b' } } });
      await client.post('/reviews/add', {
        params: { header: { 'Idempotency-Key': 'once' } },
        body: { from_name: 'Ida', text: 'Good.', posted_on: '2026-01-02' },
      });
      expect(server.requests[0]?.query.get('q')).toBe('brot & spiele');
      expect(server.requests[1]?.path).toBe('/public/v1/channels/types/a%2Fb');
      expect(server.requests[2]?.headers).toMatchObject({
        'idempotency-key': 'once',
        'content-type': 'application/json',
      });
      expect(server.requests[2]?.json()).toEqual({
        from_name: 'Ida',
        text: 'Good.',
        posted_on: '2026-01-02',
      });
    });
  });

  describe('a response that is not a success', () => {
    it('is thrown with code, field and request id', async () => {
      const errors = [{ field: 'text', msg: 'text is required.' }];
      answer({
        status: 400,
        body: {
          success: false,
          msg: 'text is required.',
          code: 'missing_field',
          field: 'text',
          errors,
          request_id: 'r',
        },
      });
      const error = await failure(clientWith().get('/hello'));
      expect(error).toMatchObject({
        name: 'PlauditError',
        message: 'text is required.',
        status: 400,
        code: 'missing_field',
        field: 'text',
        errors,
        requestId: 'r',
        retryAfter: null,
      });
    });

    it('is thrown with every field of its body', async () => {
      answer({ status: 403, body: { ...REFUSAL, code: 'forbidden', required: 'channels:write' } });
      expect((await failure(clientWith().get('/hello'))).body.required).toBe('channels:write');
    });

    it.each([
      ['a page', { status: 502, headers: { 'x-request-id': 'r-9' }, body: '<h1>Bad gateway</h1>' }],
      ['other JSON', { status: 502, headers: { 'x-request-id': 'r-9' }, body: { error: 'bad gateway' } }],
      ['nothing', { status: 502, headers: { 'x-request-id': 'r-9' } }],
    ])('is thrown when it is %s', async (_name, given) => {
      answer(given);
      expect(await failure(clientWith().get('/hello'))).toMatchObject({
        message: 'The API answered 502 Bad Gateway',
        status: 502,
        code: 'unknown',
        requestId: 'r-9',
      });
    });

    it('does not reveal the key', async () => {
      answer({ status: 401, body: { ...REFUSAL, code: 'invalid_key' } });
      const error = await failure(clientWith().get('/hello'));
      expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain('rk_secret');
    });
  });

  describe('a request that was refused temporarily', () => {
    const add = (client: PlauditClient, key?: string): Promise<unknown> =>
      client.post('/reviews/add', {
        headers: { 'idempotency-key': key },
        body: { from_name: 'Ida', text: 'Good.', posted_on: '2026-01-02' },
      });

    it('is repeated after the seconds of Retry-After', async () => {
      answer({ status: 429, headers: { 'retry-after': '3' }, body: REFUSAL }, { body: { success: true } });
      expect(await clientWith().get('/hello')).toEqual({ success: true });
      expect(waits).toEqual([3_000]);
      expect(server.requests).toHaveLength(2);
    });

    it('is repeated at the date of Retry-After', async () => {
      const headers = { 'retry-after': new Date(NOW + 7_000).toUTCString() };
      answer({ status: 503, headers, body: AWAY }, { body: { success: true } });
      await clientWith().get('/hello');
      expect(waits).toEqual([7_000]);
    });

    it('waits longer each time without Retry-After', async () => {
      answer({ status: 503, body: AWAY });
      expect(await failure(clientWith().get('/hello'))).toMatchObject({ status: 503 });
      expect(waits).toEqual([750, 1_500, 3_000]);
      expect(server.requests).toHaveLength(4);
    });

    it('is repeated with its body after 429, whatever its method, because nothing was changed', async () => {
      answer({ status: 429, headers: { 'retry-after': '1' }, body: REFUSAL }, { body: { success: true } });
      await add(clientWith());
      expect(server.requests.map(({ text }) => text)).toEqual(
        Array(2).fill('{"from_name":"Ida","text":"Good.","posted_on":"2026-01-02"}'),
      );
    });

    it('is not repeated after 503 if it may have taken effect', async () => {
      answer({ status: 503, headers: { 'retry-after': '1' }, body: AWAY });
      const test = clientWith().post('/webhooks/test/{id}', { params: { path: { id: 7 } } });
      expect(await failure(test)).toMatchObject({ status: 503, retryAfter: 1 });
      expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
    });

    it('is repeated after 503 with an Idempotency-Key of its own if it creates something', async () => {
      answer({ status: 503, headers: { 'retry-after': '1' }, body: AWAY }, { body: { success: true } });
      await add(clientWith());
      await add(clientWith());
      const [first, repeat, other] = server.requests.map(({ headers }) => headers['idempotency-key']);
      expect(first).toMatch(/^[0-9a-f]{32}$/);
      expect(repeat).toBe(first);
      expect(other).not.toBe(first);
    });

    it.each([
      ['503', { status: 503, headers: { 'retry-after': '1' }, body: AWAY }],
      ['409', { status: 409, body: { ...AWAY, code: 'idempotency_in_progress' } }],
    ])('is repeated after %s with the Idempotency-Key of the caller', async (_status, refusal) => {
      answer(refusal, { body: { success: true } });
      await add(clientWith(), 'once');
      expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once']);
    });

    it('fails at once if the pause would be too long', async () => {
      answer({
        status: 429,
        headers: { 'retry-after': '21600' },
        body: { ...REFUSAL, code: 'refresh_too_soon' },
      });
      expect(await failure(clientWith().get('/hello'))).toMatchObject({
        code: 'refresh_too_soon',
        retryAfter: 21_600,
      });
      expect(waits).toEqual([]);
    });

    it('is not repeated when retries are off or after other errors', async () => {
      answer({ status: 429, headers: { 'retry-after': '1' }, body: REFUSAL });
      await failure(clientWith({ attempts: 1 }).get('/hello'));
      answer({ status: 500, headers: { 'retry-after': '1' }, body: AWAY });
      await failure(clientWith().get('/hello'));
      expect(server.requests).toHaveLength(2);
      expect(waits).toEqual([]);
    });

    it('ends when its signal aborts during the pause', async () => {
      answer({ status: 429, headers: { 'retry-after': '20' }, body: REFUSAL });
      const stop = new AbortController();
      const client = new PlauditClient({ baseUrl: server.url, apiKey: 'rk_secret' });
      const work = client.get('/hello', { signal: stop.signal });
      const failed = work.catch((error: unknown) => error);
      await eventually(
        () => server.requests.length,
        (count) => count === 1,
        'the first attempt',
      );
      stop.abort(new Error('enough'));
      expect(await failed).toMatchObject({ message: 'enough' });
    });
  });

  describe('reviews()', () => {
    const review = (id: number): object => ({ id });
    const page = (ids: number[], limit: number): FixtureResponse => ({
      body: {
        count: 5,
        limit,
        items: ids.map(review),
        ...(ids.length > 0 ? { next_cursor: `newest_1000_${ids.at(-1)}` } : {}),
      },
    });

    it('reads page after page with the cursor', async () => {
      answer(page([5, 4], 2), page([3, 2], 2), page([1], 2));
      const ids: number[] = [];
      for await (const { id } of clientWith().reviews({ limit: 2, status: 'approved' })) ids.push(id);
      expect(ids).toEqual([5, 4, 3, 2, 1]);
      expect(server.requests.map(({ query }) => query.toString())).toEqual([
        'limit=2&status=approved',
        'limit=2&status=approved&cursor=newest_1000_4',
        'limit=2&status=approved&cursor=newest_1000_2',
      ]);
    });

    it('ends after a full or an empty last page', async () => {
      answer(page([2, 1], 2), page([], 2));
      const ids: number[] = [];
      for await (const { id } of clientWith().reviews({ limit: 2 })) ids.push(id);
      expect(ids).toEqual([2, 1]);
    });

    it('requests large pages and stops when the caller stops', async () => {
      answer(page([5, 4], 2));
      for await (const { id } of clientWith().reviews()) if (id === 5) break;
      expect(server.requests.map(({ query }) => query.toString())).toEqual(['limit=100']);
    });

    it('reads the reviews of a widget in the same way', async () => {
      answer(page([1], 100));
      for await (const { id } of clientWith().widgetReviews(7, { status: 'inbox' })) expect(id).toBe(1);
      expect(server.requests[0]).toMatchObject({ path: '/public/v1/widgets/7/reviews' });
    });
  });
});
