import { connect } from 'node:net';
import { eventually, HttpClient } from '@plaudit/testing';
import { basic, type GatewayWorld, startGatewayWorld } from '../gateway-world.suite';
import { sendRaw } from '../raw-http.suite';

const LIMIT = 2 * 1024 * 1024;

let gateway: GatewayWorld;
beforeAll(async () => (gateway = await startGatewayWorld()));
afterAll(async () => gateway.close());

async function post(
  path: string,
  content: string | Buffer | ReadableStream,
): Promise<{ status: number; body: unknown }> {
  const client = new HttpClient(gateway.url, basic(gateway.apiKey));
  const { status, body } = await client.post(path, { body: content });
  return { status, body };
}

function streamOf(bytes: number): ReadableStream {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  return ReadableStream.from(
    (function* () {
      for (let left = bytes; left > 0; left -= chunk.length)
        yield chunk.subarray(0, Math.min(left, chunk.length));
    })(),
  );
}

const TOO_LARGE = {
  status: 413,
  body: {
    success: false,
    code: 'payload_too_large',
    msg: 'The request body is larger than 2 MiB; send it in smaller parts.',
    request_id: expect.any(String),
  },
};

/** Sends a body until the gateway closes the connection, at most 256 MiB of it. */
async function sendEndlessBody(): Promise<{ answer: string; sent: number; destroyed: boolean }> {
  const { hostname, port } = new URL(gateway.url);
  const { authorization } = basic(gateway.apiKey);
  const head = ['POST /public/v1/reviews/add_bulk HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  let answer = '';
  let sent = 0;
  const socket = connect(Number(port), hostname);
  socket.on('data', (data) => (answer += data.toString()));
  socket.on('error', () => undefined);
  socket.write(`${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`);
  while (!socket.destroyed && sent < 256 * 1024 * 1024) {
    sent += chunk.length;
    await new Promise((resolve) => socket.write(chunk, resolve));
  }
  return { answer, sent, destroyed: socket.destroyed };
}

describe('the request body limit of the gateway', () => {
  it('passes on a body of exactly 2 MiB, with Content-Length and chunked', async () => {
    for (const body of [Buffer.alloc(LIMIT, 'x'), streamOf(LIMIT)]) {
      expect(await post('/public/v1/reviews/add_bulk', body)).toMatchObject({ status: 200 });
      expect(gateway.upstreams.reviews.requests.at(-1)?.body.length).toBe(LIMIT);
    }
  });

  it.each([LIMIT + 1, 3 * 1024 * 1024, 12 * 1024 * 1024])(
    'responds 413 to a Content-Length of %i, and the service gets no request',
    async (bytes) => {
      const before = gateway.upstreams.reviews.requests.length;
      expect(await post('/public/v1/reviews/add_bulk', Buffer.alloc(bytes, 'x'))).toEqual(TOO_LARGE);
      expect(gateway.upstreams.reviews.requests).toHaveLength(before);
    },
  );

  it.each([LIMIT + 1, 3 * 1024 * 1024, 12 * 1024 * 1024])(
    'responds 413 to a chunked body of %i bytes, and the service gets no request',
    async (bytes) => {
      const before = gateway.upstreams.reviews.requests.length;
      expect(await post('/public/v1/reviews/add_bulk', streamOf(bytes))).toEqual(TOO_LARGE);
      expect(gateway.upstreams.reviews.requests).toHaveLength(before);
    },
  );

  it('responds 413 to a body above 2 MiB on public routes too', async () => {
    expect(await post('/hooks/mail', Buffer.alloc(LIMIT + 1))).toEqual(TOO_LARGE);
    expect(await post('/hooks/mail', streamOf(LIMIT + 1))).toEqual(TOO_LARGE);
  });

  it('responds 413 to an endless body and closes the connection', async () => {
    let answer = '';
    // A busy client may lose the answer, because the system drops what is not read yet when the connection is reset.
    for (let attempts = 0; answer === '' && attempts < 10; attempts++) {
      const ended = await sendEndlessBody();
      expect(ended.destroyed).toBe(true);
      expect(ended.sent).toBeLessThan(64 * 1024 * 1024);
      answer = ended.answer;
    }
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('responds 413 at once while every connection to the service is taken', async () => {
    const { reports } = gateway.upstreams;
    let answerAll = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answerAll = resolve));
    reports.handle(() => answered.then(() => ({ body: { service: 'reports' } })));
    const headers = basic(gateway.apiKey);
    const taken = Array.from({ length: 256 }, () =>
      fetch(`${gateway.url}/public/v1/reports/x`, { headers }).then((response) => response.json()),
    );
    await eventually(
      () => reports.requests.length,
      (received) => received === taken.length,
      'every connection to be taken',
    );
    expect(await post('/public/v1/reports/x', streamOf(LIMIT + 1))).toEqual(TOO_LARGE);
    answerAll();
    await Promise.all(taken);
  });

  it('sends the service nothing when the client disconnects in the middle of its body', async () => {
    const before = gateway.upstreams.reviews.requests.length;
    const { hostname, port } = new URL(gateway.url);
    const { authorization } = basic(gateway.apiKey);
    const head = ['POST /public/v1/reviews/add HTTP/1.1', 'Host: x', `Authorization: ${authorization}`];
    const socket = connect(Number(port), hostname);
    socket.write(`${[...head, 'Content-Length: 1000'].join('\r\n')}\r\n\r\nhalf`);
    await post('/public/v1/reviews/add', '{}');
    socket.destroy();
    await post('/public/v1/reviews/add', '{}');
    expect(gateway.upstreams.reviews.requests).toHaveLength(before + 2);
  });

  it('drops the body of a GET and does not read it as a further request', async () => {
    const { authorization } = basic(gateway.apiKey);
    const body = 'GET /public/v1/webhooks/get HTTP/1.1\r\n\r\n';
    const before = gateway.upstreams.webhooks.requests.length;
    const answer = await sendRaw(
      gateway.url,
      [
        'GET /public/v1/reviews/get HTTP/1.1',
        'Host: x',
        `Authorization: ${authorization}`,
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(answer.status).toBe(200);
    expect(gateway.upstreams.reviews.requests.at(-1)?.body.length).toBe(0);
    expect(gateway.upstreams.webhooks.requests).toHaveLength(before);
  });

  it('keeps the breaker closed and logs no error for any of these requests', async () => {
    expect(await post('/public/v1/reviews/add', '{}')).toMatchObject({ status: 200 });
    expect(gateway.world.logs.errors()).toEqual([]);
  });
});
