import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually, SeededRandom } from '@plaudit/testing';
import { HttpListener } from '../listener';
import type { WrittenResponse } from './ready-responder';
import type { RequestHead } from './request-head';

const MIB = 1024 * 1024;
const SLOW = { headersTimeout: 150, requestTimeout: 60_000, connectionsCheckingInterval: 50 };
const PATIENT = { headersTimeout: 60_000, requestTimeout: 60_000, connectionsCheckingInterval: 2_000 };
const READY = 'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n';

/** Responses of the front and of the application have one form, which names the request. */
function sayOf(method: string, url: string, body: string): string {
  return `${method} ${url} ${JSON.stringify(body)}\n`;
}

describe('FrontConnection', () => {
  let listener: HttpListener;
  let client: Socket;
  let received: string;
  /** The requests that got a ready response, and those that the application got. */
  let ready: number;
  let served: string[];
  let readyBody: Buffer | null;
  /** Lets the application respond to `/held`. */
  let release: () => void;

  const respond = ({ method, url }: RequestHead): WrittenResponse | null => {
    if (method !== 'GET' || !url.startsWith('/ready')) return null;
    ready += 1;
    const body = readyBody ?? Buffer.from(sayOf(method, url, ''));
    return { head: `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`, body };
  };
  const application: RequestListener = (request, response) => void serve(request, response);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    served.push(url);
    if (url === '/held') await new Promise<void>((resolve) => (release = resolve));
    if (url === '/early') return void response.writeHead(200).end(sayOf(method, url, ''));
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const whole = url.startsWith('/ready') && readyBody ? readyBody : Buffer.from(sayOf(method, url, body));
    response.writeHead(200, { 'content-length': whole.length }).end(whole);
  }

  async function open(times: typeof SLOW): Promise<void> {
    listener = await HttpListener.open('127.0.0.1', 0, times);
    listener.serverFactory(application).ready();
    listener.readyResponder = respond;
    await dial();
  }

  async function dial(): Promise<void> {
    received = '';
    client = connect(Number(new URL(listener.url).port), '127.0.0.1').setNoDelay(true);
    client.on('error', () => {}).on('data', (chunk) => (received += chunk.toString('latin1')));
    await once(client, 'connect');
  }

  beforeEach(() => {
    ready = 0;
    served = [];
    readyBody = null;
  });
  afterEach(async () => {
    client.destroy();
    await listener.close(0);
  });

  const says = (): string[] => received.match(/^(?:GET|POST|PUT) .*$/gm) ?? [];
  const saysCount = (count: number) =>
    eventually(says, ({ length }) => length >= count, `${count} responses`);

  it('sends ready responses before, between and after requests of the application, on one connection', async () => {
    await open(PATIENT);
    const body = `GET /ready HTTP/1.1\r\n\r\n`;
    const post = `POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (const [at, request] of [READY, post, READY, 'GET /b HTTP/1.1\r\n\r\n', READY].entries()) {
      client.write(request);
      await saysCount(at + 1);
    }
    const [first, second, third, fourth, fifth] = says();
    expect(second).toBe(sayOf('POST', '/a', body).trim());
    expect([first, third, fifth]).toEqual(Array(3).fill('GET /ready ""'));
    expect([fourth, ready, served]).toEqual(['GET /b ""', 3, ['/a', '/b']]);
  });

  it('takes no part of a body for a request', async () => {
    await open(PATIENT);
    client.write(`POST /a HTTP/1.1\r\nContent-Length: ${2 * READY.length}\r\n\r\n`);
    await eventually(
      () => served,
      ({ length }) => length === 1,
      'the head to arrive',
    );
    client.write(READY);
    await turn();
    client.write(READY);
    expect(await saysCount(1)).toEqual([sayOf('POST', '/a', READY + READY).trim()]);
    expect(ready).toBe(0);
    client.write(READY);
    await saysCount(2);
    expect(ready).toBe(1);
  });

  it('takes no part of a body for a request whose response came before it', async () => {
    await open(PATIENT);
    client.write(`POST /early HTTP/1.1\r\nContent-Length: ${READY.length}\r\n\r\n`);
    await saysCount(1);
    client.write(READY);
    await turn();
    client.write('GET /b HTTP/1.1\r\n\r\n');
    expect(await saysCount(2)).toEqual(['POST /early ""', 'GET /b ""']);
    expect(ready).toBe(0);
  });

  it('takes nothing for a request after the part of a head that came with another request', async () => {
    await open(PATIENT);
    const chunked = 'POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    client.write(`${chunked}GET /b HTTP/1.1\r\nX-Part: `);
    await saysCount(1);
    client.write(READY);
    expect(await saysCount(2)).toEqual(['POST /a ""', 'GET /b ""']);
    expect(ready).toBe(0);
  });

  it('waits with a response until that of the request before is sent, however long it takes', async () => {
    await open(SLOW);
    client.write('GET /held HTTP/1.1\r\n\r\n');
    await eventually(
      () => served,
      ({ length }) => length === 1,
      'the request to arrive',
    );
    await once(connect(Number(new URL(listener.url).port), '127.0.0.1').resume(), 'close');
    client.write(READY);
    await turn();
    release();
    expect(await saysCount(2)).toEqual(['GET /held ""', 'GET /ready ""']);
  });

  it('takes nothing for a request after bytes that Node cannot read', async () => {
    await open(PATIENT);
    client.write('GET /a HTTP/1.1\r\nBroken');
    await turn();
    client.write(READY);
    await once(client, 'close');
    expect([received, ready, served]).toEqual([expect.stringMatching(/^HTTP\/1.1 400 /), 0, []]);
  });

  it('responds in order to requests that are split and pipelined in every way', async () => {
    await open(PATIENT);
    const random = new SeededRandom(Number(process.env.SEED ?? 20_261_127));
    let readyInAll = 0;
    for (let round = 0; round < 60; round += 1) {
      await dial();
      const requests = Array.from({ length: random.between(1, 8) }, (_, at) => {
        const kind = random.pick(['ready', 'ready', 'get', 'post', 'chunked'] as const);
        const body = random.pick(['', 'abc', READY, `${READY}${READY}`, '\r\n\r\n']);
        if (kind === 'ready') return { text: READY, say: 'GET /ready ""' };
        if (kind === 'get') return { text: `GET /${at} HTTP/1.1\r\nHost: x\r\n\r\n`, say: `GET /${at} ""` };
        const say = sayOf('POST', `/${at}`, body).trim();
        if (kind === 'post')
          return { text: `POST /${at} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`, say };
        const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`;
        return { text: `POST /${at} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`, say };
      });
      const waits = random.next() < 0.5;
      const pieces = waits ? requests.map(({ text }) => text) : [requests.map(({ text }) => text).join('')];
      const splits = random.next() < 0.5;
      for (const [at, piece] of pieces.entries()) {
        for (let from = 0; from < piece.length;) {
          const size = splits ? random.between(1, 80) : piece.length;
          client.write(piece.slice(from, from + size), 'latin1');
          from += size;
          await turn();
        }
        if (waits) await saysCount(at + 1);
      }
      expect(await saysCount(requests.length)).toEqual(requests.map(({ say }) => say));
      client.destroy();
      readyInAll += ready;
    }
    expect(readyInAll).toBeGreaterThan(20);
  });

  it.each([
    ['sends nothing', ''],
    ['stops within a head', 'GET / HTTP/1.1\r\nX-Slow: '],
  ])('closes the connection of a client that %s', async (_what, text) => {
    await open(SLOW);
    const closed = once(client, 'close');
    client.write(text);
    await closed;
    expect(served).toEqual([]);
  });

  it('keeps a connection after a ready response longer than before its first request', async () => {
    await open(SLOW);
    client.write(READY);
    await saysCount(1);
    const { port } = new URL(listener.url);
    const silent = connect(Number(port), '127.0.0.1').on('error', () => {});
    await once(silent.resume(), 'close');
    client.write(READY);
    await saysCount(2);
    expect(ready).toBe(2);
  });

  it('prepares no more responses for a client that does not read them', async () => {
    await open(PATIENT);
    readyBody = Buffer.alloc(MIB, 'a');
    client.pause();
    for (let sent = 0; sent < 100; sent += 1) {
      client.write(READY);
      await turn();
      await turn();
    }
    expect(ready + served.length).toBeLessThan(50);
    client.removeAllListeners('data');
    let bytes = 0;
    client.on('data', (chunk) => (bytes += chunk.length)).resume();
    await eventually(
      () => bytes,
      (all) => all > 100 * MIB,
      'all responses',
    );
  });

  it('responds to a client that ends its side after the request', async () => {
    await open(PATIENT);
    client.end(READY);
    await once(client, 'close');
    expect(says()).toEqual(['GET /ready ""']);
  }, 30_000);

  it('lets the application announce the end of the connection before the service stops', async () => {
    await open(PATIENT);
    client.write(READY);
    await saysCount(1);
    listener.beginShutdown();
    client.write(READY);
    await once(client, 'close');
    expect([says(), ready, served]).toEqual([Array(2).fill('GET /ready ""'), 1, ['/ready']]);
    expect(received).toMatch(/connection: close/i);
  });

  it('closes idle connections when the service stops', async () => {
    await open(PATIENT);
    client.write(READY);
    await saysCount(1);
    const closed = once(client, 'close');
    await listener.close();
    await closed;
    expect(served).toEqual([]);
  });
});
