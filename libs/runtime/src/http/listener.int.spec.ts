import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@plaudit/testing';
import { HttpListener } from './listener';

describe('HttpListener', () => {
  it.each([
    ['sends no byte', []],
    ['stops within its headers', ['GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ']],
    ['trickles its headers', ['GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', ...'x'.repeat(2_000)]],
  ])('closes the connection of a client that %s', async (_what, pieces: string[]) => {
    const slow = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 };
    const listener = await HttpListener.open('127.0.0.1', 0, slow);
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    const sending = setInterval(() => socket.write(pieces.shift() ?? ''), 10);
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    await expect(closed).resolves.toBe('closed');
    clearInterval(sending);
    await listener.close(0);
  });

  it('responds 503 in the common shape until an application is attached', async () => {
    const listener = await HttpListener.open('127.0.0.1', 0);
    const response = await fetch(listener.url, { headers: { 'x-request-id': 'request-1' } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('x-request-id')).toBe('request-1');
    expect(await response.json()).toEqual({
      success: false,
      msg: 'The service is starting; try again in a second.',
      code: 'upstream_unavailable',
      retry_after_seconds: 1,
      request_id: 'request-1',
    });
    await listener.close();
  });

  it('listens on the given host and returns a URL that can be called', async () => {
    for (const host of ['0.0.0.0', 'localhost']) {
      const listener = await HttpListener.open(host, 0);
      expect((await fetch(listener.url)).status).toBe(503);
      await listener.close();
    }
  });

  it('throws with a readable reason if the machine does not have the host’s address', async () => {
    await expect(HttpListener.open('192.0.2.1', 0)).rejects.toThrow(
      'cannot listen on 192.0.2.1:0: this machine has no such address; set HOST to one that it has',
    );
  });

  it('responds 200 for its liveness and 503 with the step of the start until an application is attached', async () => {
    const listener = await HttpListener.open('127.0.0.1', 0);
    const get = async (path: string) => {
      const response = await fetch(`${listener.url}/health/${path}`);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    expect(await get('live?probe=1')).toEqual({ status: 200, body: { status: 'ok' } });
    const waiting = { status: 'starting', step: 'waiting for the services before it' };
    expect(await get('startup')).toEqual({ status: 503, body: waiting });
    listener.report('migrating');
    expect(await get('startup')).toEqual({ status: 503, body: { status: 'starting', step: 'migrating' } });
    expect(await get('ready')).toMatchObject({
      status: 503,
      body: { error: { startup: { status: 'down' } } },
    });
    await listener.close();
  });
});

describe('HttpListener › beginShutdown', () => {
  let listener: HttpListener;
  let agent: Agent;
  /** Ends the responses that the application has not sent, in the order of their requests. */
  let answers: ((body: string) => void)[];
  let raw: Socket;
  let received: string;

  const application: RequestListener = (incoming, outgoing) => {
    incoming.resume();
    if (incoming.url === '/wait') answers.push((body) => void outgoing.end(body));
    // Fastify passes the headers to writeHead too.
    else outgoing.writeHead(200, { 'x-path': incoming.url, 'content-length': 4 }).end('done');
  };

  beforeEach(async () => {
    answers = [];
    received = '';
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    listener = await HttpListener.open('127.0.0.1', 0);
    listener.serverFactory(application).ready();
    raw = connect(Number(new URL(listener.url).port), '127.0.0.1');
    raw.on('error', () => {}).on('data', (chunk: Buffer) => (received += chunk.toString()));
    await once(raw, 'connect');
  });
  afterEach(async () => {
    agent.destroy();
    raw.destroy();
    await listener.close(0);
  });

  /** Sends a request on the agent's only connection and returns the Connection header of its response. */
  const connectionOf = async (path: string): Promise<string | undefined> => {
    const outgoing = request(listener.url + path, { agent }).end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    await once(incoming.resume(), 'end');
    return incoming.headers.connection;
  };
  const waiting = (count: number) =>
    eventually(
      () => answers.length,
      (length) => length === count,
      'the requests to arrive',
    );

  it('keeps connections alive until then and closes each one with its next response, also new ones', async () => {
    expect(await connectionOf('/before')).toBe('keep-alive');
    listener.beginShutdown();
    expect(await connectionOf('/kept')).toBe('close');
    expect(await connectionOf('/new')).toBe('close');
  });

  it('closes the connection of a request that is in flight', async () => {
    const inFlight = connectionOf('/wait');
    await waiting(1);
    listener.beginShutdown();
    answers[0]?.('done');
    expect(await inFlight).toBe('close');
  });

  it('closes the connection of a refused expectation and of an HTTP/1.0 client that wants to keep it', async () => {
    listener.beginShutdown();
    raw.write('GET / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
    await once(raw, 'close');
    expect(received).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*done$/i);
    const other = request(listener.url, {
      agent,
      method: 'POST',
      headers: { expect: 'more', 'content-length': 0 },
    });
    const [{ statusCode, headers }] = (await once(other.end(), 'response')) as [IncomingMessage];
    expect([statusCode, headers.connection]).toEqual([417, 'close']);
  });

  it('answers every pipelined request and says so in the last response', async () => {
    listener.beginShutdown();
    raw.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
    await waiting(1);
    answers[0]?.('first');
    await once(raw, 'close');
    expect(received).toMatch(/first[^]*x-path: \/second[^]*done$/);
    expect(received.match(/connection: close/gi)).toHaveLength(1);
  });

  it('handles no request that arrives after a response said that the connection ends', async () => {
    const seen: string[] = [];
    let finish = (): void => {};
    const drip: RequestListener = (incoming, outgoing) => {
      seen.push(incoming.url ?? '');
      outgoing.write('head');
      finish = () => void outgoing.end();
    };
    listener.serverFactory(drip).ready();
    listener.beginShutdown();
    raw.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(
      () => received,
      (text) => text.includes('head'),
      'the head of the first response',
    );
    raw.write('DELETE /second HTTP/1.1\r\nHost: x\r\n\r\n');
    const other = connectionOf('/other');
    await eventually(
      () => seen,
      (paths) => paths.includes('/other'),
      'a later request to be handled',
    );
    finish();
    await other;
    expect(seen).toEqual(['/first', '/other']);
  });

  it('does not close the connection of a client that still sends its body', async () => {
    listener.beginShutdown();
    raw.write('POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo');
    await eventually(
      () => received,
      (text) => text.endsWith('done'),
      'the response before the end of the body',
    );
    expect(received).toMatch(/connection: keep-alive/i);
    raw.write('dyGET /next HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(raw, 'close');
    expect(received).toMatch(/done.*connection: close.*done$/is);
  });
});
