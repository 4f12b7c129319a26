import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { HUGE, MEGABYTE, Passage } from './answer-passage.suite';

const passage = new Passage();
beforeAll(() => passage.start());
afterEach(() => passage.reset());
afterAll(() => passage.stop());

describe('an answer', () => {
  it('is read from the service no faster than the client takes it, and nothing of it is lost', async () => {
    let hash: Promise<string> | undefined;
    passage.reports.answer = (_request, response) => (hash = passage.reports.pour(response, HUGE));
    const client = passage.newClient().pause().send(passage.head('GET', 'Connection: close'));
    expect(await passage.serviceIsHeldUp()).toBeLessThan(HUGE / 2);
    await passage.expectFine();

    client.resume();
    await client.closes();
    const received = Buffer.concat(client.received);
    const body = dechunked(received.subarray(received.indexOf('\r\n\r\n') + 4));
    expect(body.length).toBe(HUGE);
    expect(createHash('sha256').update(body).digest('hex')).toBe(await hash);
  });

  it('of known length arrives whole', async () => {
    let hash: Promise<string> | undefined;
    passage.reports.answer = (_request, response) => {
      response.setHeader('content-length', HUGE);
      hash = passage.reports.pour(response, HUGE);
    };
    const response = await passage.ask();
    expect(response.headers.get('content-length')).toBe(String(HUGE));
    const received = createHash('sha256');
    for await (const chunk of response.body as ReadableStream<Uint8Array>) received.update(chunk);
    expect(received.digest('hex')).toBe(await hash);
  });

  it('to each of many clients that take it in turns is their own', async () => {
    passage.reports.answer = (request, response) => {
      response.setHeader('content-length', MEGABYTE);
      response.end(Buffer.alloc(MEGABYTE, String(request.headers['x-letter'])));
    };
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const readers = letters.map((letter) =>
      passage
        .newClient()
        .pause()
        .send(passage.head('GET', `X-Letter: ${letter}`, 'Connection: close')),
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

  it('comes in its turn when requests were sent ahead', async () => {
    // Each comes over a connection of its own, so the service may hear of them in any order.
    const parts = new Map<unknown, ServerResponse>();
    passage.reports.answer = ({ headers }, response) => {
      parts.set(headers['x-place'], response);
      if (parts.size < 3) return;
      parts.get('3')?.end('third');
      parts.get('2')?.end('s'.repeat(MEGABYTE));
      parts.get('1')?.end('first');
    };
    const heads = [['X-Place: 1'], ['X-Place: 2'], ['X-Place: 3', 'Connection: close']];
    const client = passage.newClient().send(heads.map((lines) => passage.head('GET', ...lines)).join(''));
    await client.closes();
    const places = ['first', 's'.repeat(1_000), 'third'].map((body) => client.text.indexOf(body));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(client.text.split('s').length).toBeGreaterThan(MEGABYTE);
  });

  it('without a body is complete with its head, and the connection can be used again', async () => {
    const client = passage.newClient();
    passage.reports.answer = (_request, response) =>
      response.writeHead(200, { etag: '"h"', 'content-length': 12 }).end();
    await client.send(passage.head('HEAD')).endsWith('\r\n\r\n');
    expect(client.text).toContain('etag: "h"\r\n');
    expect(client.text).toContain('content-length: 12\r\n');
    for (const [status, line] of [
      [204, '204 No Content'],
      [205, '205 Reset Content'],
      [304, '304 Not Modified'],
    ] as const) {
      client.received.length = 0;
      passage.reports.answer = (_request, response) =>
        response.writeHead(status, { etag: `"${status}"` }).end();
      await client.send(passage.head()).endsWith('\r\n\r\n');
      expect(client.text).toMatch(new RegExp(`^HTTP/1.1 ${line}\r\n`));
      expect(client.text).toContain(`etag: "${status}"\r\n`);
    }
    passage.reports.answer = (_request, response) => response.end('fine');
    await client.send(passage.head('GET', 'Connection: close')).closes();
    expect(client.text).toContain('fine');
  });

  it('204 says nothing of a body, whatever the service says', async () => {
    passage.reports.answer = (_request, response) =>
      response.socket?.end(
        'HTTP/1.1 204 No Content\r\ncontent-type: text/plain\r\ncontent-length: 0\r\nx-own: 1\r\n\r\n',
      );
    const client = passage.newClient().send(passage.head('GET', 'Connection: close'));
    await client.closes();
    expect(client.text).toContain('x-own: 1\r\n');
    expect(client.text).not.toMatch(/content-(type|length)|transfer-encoding/i);
  });

  it('is the last one: what is announced before it stays here', async () => {
    passage.reports.answer = (_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeProcessing();
      response.end('fine');
    };
    const client = passage.newClient().send(passage.head('GET', 'Connection: close'));
    await client.closes();
    expect(client.text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(client.text.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it.each(['Content-Length: 1500000', 'Transfer-Encoding: chunked'])(
    'that comes before the request was read (%s) leaves the connection usable',
    async (framing) => {
      passage.reports.answer = (_request, response) => {
        response.writeHead(409, { 'content-length': 5 }).end('early');
      };
      const part = 'x'.repeat(750_000);
      const chunk = framing.startsWith('T') ? `b71b0\r\n${part}\r\n` : part;
      const client = passage.newClient().send(passage.head('POST', framing));
      client.send(chunk);
      await client.endsWith('early');
      client.send(chunk);
      if (framing.startsWith('T')) client.send('0\r\n\r\n');
      passage.reports.answer = (_request, response) => response.end('fine');
      await client.send(passage.head('GET', 'Connection: close')).closes();
      expect(client.text).toContain('fine');
    },
  );
});

/** The body of a chunked answer; throws when its end is missing. */
function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    if (lineEnd === -1) throw new Error('the answer has no end');
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
