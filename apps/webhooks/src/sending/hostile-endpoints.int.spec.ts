import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventually } from '@plaudit/testing';
import {
  deliveryStates,
  HOURLY_RETRIES,
  logged,
  received,
  startWebhooksWorld,
  WEBHOOKS,
  type WebhooksWorld,
} from '../webhooks-world.suite';

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
      everyMs(socket, 100, Array<string>(1_000).fill('HTTP/1.1 103 Early Hints\r\n\r\n')),
    attempt: { ...FAILED, ...HEADERS_LATE },
  },
  'sends a 100 response and nothing else': {
    requested: (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    attempt: MALFORMED,
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
    attempt: RESET,
  },
  'closes the connection in the middle of a chunked body': {
    requested: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nhe`),
    attempt: { ...DELIVERED, response_truncated: true, response_body: expect.stringMatching(/^hello/) },
  },
  'answers with two lengths': {
    requested: (socket) => socket.write(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`),
    attempt: MALFORMED,
  },
  'answers with a status that is no number': {
    requested: (socket) => socket.write('HTTP/1.1 OK 200\r\n\r\n'),
    attempt: MALFORMED,
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

let world: WebhooksWorld;
const servers: { server: Server; open: Set<Socket> }[] = [];
const cases = new Map<string, { endpoint: HostileEndpoint; webhookId: number }>();

beforeAll(async () => {
  world = await startWebhooksWorld(HOURLY_RETRIES);
  for (const [name, hostile] of Object.entries(CASES)) {
    const endpoint = await hostileEndpoint(hostile);
    // Every case waits for its own attempt, and they are all sent at once.
    const webhook = await world.webhook({ url: (await world.endpoint()).url });
    await setUrl(webhook.id, `${hostile.host ?? 'http://127.0.0.1'}:${endpoint.port}/`);
    cases.set(name, { endpoint, webhookId: webhook.id });
  }
  await world.review();
});
afterAll(async () => {
  for (const { server, open } of servers) {
    for (const socket of open) socket.destroy();
    server.close();
  }
  await world.close();
});

describe('A delivery to an endpoint that', () => {
  it.each(Object.entries(CASES))(
    '%s is logged with its outcome, and a failed one waits for its retry',
    async (name, { attempt: expected }) => {
      const { endpoint, webhookId } = cases.get(name)!;
      const [attempt] = await eventually(
        () => world.attempts(webhookId),
        (log) => log.length === 1,
        'the first attempt',
        { timeoutMs: 60_000 },
      );
      expect(attempt).toMatchObject(expected);
      const state = attempt.status === 'success' ? 2 : 0;
      expect(await deliveryStates(world, webhookId)).toEqual({ [state]: 1 });
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
      await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhookId}`);
  });

  it.each([301, 302, 303, 308])('that answers %i sends no delivery to a second server', async (status) => {
    const second = await world.endpoint();
    const first = await world.endpoint(() => ({ status, headers: { location: second.url } }));
    const webhook = await world.webhook({ url: first.url });
    await world.review();
    const [attempt] = await logged(world, webhook.id, 1);
    expect(attempt).toMatchObject({
      status_code: status,
      error_code: 'redirect',
      delivery_status: 'retrying',
    });
    expect(second.requests).toEqual([]);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::ffff:127.0.0.1]/'])(
    'whose stored URL became %s, which is not allowed, is not requested, and the delivery waits for its retry',
    async (url) => {
      const webhook = await world.webhook({ url: (await world.endpoint()).url });
      await setUrl(webhook.id, url);
      await world.review();
      const [attempt] = await logged(world, webhook.id, 1);
      expect(attempt).toMatchObject({ ...FAILED, error_code: 'blocked_address', timings: null });
      expect(attempt.error).not.toMatch(/\d+\.\d+|::/);
      await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
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
    const webhook = await world.webhook({ url: `http://127.0.0.1:${endpoint.port}/` });
    for (let deliveries = 1; deliveries <= 3; deliveries++) {
      await world.review();
      await logged(world, webhook.id, deliveries);
    }
    const log = await world.attempts(webhook.id);
    expect(log.map(({ attempt, status }) => [attempt, status])).toEqual(Array(3).fill([1, 'success']));
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
  });

  it('never gets an event of more than 256 KiB, which is dropped at once with an entry in the log', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url, active: false });
    await world.review();
    await eventually(
      () => deliveryStates(world, webhook.id),
      (states) => states[0] === 1,
      'a held delivery',
    );
    await world.admin.query(
      `update webhooks.events set body = convert_to(repeat('x', 262145), 'UTF8')
       where id = (select event_id from webhooks.deliveries where webhook_id = $1)`,
      [webhook.id],
    );
    await world.as().put('webhooks', `${WEBHOOKS}/update/${webhook.id}`, { body: { active: true } });
    const [attempt] = await logged(world, webhook.id, 1);
    expect(attempt).toMatchObject({ error_code: 'payload_too_large', delivery_status: 'dropped' });
    expect(endpoint.requests).toEqual([]);
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
  });

  it('gets an event with 200 KB of text from several scripts byte by byte as it was signed', async () => {
    const endpoint = await world.endpoint();
    const webhook = await world.webhook({ url: endpoint.url });
    const text = 'Zoë 李 🎉 \u2028 مرحبا '.repeat(6_000);
    await world.review({ text });
    const [request] = await received(endpoint, 1);
    expect(request?.json<{ data: { text: string } }>().data.text).toBe(text);
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    await world.as().delete('webhooks', `${WEBHOOKS}/delete/${webhook.id}`);
  });
});

/** Changes the URL of a webhook without the checks of the API, as a name that resolves to another address does. */
async function setUrl(webhookId: number, url: string): Promise<void> {
  await world.admin.query('update webhooks.webhooks set url = $1 where id = $2', [url, webhookId]);
}

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
