import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { client, closeAll, connectionIsIdle, failure, server } from './fixtures/outbound-world';
import { type RawServer, response } from './fixtures/raw-server';

afterEach(closeAll);

describe('OutboundClient requests', () => {
  test('arrive with the given body, headers and host, and only the user agent is added', async () => {
    const receiver = await server((socket) => socket.write(response(201, 'made', { 'X-Reply': 'yes' })));
    const reply = await client().request(`${receiver.origin}/a%2Fb?c=d#e`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"ü":1}',
    });
    expect(reply).toMatchObject({
      status: 201,
      ok: true,
      truncated: false,
      url: `${receiver.origin}/a%2Fb?c=d`,
    });
    expect(reply.text()).toBe('made');
    expect(reply.header('X-Reply')).toBe('yes');
    expect(receiver.received[0]?.toLowerCase().split('\r\n')).toEqual([
      'post /a%2fb?c=d http/1.1',
      `host: 127.0.0.1:${receiver.port}`,
      'connection: keep-alive',
      'user-agent: spec/1.0',
      'content-type: application/json',
      'content-length: 8',
      '',
      Buffer.from('{"ü":1}').toString('latin1').toLowerCase(),
    ]);
  });

  test('reuse connections, and their timings show it', async () => {
    const receiver = await server((socket) => socket.write(response(200, 'ok')));
    const sender = client();
    const first = await sender.request(receiver.origin);
    await connectionIsIdle();
    const second = await sender.request(receiver.origin);
    expect(receiver.connections).toBe(1);
    expect(first.timings).toMatchObject({ dns: null, connect: expect.any(Number), tls: null });
    expect(second.timings).toMatchObject({
      dns: null,
      connect: null,
      tls: null,
      first_byte: expect.any(Number),
    });
  });

  test('ignore HTTP_PROXY', async () => {
    const proxy = await server((socket) => socket.end());
    const receiver = await server((socket) => socket.write(response(200)));
    process.env.HTTP_PROXY = proxy.origin;
    try {
      expect((await client().request(receiver.origin)).status).toBe(200);
      expect(proxy.connections).toBe(0);
    } finally {
      delete process.env.HTTP_PROXY;
    }
  });

  test('decode the response by the charset of its content type', async () => {
    const receiver = await server((socket) =>
      socket.write(
        Buffer.from(
          'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Length: 3\r\n\r\nZo\xeb',
          'latin1',
        ),
      ),
    );
    const reply = await client().request(receiver.origin);
    expect(reply.text()).toBe('Zoë');
    // A long text is decoded once.
    reply.body.fill(0);
    expect(reply.text()).toBe('Zoë');
  });

  test('can be aborted by the caller, who receives the reason of the abort', async () => {
    const given = new AbortController();
    const receiver = await server(() => given.abort(new Error('shutting down')));
    const request = client().request(receiver.origin, { signal: given.signal });
    await expect(request).rejects.toThrow('shutting down');
  });
});

describe('OutboundClient size limits', () => {
  test('fail or cut an endless body without using memory for it', async () => {
    const chunk = Buffer.alloc(64 * 1024, 120);
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
      const pump = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pump);
      pump();
    });
    const before = process.memoryUsage().rss;
    const limits = { maxBytes: 65_536 };
    expect((await failure(client().request(receiver.origin, limits))).code).toBe('too_large');
    const cut = await client().request(receiver.origin, { ...limits, overflow: 'truncate' });
    expect(cut).toMatchObject({ status: 200, truncated: true });
    expect(cut.body.length).toBe(65_536);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('accept a body of exactly the limit', async () => {
    const receiver = await server((socket) => socket.write(response(200, 'x'.repeat(100))));
    const reply = await client().request(receiver.origin, { maxBytes: 100, overflow: 'truncate' });
    expect(reply).toMatchObject({ truncated: false, body: Buffer.from('x'.repeat(100)) });
  });

  test('report response headers over 16 KiB as headers_too_large', async () => {
    const receiver = await server((socket) =>
      socket.write(response(200, '', { 'X-Big': 'x'.repeat(40_000) })),
    );
    expect((await failure(client().request(receiver.origin))).code).toBe('headers_too_large');
  });
});

describe('OutboundClient compression', () => {
  const text = 'review '.repeat(100);

  function compressed(encoding: string, body: Buffer): Promise<RawServer> {
    return server((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    });
  }

  test.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['identity', Buffer.from(text)],
  ])('requests and decodes %s only if enabled', async (encoding, body) => {
    const receiver = await compressed(encoding, body);
    expect((await client().request(receiver.origin, { decompress: true })).text()).toBe(text);
    expect((await client().request(receiver.origin)).body).toEqual(body);
    expect(receiver.received[0]?.toLowerCase()).toContain('accept-encoding: gzip, deflate, br');
    expect(receiver.received[1]?.toLowerCase()).not.toContain('accept-encoding');
  });

  test('reports a compression bomb as too_large, and passes it through when decoding is off', async () => {
    const receiver = await compressed('gzip', gzipSync(Buffer.alloc(20_000_000)));
    const limits = { maxBytes: 65_536 };
    expect((await failure(client().request(receiver.origin, { ...limits, decompress: true }))).code).toBe(
      'too_large',
    );
    expect((await client().request(receiver.origin, limits)).body.length).toBeLessThan(65_536);
  });

  test.each([
    ['gzip', Buffer.from('no gzip')],
    ['gzip', gzipSync(text).subarray(0, 20)],
    ['constructor', Buffer.from('x')],
  ])('reports damaged or unknown %s as response_malformed', async (encoding, body) => {
    const receiver = await compressed(encoding, body);
    expect((await failure(client().request(receiver.origin, { decompress: true }))).code).toBe(
      'response_malformed',
    );
  });
});

describe('OutboundClient redirects', () => {
  test('are not followed by default', async () => {
    const second = await server((socket) => socket.write(response(200)));
    const first = await server((socket) => socket.write(response(302, '', { Location: second.origin })));
    const reply = await client().request(first.origin);
    expect(reply.status).toBe(302);
    expect(reply.header('location')).toBe(second.origin);
    expect(second.connections).toBe(0);
  });

  test('are followed up to the limit, and the reply names the last URL', async () => {
    const receiver = await server((socket, count) =>
      socket.write(count <= 2 ? response(301, '', { Location: `/hop${count}` }) : response(200, 'there')),
    );
    const reply = await client().request(receiver.origin, { maxRedirects: 2 });
    expect(reply).toMatchObject({ status: 200, url: `${receiver.origin}/hop2` });
  });

  test('over the limit are an error', async () => {
    const receiver = await server((socket) => socket.write(response(302, '', { Location: '/again' })));
    expect((await failure(client().request(receiver.origin, { maxRedirects: 5 }))).code).toBe('redirect');
    expect(receiver.received.join('').match(/GET /g)).toHaveLength(6);
  });

  test.each([
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://10.0.0.1/'],
    ['file:///etc/passwd'],
    ['http://0x7f.1/'],
    ['http://['],
    ['//0x7f.1/'],
  ])('to %s are refused', async (location) => {
    const receiver = await server((socket) => socket.write(response(302, '', { Location: location })));
    expect((await failure(client().request(receiver.origin, { maxRedirects: 5 }))).code).toBe(
      'blocked_address',
    );
  });

  test('to another origin drop credentials, and a redirected form becomes a GET', async () => {
    const second = await server((socket) => socket.write(response(200)));
    const first = await server((socket) => socket.write(response(302, '', { Location: second.origin })));
    await client().request(first.origin, {
      method: 'POST',
      body: 'a=b',
      headers: { Authorization: 'Bearer x', Cookie: 'a=b', 'Content-Type': 'text/plain', 'X-Keep': '1' },
      maxRedirects: 1,
    });
    const seen = second.received[0]?.toLowerCase();
    expect(seen).toMatch(/^get \/ http/);
    expect(seen).toContain('x-keep: 1');
    expect(seen).not.toMatch(/authorization|cookie|content-type/);
  });

  test('with status 307 keep method and body', async () => {
    const receiver = await server((socket, count) =>
      socket.write(count === 1 ? response(307, '', { Location: '/b' }) : response(200)),
    );
    await client().request(receiver.origin, { method: 'POST', body: 'a=b', maxRedirects: 1 });
    expect(receiver.received.join('')).toContain('POST /b HTTP/1.1');
  });
});
