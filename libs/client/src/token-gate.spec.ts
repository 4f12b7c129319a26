import { type Fetch, withRetries } from './retry';

const BURST = 20;
const PER_SECOND = 5;

/** A server with the token bucket of one key, whose clock moves when a client sleeps. */
function bucketServer() {
  let nowMs = 0;
  let tokens = BURST;
  const served: string[] = [];
  let refusals = 0;
  const fetch: Fetch = async ({ url }) => {
    const hasToken = tokens >= 1;
    if (hasToken) served.push(url);
    else refusals += 1;
    tokens -= hasToken ? 1 : 0;
    const headers = {
      'ratelimit-limit': String(BURST),
      'ratelimit-remaining': String(Math.floor(tokens)),
      'ratelimit-reset': String(Math.ceil((BURST - tokens) / PER_SECOND)),
      ...(hasToken ? {} : { 'retry-after': '1' }),
    };
    return new Response('{}', { status: hasToken ? 200 : 429, headers });
  };
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms;
    tokens = Math.min(BURST, tokens + (ms / 1_000) * PER_SECOND);
  };
  const client = (): Fetch => withRetries(fetch, { sleep, now: () => nowMs, random: () => 0.5 });
  return { client, served, refused: () => refusals, seconds: () => nowMs / 1_000 };
}

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_none, index) => `http://localhost/${index}`);

describe('the queue of a client for the tokens of its key', () => {
  it('lets 30 parallel requests succeed in their order', async () => {
    const server = bucketServer();
    const client = server.client();
    const urls = addresses(30);
    const responses = await Promise.all(urls.map((url) => client(new Request(url))));
    expect(responses.map(({ status }) => status)).toEqual(urls.map(() => 200));
    expect(server.served).toEqual(urls);
    expect(server.seconds()).toBeLessThan(6);
  });

  it('sends the refused requests one by one, not together again', async () => {
    const server = bucketServer();
    const client = server.client();
    await Promise.all(addresses(100).map((url) => client(new Request(url))));
    expect(server.refused()).toBeLessThanOrEqual(80 + 5);
    const before = server.refused();
    await Promise.all(addresses(40).map((url) => client(new Request(url))));
    expect(server.refused() - before).toBeLessThanOrEqual(5);
  });

  it('serves two clients of one key', async () => {
    const server = bucketServer();
    const clients = [server.client(), server.client()];
    const sent = clients.flatMap((client) => addresses(30).map((url) => client(new Request(url))));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('gives a request up whose signal aborts, and serves the others', async () => {
    const server = bucketServer();
    const client = server.client();
    const stop = new AbortController();
    const first = addresses(25).map((url) => client(new Request(url)));
    const given = client(new Request('http://localhost/late', { signal: stop.signal }));
    stop.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    expect((await Promise.all(first)).every(({ ok }) => ok)).toBe(true);
    expect(server.served).not.toContain('http://localhost/late');
  });

  it('returns the first 429 if retries are off', async () => {
    const never: Fetch = async () => new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
    const client = withRetries(never, { attempts: 1 });
    expect((await client(new Request('http://localhost/'))).status).toBe(429);
  });
});
