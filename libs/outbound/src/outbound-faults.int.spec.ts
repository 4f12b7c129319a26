import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '@plaudit/testing';
import { client, closeAll, connectionIsIdle, failure, server } from './fixtures/outbound-world';
import { drip, response } from './fixtures/raw-server';
import { SELF_SIGNED } from './fixtures/self-signed';
import type { OutboundClient, OutboundError, OutboundOptions, RequestOwner } from './index';

afterEach(closeAll);

describe('OutboundClient deadlines', () => {
  const LIMIT = { headersTimeoutMs: 300 };
  /** The message names the limit that ended the request. Elapsed time is unreliable on a machine that pauses. */
  const expectTimeout = async (request: Promise<unknown>, sentence: string): Promise<void> => {
    expect(await failure(request)).toMatchObject({ code: 'timeout', message: sentence });
  };

  test('end a request to a server that never responds', async () => {
    const receiver = await server(() => undefined);
    await expectTimeout(client().request(receiver.origin, LIMIT), 'The server did not answer within 300 ms.');
    expect(receiver.open.size).toBeLessThanOrEqual(1);
  });

  test('end headers sent byte by byte', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X-Drip: 1\r\n', 20);
    });
    await expectTimeout(client().request(receiver.origin, LIMIT), 'The server did not answer within 300 ms.');
  });

  test('end an endless series of informational responses', async () => {
    const receiver = await server((socket) =>
      drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', 20),
    );
    const error = await failure(client().request(receiver.origin, LIMIT));
    expect(error.code).toBe('timeout');
    expect(error.message).toMatch(
      /^The server sent \d+ interim responses? and no final one within 300 ms\.$/,
    );
  });

  test('fail a body sent byte by byte, or cut it if configured', async () => {
    const receiver = await server((socket) => {
      // The first bytes come with the headers. Otherwise the limit could expire before there is anything to keep.
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx');
      drip(socket, 'x', 20);
    });
    const limits = { bodyTimeoutMs: 200 };
    await expectTimeout(client().request(receiver.origin, limits), 'The response did not end within 200 ms.');
    const cut = await client().request(receiver.origin, { ...limits, overflow: 'truncate' });
    expect(cut).toMatchObject({ status: 200, truncated: true });
    expect(cut.body.length).toBeGreaterThan(0);
  });

  test('bound the total time of a request', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      drip(socket, 'x', 20);
    });
    const request = client().request(receiver.origin, { totalTimeoutMs: 250 });
    await expectTimeout(request, 'The request did not end within 250 ms.');
  });

  test('end a TLS handshake that never completes', async () => {
    const receiver = await server(() => undefined);
    const sender = client({ allowHosts: [`127.0.0.1:${receiver.port}`], connectTimeoutMs: 200 });
    const request = sender.request(`https://127.0.0.1:${receiver.port}/`);
    await expectTimeout(request, 'No connection could be opened within 200 ms.');
  });

  test('close the connection of a request that timed out', async () => {
    const receiver = await server(() => undefined);
    const sender = client();
    await failure(sender.request(receiver.origin, { headersTimeoutMs: 100 }));
    await eventually(
      () => ({ opened: receiver.connections, open: receiver.open.size }),
      ({ opened, open }) => opened > 0 && open === 0,
      'the connection to be closed',
    );
  });
});

describe('OutboundClient faults', () => {
  test('report a closed port as connection_refused', async () => {
    // Port 1 needs privileges, so no other test listens on it. A recently closed port could be reused.
    const error = await failure(client().request('http://127.0.0.1:1/'));
    expect(error.code).toBe('connection_refused');
    expect(error.timings?.total).toEqual(expect.any(Number));
  });

  test('report a reset before the response as connection_reset, without a repeat on a new connection', async () => {
    const receiver = await server((socket) => socket.resetAndDestroy());
    expect((await failure(client().request(receiver.origin))).code).toBe('connection_reset');
    expect(receiver.connections).toBe(1);
  });

  test('report a response that is not HTTP as response_malformed', async () => {
    const receiver = await server((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n\r\n'));
    expect((await failure(client().request(receiver.origin))).code).toBe('response_malformed');
  });

  test('report an untrusted certificate as tls_error', async () => {
    const receiver = await server((socket) => socket.write(response(200)), { tls: SELF_SIGNED });
    const sender = client({ allowHosts: [`localhost:${receiver.port}`] });
    expect((await failure(sender.request(`https://localhost:${receiver.port}/`))).code).toBe('tls_error');
  });

  test('verify certificates although the environment tries to switch it off', async () => {
    const receiver = await server((socket) => socket.write(response(200)), { tls: SELF_SIGNED });
    const sender = client({ allowHosts: [`localhost:${receiver.port}`] });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect((await failure(sender.request(`https://localhost:${receiver.port}/`))).code).toBe('tls_error');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test('repeat a GET once when its reused connection was closed', async () => {
    const receiver = await server((socket, count) => {
      if (count === 2) socket.resetAndDestroy();
      else socket.write(response(200, 'ok'));
    });
    const sender = client();
    await sender.request(receiver.origin, { method: 'POST', body: '1' });
    await connectionIsIdle();
    const reply = await sender.request(receiver.origin, { method: 'POST', body: '2', resendStale: true });
    expect(reply.text()).toBe('ok');
    expect(receiver.connections).toBe(2);
  });

  test('repeat a write only if configured', async () => {
    const receiver = await server((socket, count) => {
      if (count === 2) socket.resetAndDestroy();
      else socket.write(response(200, 'ok'));
    });
    const sender = client();
    await sender.request(receiver.origin);
    await connectionIsIdle();
    expect((await failure(sender.request(receiver.origin, { method: 'POST', body: '2' }))).code).toBe(
      'connection_reset',
    );
    expect(receiver.connections).toBe(1);
  });
});

describe('OutboundClient pace and breaker', () => {
  const own = (account: number): RequestOwner => ({ account, origin: 'own' });
  const shared = (account: number): RequestOwner => ({ account, origin: 'shared' });

  /** Sends requests of an account one after another and returns their statuses or error codes. */
  async function outcomes(
    sender: OutboundClient,
    url: string,
    owner: RequestOwner,
    requests = 1,
  ): Promise<unknown[]> {
    const all: unknown[] = [];
    for (let sent = 0; sent < requests; sent += 1)
      all.push(
        await sender.request(url, { owner, decompress: true }).then(
          ({ status }) => status,
          ({ code }: OutboundError) => code,
        ),
      );
    return all;
  }

  test('limit the concurrent connections to an origin', async () => {
    let running = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const receiver = await server((socket) => {
      most = Math.max(most, ++running);
      waiting.push(() => {
        running--;
        socket.write(response(200));
      });
      // Both requests of a pair are open at the same time. A third one would arrive while they are.
      if (waiting.length === 2)
        void setTimeout(20).then(() => waiting.splice(0).forEach((answer) => answer()));
    });
    const sender = client({ pace: { concurrency: 2 } });
    await Promise.all(Array.from({ length: 8 }, () => sender.request(receiver.origin, { owner: own(1) })));
    expect(most).toBe(2);
  });

  test('open the breaker of a failing origin only, and close it after one success', async () => {
    let status = 500;
    const failing = await server((socket) => socket.write(response(status)));
    const healthy = await server((socket) => socket.write(response(200)));
    const sender = client({ breaker: { volumeThreshold: 3, resetTimeoutMs: 200 } });
    expect(await outcomes(sender, failing.origin, own(1), 4)).toEqual([500, 500, 500, 'breaker_open']);
    expect(await outcomes(sender, healthy.origin, own(1))).toEqual([200]);
    status = 200;
    const outcome = async (): Promise<unknown> => (await outcomes(sender, failing.origin, own(1)))[0];
    expect(await eventually(outcome, (it) => it !== 'breaker_open', 'the breaker to let one try')).toBe(200);
    expect([await outcome(), await outcome()]).toEqual([200, 200]);
  });

  test('keep the breaker open after a trial that its caller gave up', async () => {
    let hangs = false;
    const failing = await server((socket) => {
      if (!hangs) socket.write(response(500));
    });
    const sender = client({ breaker: { volumeThreshold: 3, resetTimeoutMs: 200 } });
    await outcomes(sender, failing.origin, own(1), 4);
    hangs = true;
    const givenUp = (): Promise<unknown> =>
      sender.request(failing.origin, { owner: own(1), signal: AbortSignal.timeout(50) }).then(
        ({ status }) => status,
        (error: { code?: unknown }) => error.code,
      );
    await eventually(givenUp, (it) => it !== 'breaker_open', 'the breaker to let one try');
    // If this process stood still for a moment, it may let one of them try again.
    const after = await Promise.all(Array.from({ length: 5 }, givenUp));
    expect(after.filter((it) => it === 'breaker_open').length).toBeGreaterThanOrEqual(4);
  });

  test.each([own, shared])('refuse no other account at an origin that fails for one', async (owner) => {
    const failing = await server((socket) => socket.write(response(500)));
    const sender = client({ breaker: { volumeThreshold: 3 } });
    await outcomes(sender, failing.origin, owner(1), 50);
    expect(await outcomes(sender, failing.origin, owner(1))).toEqual(['breaker_open']);
    expect(await outcomes(sender, failing.origin, owner(2))).toEqual([500]);
  });

  test('refuse every account at a shared origin that failed for three, until it works for one', async () => {
    let status = 500;
    const failing = await server((socket) => socket.write(response(status)));
    const sender = client({ breaker: { volumeThreshold: 3, resetTimeoutMs: 200 } });
    const refused = async (owner: RequestOwner): Promise<boolean> =>
      (await outcomes(sender, failing.origin, owner))[0] === 'breaker_open';
    for (const account of [1, 2, 3]) await outcomes(sender, failing.origin, shared(account), 3);
    expect([await refused(shared(4)), await refused(own(4))]).toEqual([true, false]);
    status = 200;
    await eventually(
      () => refused(shared(4)),
      (isRefused) => !isRefused,
      'the origin to be tried again',
    );
    expect(await refused(shared(5))).toBe(false);
  });

  test('refuse nobody at a shared origin that works for an account between the failures of others', async () => {
    let isFailing = true;
    const partial = await server((socket) => socket.write(response(isFailing ? 500 : 200)));
    const sender = client({ breaker: { volumeThreshold: 3 } });
    for (const account of [1, 2]) await outcomes(sender, partial.origin, shared(account), 3);
    isFailing = false;
    await outcomes(sender, partial.origin, shared(4));
    isFailing = true;
    await outcomes(sender, partial.origin, shared(3), 3);
    expect(await outcomes(sender, partial.origin, shared(4))).toEqual([500]);
  });

  const LARGE = 'x'.repeat(2_000);
  const ENDLESS = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx';
  test.each<[string, string, string, Partial<OutboundOptions>]>([
    ['a body over our limit', response(200, LARGE), 'too_large', { maxBytes: 1_000 }],
    [
      'headers over our limit',
      response(200, '', { 'x-long': LARGE }),
      'headers_too_large',
      { maxHeaderBytes: 1_000 },
    ],
    ['an unknown encoding', response(200, 'x', { 'content-encoding': 'zstd' }), 'response_malformed', {}],
    ['a damaged encoding', response(200, 'x', { 'content-encoding': 'gzip' }), 'response_malformed', {}],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'response_malformed', {}],
    ['too many redirects', response(302, '', { location: '/' }), 'redirect', { maxRedirects: 2 }],
    [
      'a redirect to a refused address',
      response(302, '', { location: 'http://10.0.0.1/' }),
      'blocked_address',
      { maxRedirects: 1 },
    ],
    ['a body slower than our limit', ENDLESS, 'timeout', { bodyTimeoutMs: 20 }],
    ['a refused token', response(401), '401', {}],
    ['a used-up quota', response(429), '429', {}],
  ])('do not count %s', async (_what, bytes, code, options) => {
    const receiver = await server((socket) => socket.write(bytes));
    const sender = client({ ...options, breaker: { volumeThreshold: 1 } });
    const all = await outcomes(sender, receiver.origin, shared(1), 5);
    expect(all.map(String)).toEqual(Array(5).fill(code));
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['no response in time', () => undefined, 'timeout'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'connection_reset'],
  ])('count %s', async (_what, respond, code) => {
    const receiver = await server(respond);
    const sender = client({ headersTimeoutMs: 50, breaker: { volumeThreshold: 2 } });
    expect(await outcomes(sender, receiver.origin, own(1), 3)).toEqual([code, code, 'breaker_open']);
  });

  test('refuse a request that does not say whose it is', async () => {
    const sender = client({ breaker: {} });
    await expect(sender.request('http://127.0.0.1:1/')).rejects.toThrow('owner');
  });
});
