import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { HUGE, MEGABYTE, StreamingProxy } from './streaming-proxy.suite';

const proxy = new StreamingProxy();
beforeAll(() => proxy.start());
afterEach(() => proxy.reset());
afterAll(() => proxy.stop());

describe('a proxied response', () => {
  it('is read from the service only as fast as the client takes it, without losing a byte', async () => {
    let hash: Promise<string> | undefined;
    proxy.reports.respond = (_request, response) => (hash = proxy.reports.stream(response, HUGE));
    const client = proxy.newClient().pause().send(proxy.head('GET', 'Connection: close'));
    expect(await proxy.serviceIsBlocked()).toBeLessThan(HUGE / 2);
    await proxy.expectFine();

    client.resume();
    await client.closes();
    const received = Buffer.concat(client.received);
    const body = dechunked(received.subarray(received.indexOf('\r\n\r\n') + 4));
    expect(body.length).toBe(HUGE);
    expect(createHash('sha256').update(body).digest('hex')).toBe(await hash);
  });

  it('arrives complete and with its Content-Length when the service declares one', async () => {
    let hash: Promise<string> | undefined;
    proxy.reports.respond = (_request, response) => {
      response.setHeader('content-length', HUGE);
      hash = proxy.reports.stream(response, HUGE);
    };
    const response = await proxy.request();
    expect(response.headers.get('content-length')).toBe(String(HUGE));
    const received = createHash('sha256');
    for await (const chunk of response.body as ReadableStream<Uint8Array>) received.update(chunk);
    expect(received.digest('hex')).toBe(await hash);
  });

  it('reaches the client that requested it while many clients read in turns', async () => {
    proxy.reports.respond = (request, response) => {
      response.setHeader('content-length', MEGABYTE);
      response.end(Buffer.alloc(MEGABYTE, String(request.headers['x-letter'])));
    };
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const readers = letters.map((letter) =>
      proxy
        .newClient()
        .pause()
        .send(proxy.head('GET', `X-Letter: ${letter}`, 'Connection: close')),
    );
    while (readers.some(({ isClosed }) => !isClosed)) {
      for (const reader of readers) {
        reader.resume();
        await new Promise((resolve) => setImmediate(resolve));
        reader.pause();
      }
    }
    const bodies = readers.map(({ text }) => text.slice(text.indexOf('\r\n\r\n') + 4));
    expect(bodies.map((body, at) => body === letters[at]?.repeat(MEGABYTE))).not.toContain(false);
  });

  it('keeps the order of pipelined requests', async () => {
    // Each request uses its own connection, so the service may receive them in any order.
    const parts = new Map<unknown, ServerResponse>();
    proxy.reports.respond = ({ headers }, response) => {
      parts.set(headers['x-place'], response);
      if (parts.size < 3) return;
      parts.get('3')?.end('third');
      parts.get('2')?.end('s'.repeat(MEGABYTE));
      parts.get('1')?.end('first');
    };
    const heads = [['X-Place: 1'], ['X-Place: 2'], ['X-Place: 3', 'Connection: close']];
    const client = proxy.newClient().send(heads.map((lines) => proxy.head('GET', ...lines)).join(''));
    await client.closes();
    const places = ['first', 's'.repeat(1_000), 'third'].map((body) => client.text.indexOf(body));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(client.text.split('s').length).toBeGreaterThan(MEGABYTE);
  });

  it('without a body ends with its headers, and the connection can be used again', async () => {
    const client = proxy.newClient();
    proxy.reports.respond = (_request, response) =>
      response.writeHead(200, { etag: '"h"', 'content-length': 12 }).end();
    await client.send(proxy.head('HEAD')).endsWith('\r\n\r\n');
    expect(client.text).toContain('etag: "h"\r\n');
    expect(client.text).toContain('content-length: 12\r\n');
    for (const [status, line] of [
      [204, '204 No Content'],
      [205, '205 Reset Content'],
      [304, '304 Not Modified'],
    ] as const) {
      client.received.length = 0;
      proxy.reports.respond = (_request, response) =>
        response.writeHead(status, { etag: `"${status}"` }).end();
      await client.send(proxy.head()).endsWith('\r\n\r\n');
      expect(client.text).toMatch(new RegExp(`^HTTP/1.1 ${line}\r\n`));
      expect(client.text).toContain(`etag: "${status}"\r\n`);
    }
    proxy.reports.respond = (_request, response) => response.end('fine');
    await client.send(proxy.head('GET', 'Connection: close')).closes();
    expect(client.text).toContain('fine');
  });

  it('with status 204 has neither Content-Type nor Content-Length, even if the service sends them', async () => {
    proxy.reports.respond = (_request, response) =>
      response.socket?.end(
        'HTTP/1.1 204 No Content\r\ncontent-type: text/plain\r\ncontent-length: 0\r\nx-own: 1\r\n\r\n',
      );
    const client = proxy.newClient().send(proxy.head('GET', 'Connection: close'));
    await client.closes();
    expect(client.text).toContain('x-own: 1\r\n');
    expect(client.text).not.toMatch(/^(content-(type|length)|transfer-encoding):/im);
    expect(client.text).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('is the final one: interim responses of the service are not passed on', async () => {
    proxy.reports.respond = (_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeProcessing();
      response.end('fine');
    };
    const client = proxy.newClient().send(proxy.head('GET', 'Connection: close'));
    await client.closes();
    expect(client.text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(client.text.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it.each(['Content-Length: 1500000', 'Transfer-Encoding: chunked'])(
    'comes only after the complete request body (%s), and the connection can be used again',
    async (framing) => {
      proxy.reports.respond = (_request, response) => {
        response.writeHead(409, { 'content-length': 5 }).end('early');
      };
      const part = 'x'.repeat(750_000);
      const chunk = framing.startsWith('T') ? `b71b0\r\n${part}\r\n` : part;
      const client = proxy.newClient().send(proxy.head('POST', framing));
      client.send(chunk);
      await proxy.expectFine();
      expect(proxy.reports.received).toBe(1);
      expect(client.text).toBe('');
      proxy.reports.respond = (_request, response) => {
        response.writeHead(409, { 'content-length': 5 }).end('early');
      };
      client.send(chunk);
      if (framing.startsWith('T')) client.send('0\r\n\r\n');
      await client.endsWith('early');
      proxy.reports.respond = (_request, response) => response.end('fine');
      await client.send(proxy.head('GET', 'Connection: close')).closes();
      expect(client.text).toContain('fine');
    },
  );
});

/** Returns the body of a chunked response. Throws if its end is missing. */
function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    if (lineEnd === -1) throw new Error('the response has no end');
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
