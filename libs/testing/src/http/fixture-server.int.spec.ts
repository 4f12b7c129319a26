import { type FixtureServer, startFixtureServer } from './fixture-server';

describe('startFixtureServer', () => {
  let server: FixtureServer;

  beforeEach(async () => (server = await startFixtureServer(() => ({ body: { ok: true } }))));
  afterEach(() => server.close());

  const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return (error as { cause?: { code?: string } } | null)?.cause?.code ?? error;
  };

  it('does not close idle connections, which a client may be about to use again', async () => {
    const { headers } = await fetch(server.url);
    expect(headers.get('connection')).toBe('keep-alive');
    // Node announces here after how many idle seconds it closes a connection.
    expect(headers.get('keep-alive')).toBeNull();
  });

  it('responds and records the request', async () => {
    const answer = await fetch(`${server.url}/hook?try=2`, {
      method: 'POST',
      body: '{"id":1}',
      headers: { 'X-A': 'b' },
    });
    expect(await answer.json()).toEqual({ ok: true });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: { 'x-a': 'b' },
      text: '{"id":1}',
    });
    expect(request?.query.get('try')).toBe('2');
    expect(request?.json()).toEqual({ id: 1 });
  });

  it('responds with the new handler after a test replaced it', async () => {
    server.handle(() => ({ status: 503, headers: { 'retry-after': '1' }, body: 'later' }));
    const answer = await fetch(server.url);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      'later',
    ]);
  });

  it('hangs without keeping a test from ending', async () => {
    server.handle(() => 'hang');
    const answer = fetch(server.url, { signal: AbortSignal.timeout(100) });
    await expect(answer).rejects.toThrow(/timeout/);
  });

  it('resets the connection instead of responding', async () => {
    server.handle(() => 'reset');
    await expect(failureOf(fetch(server.url))).resolves.toBe('ECONNRESET');
  });

  it('cuts a response in the middle of its body', async () => {
    server.handle(() => 'cut');
    const answer = await fetch(server.url);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow(/terminated/);
  });

  it('sends the chunks of a response one by one', async () => {
    server.handle(() => ({ drip: { chunks: ['a', 'b', 'c'], everyMs: 20 } }));
    const started = Date.now();
    const answer = await fetch(server.url);
    expect(await answer.text()).toBe('abc');
    expect(Date.now() - started).toBeGreaterThanOrEqual(40);
  });

  it('responds with a 500 and the error when its handler throws', async () => {
    server.handle(() => {
      throw new Error('no such page');
    });
    const answer = await fetch(server.url);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('no such page')]);
  });
});
