import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventually, type FixtureResponse, freePort } from '@plaudit/testing';
import {
  firstAttempt,
  logged,
  received,
  startWebhooksWorld,
  deliveryStates,
  WEBHOOKS,
  type WebhooksWorld,
  HOURLY_RETRIES,
} from '../webhooks-world.suite';
import { isSigned } from '../signing/receiver.suite';

async function tcpServer(onConnect: (socket: Socket) => void) {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    // A socket that does not read the request does not notice its end either, and stays open.
    socket.resume();
    onConnect(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as { port: number }).port };
}

let world: WebhooksWorld;

let hostileWorld: WebhooksWorld;

/** The slowest hostile endpoint takes the 10 s of production, so that all of them are requested while the other tests run. */
beforeAll(async () => {
  world = await startWebhooksWorld();
  // It is started second and closed last, so that its logs have those of both.
  hostileWorld = await startWebhooksWorld(HOURLY_RETRIES);
  await requestHostileEndpoints(hostileWorld);
});

afterAll(async () => {
  await world?.close();
  for (const { server, open } of servers) {
    for (const socket of open) socket.destroy();
    server.close();
  }
  await hostileWorld?.close();
});

describe('delivery', () => {
  /** Does the same as {@link firstAttempt} and deletes the webhook afterwards. */
  async function attemptAt(answer: FixtureResponse) {
    const made = await firstAttempt(world, answer);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${made.webhook.id}`);
    return made;
  }

  describe('A delivery', () => {
    it('arrives within 15 s, signed and with every documented header', async () => {
      const endpoint = await world.endpoint();
      const webhook = await world.webhook({ url: `${endpoint.url}/hook?a=b` });
      const began = Date.now();
      const event = await world.review({ text: 'Great! \u2028 🎉' });
      const [request] = await received(endpoint, 1);
      expect(Date.now() - began).toBeLessThan(15_000);
      const { headers, body } = request as NonNullable<typeof request>;
      expect(isSigned(String(headers['x-service-signature']), body, webhook.secret)).toBe(true);
      expect(request?.path).toBe('/hook');
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'content-length': String(body.length),
        'user-agent': 'Service-Webhooks/1.0',
        'x-service-event': 'review.created',
        'x-service-event-id': event.id,
        'x-service-delivery-id': expect.stringMatching(/^dlv_[0-9a-f]{32}$/),
        'x-service-attempt': '1',
        'webhook-id': event.id,
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      });
      expect(headers).not.toHaveProperty('accept-encoding');
      expect(headers).not.toHaveProperty('cookie');
      expect(request?.json()).toMatchObject({
        id: event.id,
        event: 'review.created',
        occurred_on: event.time,
        data: { text: 'Great! \u2028 🎉', profile_id: 42 },
      });
      expect(request?.json()).not.toHaveProperty('test');
    });

    it('is logged with its response', async () => {
      const { webhook, attempt, endpoint } = await attemptAt({
        body: 'thanks',
        headers: { server: 'spec' },
      });
      expect(attempt).toEqual({
        id: expect.any(Number),
        delivery_id: endpoint.requests[0]?.headers['x-service-delivery-id'],
        event_id: endpoint.requests[0]?.headers['x-service-event-id'],
        event: 'review.created',
        test: false,
        trigger: 'event',
        attempt: 1,
        max_attempts: 4,
        status: 'success',
        status_code: 200,
        error_code: null,
        error: null,
        attempted_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        duration_ms: expect.any(Number),
        timings: {
          dns: null,
          connect: expect.any(Number),
          tls: null,
          first_byte: expect.any(Number),
          total: expect.any(Number),
        },
        request_url: webhook.url,
        response_headers: { server: 'spec' },
        response_body: 'thanks',
        response_encoding: 'utf-8',
        response_truncated: false,
        delivery_status: 'delivered',
        next_attempt_on: null,
      });
      expect(JSON.stringify(attempt)).not.toMatch(/whsec_|v1=/);
    });

    it.each<[string, FixtureResponse, object]>([
      ['status 204', { status: 204 }, { status: 'success', status_code: 204 }],
      ['status 299', { status: 299 }, { status: 'success', status_code: 299 }],
      ['status 404', { status: 404 }, { status: 'failed', status_code: 404, error_code: 'http_error' }],
      [
        'status 500',
        { status: 500, body: 'oops' },
        { status: 'failed', error_code: 'http_error', response_body: 'oops' },
      ],
      [
        'a connection reset',
        'reset',
        { status: 'failed', status_code: null, error_code: 'connection_reset' },
      ],
      [
        'more than 16 KiB of headers',
        { headers: { 'x-big': 'x'.repeat(40_000) } },
        { error_code: 'headers_too_large' },
      ],
      [
        'status 200 and an incomplete body',
        'cut',
        { status: 'success', status_code: 200, response_truncated: true },
      ],
      [
        'a compressed body',
        { headers: { 'content-encoding': 'gzip' }, body: Buffer.from([0x1f, 0x8b, 0xff]) },
        { status: 'success', response_encoding: 'base64', response_body: 'H4v/' },
      ],
    ])(
      'is logged with the right outcome when the endpoint answers with %s',
      async (_what, answer, expected) => {
        expect((await attemptAt(answer)).attempt).toMatchObject(expected);
      },
    );

    it('fails on a redirect and does not follow it', async () => {
      const second = await world.endpoint();
      const { attempt } = await attemptAt({ status: 307, headers: { location: second.url } });
      expect(attempt).toMatchObject({
        status: 'failed',
        status_code: 307,
        error_code: 'redirect',
        response_headers: { location: second.url },
      });
      expect(second.requests).toEqual([]);
    });

    it('succeeds when the endpoint answers with an endless body, and keeps 8 KiB of it', async () => {
      const chunks = {
        *[Symbol.iterator]() {
          for (;;) yield Buffer.alloc(32_768, 120);
        },
      };
      const { attempt } = await attemptAt({ drip: { chunks, everyMs: 1 } });
      expect(attempt).toMatchObject({ status: 'success', response_truncated: true });
      expect(attempt.response_body).toBe('x'.repeat(8_192));
      // The size limit ended the response, not a deadline, which would take 10 s or more.
      expect(attempt.duration_ms).toBeLessThan(8_000);
    });

    it('has its own error code for a closed port and for a server that does not speak HTTP', async () => {
      const closed = await freePort();
      const noHttp = await tcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n'));
      const urls = [`http://127.0.0.1:${closed}/`, `http://127.0.0.1:${noHttp.port}/`];
      const webhooks = [];
      for (const url of urls) webhooks.push(await world.webhook({ url }));
      await world.review();
      const codes = [];
      for (const { id } of webhooks) codes.push((await logged(world, id, 1))[0]?.error_code);
      expect(codes).toEqual(['connection_refused', 'response_malformed']);
      for (const { id } of webhooks) await world.as().delete('webhooks', `${WEBHOOKS}/delete/${id}`);
      noHttp.server.close();
    });

    it('is retried with the same bytes and a new signature until it succeeds', async () => {
      const answers = [500, 503, 200];
      const endpoint = await world.endpoint(() => ({ status: answers[endpoint.requests.length - 1] ?? 200 }));
      const webhook = await world.webhook({ url: endpoint.url });
      await world.review();
      const requests = await received(endpoint, 3);
      const log = await logged(world, webhook.id, 3);
      expect(log.map(({ attempt, trigger, status }) => [attempt, trigger, status])).toEqual([
        [3, 'retry', 'success'],
        [2, 'retry', 'failed'],
        [1, 'event', 'failed'],
      ]);
      expect(log.every(({ delivery_status }) => delivery_status === 'delivered')).toBe(true);
      const header = (name: string) => requests.map(({ headers }) => headers[name]);
      expect(new Set(header('x-service-delivery-id')).size).toBe(1);
      expect(new Set(header('webhook-id')).size).toBe(1);
      expect(new Set(requests.map(({ text }) => text)).size).toBe(1);
      expect(header('x-service-attempt')).toEqual(['1', '2', '3']);
      const times = header('webhook-timestamp').map(Number);
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1);
      expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(2);
      for (const { headers, body } of requests) {
        expect(isSigned(String(headers['x-service-signature']), body, webhook.secret)).toBe(true);
      }
    });
  });

  describe('POST /webhooks/test/{id}', () => {
    it('sends a signed sample that is marked as a test, even while the webhook is paused', async () => {
      const endpoint = await world.endpoint(() => ({ body: '<b>ok</b>' }));
      const webhook = await world.webhook({ url: endpoint.url, active: false });
      const { status, body } = await world.as().post('webhooks', `${WEBHOOKS}/test/${webhook.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        status_code: 200,
        error: '',
        response: { body: '<b>ok</b>', headers: {}, duration_ms: expect.any(Number), truncated: false },
      });
      const [request] = endpoint.requests;
      expect(request?.json()).toMatchObject({
        event: 'review.created',
        test: true,
        id: expect.stringMatching(/^evt_/),
      });
      const signature = String(request?.headers['x-service-signature']);
      expect(isSigned(signature, request?.body as Buffer, webhook.secret)).toBe(true);
      expect(await world.attempts(webhook.id)).toMatchObject([
        { test: true, trigger: 'test', attempt: 1, max_attempts: 1, delivery_status: 'delivered' },
      ]);
      const { body: record } = await world.as().get('webhooks', `${WEBHOOKS}/get/${webhook.id}`);
      expect(record).toMatchObject({
        pending: 0,
        health: { consecutive_failures: 0, last_success_on: null },
      });
    });

    it('returns the error of a failed call and does not repeat the call', async () => {
      const endpoint = await world.endpoint(() => ({ status: 500, body: 'oops' }));
      const failing = await world.webhook({ url: endpoint.url });
      // Paused, so that no delivery is sent to a program that may open the port later.
      const gone = await world.webhook({ url: `http://127.0.0.1:${await freePort()}/`, active: false });
      const test = (id: number) => world.as().post('webhooks', `${WEBHOOKS}/test/${id}`);
      expect((await test(failing.id)).body).toMatchObject({
        success: false,
        status_code: 500,
        response: { body: 'oops' },
      });
      expect((await test(gone.id)).body).toMatchObject({
        success: false,
        status_code: 0,
        error: 'The server refused the connection.',
        response: { body: '' },
      });
      for (const { id } of [failing, gone]) expect(await deliveryStates(world, id)).toEqual({});
    });

    it('answers 429 after ten calls within a minute', async () => {
      const endpoint = await world.endpoint();
      const webhook = await world.webhook({ url: endpoint.url });
      const responses = [];
      for (let call = 0; call < 11; call++)
        responses.push(await world.as().post('webhooks', `${WEBHOOKS}/test/${webhook.id}`));
      expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
      expect(responses.at(-1)?.body.code).toBe('rate_limited');
      expect(responses.at(-1)?.headers.get('retry-after')).toBe('60');
    });
  });

  describe('GET /webhooks/deliveries/{id}', () => {
    it('returns the last 50 attempts, newest first', async () => {
      const endpoint = await world.endpoint();
      const webhook = await world.webhook({ url: endpoint.url });
      for (let count = 0; count < 6; count++)
        await Promise.all(Array.from({ length: 10 }, () => world.review()));
      await received(endpoint, 60);
      await eventually(
        () => deliveryStates(world, webhook.id),
        (counts) => counts[2] === 60,
        'sixty deliveries',
      );
      const log = await world.attempts(webhook.id);
      expect(log).toHaveLength(50);
      const ids = log.map(({ id }) => id as number);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    });
  });
});

/** A TCP server that decides about every byte. */
interface HostileEndpoint {
  port: number;
  requests: number;
  open: Set<Socket>;
}

interface HostileCase {
  /** What the endpoint does with a connection. */
  connected?: (socket: Socket) => void;
  /** What it does when a whole request has arrived, the first on its connection or a later one. */
  requested?: (socket: Socket, place: number) => void;
  host?: string;
  attempt: object;
}

const OK = 'HTTP/1.1 200 OK\r\n';

const HEADERS_LATE = { error_code: 'timeout', error: 'The server did not answer within 10000 ms.' };

const FAILED = { status: 'failed', status_code: null, delivery_status: 'retrying' };

const DELIVERED = { status: 'success', status_code: 200, error_code: null, delivery_status: 'delivered' };

const RESET = { ...FAILED, error_code: 'connection_reset' };

const MALFORMED = { ...FAILED, error_code: 'response_malformed' };

const CASES: Record<string, HostileCase> = {
  'sends a byte of the headers per second': {
    requested: (socket) => everyMs(socket, 1_000, [...`${OK}X-Long: ${'x'.repeat(100)}`]),
    attempt: { ...FAILED, ...HEADERS_LATE },
  },
  'sends 103 responses without an end': {
    requested: (socket) =>
      everyMs(socket, 200, Array<string>(1_000).fill('HTTP/1.1 103 Early Hints\r\n\r\n')),
    attempt: {
      ...FAILED,
      error_code: 'timeout',
      error: expect.stringMatching(
        /^The server sent \d+ interim responses and no final one within 10000 ms\.$/,
      ),
    },
  },
  'sends a 100 response and nothing else': {
    requested: (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    attempt: {
      ...FAILED,
      error_code: 'timeout',
      error: 'The server sent 1 interim response and no final one within 10000 ms.',
    },
  },
  'sends a 100 response without being asked, and then its answer': {
    requested: (socket) =>
      socket.write(
        `HTTP/1.1 100 Continue\r\n\r\n${OK}Server: Microsoft-IIS/10.0\r\nContent-Length: 2\r\n\r\nok`,
      ),
    attempt: { ...DELIVERED, response_body: 'ok', response_headers: { server: 'Microsoft-IIS/10.0' } },
  },
  'switches protocols': {
    requested: (socket) =>
      socket.write('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    attempt: MALFORMED,
  },
  'reads nothing and answers nothing': {
    connected: (socket) => socket.pause(),
    attempt: { ...FAILED, ...HEADERS_LATE },
  },
  'sends a byte of the body per second': {
    requested: (socket) => {
      socket.write(`${OK}Content-Length: 1000\r\n\r\n`);
      everyMs(socket, 1_000, Array<string>(1_000).fill('x'));
    },
    attempt: { ...DELIVERED, response_truncated: true },
  },
  'answers with 10 MB': {
    requested: (socket) => socket.write(`${OK}Content-Length: 10000000\r\n\r\n${'x'.repeat(10_000_000)}`),
    attempt: { ...DELIVERED, response_truncated: true, response_body: 'x'.repeat(8_192) },
  },
  'answers with a compression bomb': {
    requested: (socket) => {
      const bomb = gzipSync(Buffer.alloc(20_000_000));
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
    attempt: { ...DELIVERED, response_encoding: 'base64', response_headers: { 'content-encoding': 'gzip' } },
  },
  'closes the connection before it has read anything': {
    connected: (socket) => socket.destroy(),
    attempt: RESET,
  },
  'closes the connection when it has read the request': {
    requested: (socket) => socket.end(),
    attempt: RESET,
  },
  'closes the connection in the middle of the headers': {
    requested: (socket) => socket.end(`${OK}Content-Len`),
    attempt: {
      ...RESET,
      error:
        'The server closed the connection within the response headers, which begin with "HTTP/1.1 200 OK".',
    },
  },
  'closes the connection in the middle of a chunked body': {
    requested: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nhe`),
    attempt: { ...DELIVERED, response_truncated: true, response_body: expect.stringMatching(/^hello/) },
  },
  'answers with two lengths': {
    requested: (socket) => socket.write(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`),
    attempt: {
      ...MALFORMED,
      error: 'The server answered with two different Content-Length headers: "2" and "3".',
    },
  },
  'answers with the same length twice': {
    requested: (socket) => socket.write(`${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`),
    attempt: { ...DELIVERED, response_body: 'ok' },
  },
  'answers with a status that is no number': {
    requested: (socket) => socket.write('HTTP/1.1 OK 200\r\n\r\n'),
    attempt: {
      ...MALFORMED,
      error: 'The response is not HTTP/1.1: its first line is "HTTP/1.1 OK 200".',
    },
  },
  'answers with 40 KB of small headers': {
    requested: (socket) => socket.write(`${OK}${'X-Small: 1\r\n'.repeat(3_500)}\r\n`),
    attempt: { ...FAILED, error_code: 'headers_too_large' },
  },
  'answers with line breaks and NUL in its body': {
    requested: (socket) => socket.write(`${OK}Content-Length: 12\r\n\r\n\r\nHTTP/1.1 \0`),
    attempt: { ...DELIVERED, response_encoding: 'base64' },
  },
  'listens on IPv6 only': {
    host: 'http://[::1]',
    requested: (socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nok`),
    attempt: { ...DELIVERED, response_body: 'ok' },
  },
};

const servers: { server: Server; open: Set<Socket> }[] = [];

const cases = new Map<string, { endpoint: HostileEndpoint; webhookId: number }>();

async function hostileEndpoint({ connected, requested, host }: HostileCase): Promise<HostileEndpoint> {
  const endpoint: HostileEndpoint = { port: 0, requests: 0, open: new Set() };
  const server = createServer((socket) => {
    endpoint.open.add(socket);
    socket.on('error', () => {}).on('close', () => endpoint.open.delete(socket));
    connected?.(socket);
    if (!requested) return;
    let received = '';
    let place = 0;
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      const head = received.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)\r$/im.exec(received)?.[1] ?? 0);
      if (head < 0 || received.length < head + 4 + length) return;
      received = '';
      endpoint.requests += 1;
      requested(socket, ++place);
    });
  });
  servers.push({ server, open: endpoint.open });
  const address = host === 'http://[::1]' ? '::1' : '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, address, () => resolve()));
  endpoint.port = (server.address() as AddressInfo).port;
  return endpoint;
}

function everyMs(socket: Socket, ms: number, pieces: string[]): void {
  const timer = setInterval(() => {
    const piece = pieces.shift();
    if (piece !== undefined && !socket.destroyed) socket.write(piece);
  }, ms);
  socket.once('close', () => clearInterval(timer));
}

async function requestHostileEndpoints(world: WebhooksWorld): Promise<void> {
  for (const [name, hostile] of Object.entries(CASES)) {
    const endpoint = await hostileEndpoint(hostile);
    // Every case waits for its own attempt, and they are all sent at once.
    const webhook = await world.webhook({ url: (await world.endpoint()).url });
    await setUrl(world, webhook.id, `${hostile.host ?? 'http://127.0.0.1'}:${endpoint.port}/`);
    cases.set(name, { endpoint, webhookId: webhook.id });
  }
  await world.review();
}

/** Changes the URL of a webhook without the checks of the API, as a name that resolves to another address does. */
async function setUrl(world: WebhooksWorld, webhookId: number, url: string): Promise<void> {
  await world.admin.query('update webhooks.webhooks set url = $1 where id = $2', [url, webhookId]);
}

describe('hostile endpoints', () => {
  describe('A delivery to an endpoint that', () => {
    it.each(Object.entries(CASES))(
      '%s is logged with its outcome, and a failed one waits for its retry',
      async (name, { attempt: expected }) => {
        const { endpoint, webhookId } = cases.get(name)!;
        const [attempt] = await eventually(
          () => hostileWorld.attempts(webhookId),
          (log) => log.length === 1,
          'the first attempt',
          { timeoutMs: 60_000 },
        );
        expect(attempt).toMatchObject(expected);
        const state = attempt.status === 'success' ? 2 : 0;
        expect(await deliveryStates(hostileWorld, webhookId)).toEqual({ [state]: 1 });
        if (attempt.response_truncated || state === 0) {
          // A socket that reads nothing does not notice that it was closed.
          for (const socket of endpoint.open) socket.resume();
          await eventually(
            () => endpoint.open.size,
            (open) => open === 0,
            'the connection to be closed',
          );
        }
      },
      90_000,
    );
  });

  describe('An endpoint', () => {
    /** Ends the deliveries of the cases above, so that they do not arrive beside those of a test. */
    beforeAll(async () => {
      for (const { webhookId } of cases.values())
        await hostileWorld.as().delete('webhooks', `${WEBHOOKS}/delete/${webhookId}`);
    });

    it.each([301, 302, 303, 308])('that answers %i sends no delivery to a second server', async (status) => {
      const second = await hostileWorld.endpoint();
      const first = await hostileWorld.endpoint(() => ({ status, headers: { location: second.url } }));
      const webhook = await hostileWorld.webhook({ url: first.url });
      await hostileWorld.review();
      const [attempt] = await logged(hostileWorld, webhook.id, 1);
      expect(attempt).toMatchObject({
        status_code: status,
        error_code: 'redirect',
        delivery_status: 'retrying',
      });
      expect(second.requests).toEqual([]);
      await hostileWorld.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    });

    it.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::ffff:127.0.0.1]/'])(
      'whose stored URL became %s, which is not allowed, is not requested, and the delivery waits for its retry',
      async (url) => {
        const webhook = await hostileWorld.webhook({ url: (await hostileWorld.endpoint()).url });
        await setUrl(hostileWorld, webhook.id, url);
        await hostileWorld.review();
        const [attempt] = await logged(hostileWorld, webhook.id, 1);
        expect(attempt).toMatchObject({ ...FAILED, error_code: 'blocked_address', timings: null });
        expect(attempt.error).not.toMatch(/\d+\.\d+|::/);
        await hostileWorld.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
      },
    );

    it('that closes a connection while it is idle gets the next delivery on a new one, as one attempt', async () => {
      const endpoint = await hostileEndpoint({
        requested: (socket, place) => {
          if (place === 1) socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
          else socket.resetAndDestroy();
        },
        attempt: {},
      });
      const webhook = await hostileWorld.webhook({ url: `http://127.0.0.1:${endpoint.port}/` });
      for (let deliveries = 1; deliveries <= 3; deliveries++) {
        await hostileWorld.review();
        await logged(hostileWorld, webhook.id, deliveries);
      }
      const log = await hostileWorld.attempts(webhook.id);
      expect(log.map(({ attempt, status }) => [attempt, status])).toEqual(Array(3).fill([1, 'success']));
      await hostileWorld.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    });

    it('never gets an event of more than 256 KiB, which is dropped at once with an entry in the log', async () => {
      const endpoint = await hostileWorld.endpoint();
      const webhook = await hostileWorld.webhook({ url: endpoint.url, active: false });
      await hostileWorld.review();
      await eventually(
        () => deliveryStates(hostileWorld, webhook.id),
        (states) => states[0] === 1,
        'a held delivery',
      );
      await hostileWorld.admin.query(
        `update webhooks.events set body = convert_to(repeat('x', 262145), 'UTF8')
       where id = (select event_id from webhooks.deliveries where webhook_id = $1)`,
        [webhook.id],
      );
      await hostileWorld.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { active: true } });
      const [attempt] = await logged(hostileWorld, webhook.id, 1);
      expect(attempt).toMatchObject({ error_code: 'payload_too_large', delivery_status: 'dropped' });
      expect(endpoint.requests).toEqual([]);
      await hostileWorld.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    });

    it('gets an event with 200 KB of text from several scripts byte by byte as it was signed', async () => {
      const endpoint = await hostileWorld.endpoint();
      const webhook = await hostileWorld.webhook({ url: endpoint.url });
      const text = 'Zoë 李 🎉 \u2028 مرحبا '.repeat(6_000);
      await hostileWorld.review({ text });
      const [request] = await received(endpoint, 1);
      expect(request?.json<{ data: { text: string } }>().data.text).toBe(text);
      expect(request?.headers['content-length']).toBe(String(request?.body.length));
      await hostileWorld.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
    });
  });
});
