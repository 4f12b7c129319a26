import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, IMPATIENT, startGatewayWorld } from '../gateway-world.suite';

/** Stands in for a service and sends any bytes as its response. */
class RawUpstream {
  /** Runs for each connection when its request has arrived. */
  respond: (socket: Socket) => void = (socket) => socket.end(FINE);
  requests = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
    socket.once('data', () => {
      this.requests += 1;
      this.respond(socket);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

const FINE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok';

/** A server that speaks invalid HTTP stands in for reports. The tests look at what a client of the gateway receives. */
describe('the gateway with a service that sends malformed HTTP', () => {
  let gateway: GatewayWorld;
  let reports: RawUpstream;

  beforeAll(async () => {
    reports = new RawUpstream();
    const url = await reports.start();
    gateway = await startGatewayWorld({ ...IMPATIENT, REPORTS_URL: url });
  });
  afterAll(async () => {
    await gateway.close();
    reports.close();
  });
  afterEach(() => expect(gateway.world.logs.errors()).toEqual([]));

  const request = (path = '/public/v1/reports/x') =>
    fetch(`${gateway.url}${path}`, {
      headers: { ...basic(gateway.apiKey), 'accept-encoding': 'identity' },
    });

  /** The service sends so many valid responses that its breaker stays closed. */
  async function expectFine(): Promise<void> {
    reports.respond = (socket) => socket.end(FINE);
    for (let i = 0; i < 2; i += 1) expect(await (await request()).text()).toBe('ok');
  }

  async function expectOthersFine(): Promise<void> {
    expect(await (await request('/public/v1/reviews/get')).json()).toEqual({ service: 'reviews' });
  }

  async function expectUnavailable(): Promise<void> {
    const response = await request();
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: {
        success: false,
        code: 'upstream_unavailable',
        msg: 'The reports service is not available; try again shortly.',
        retry_after_seconds: 2,
        request_id: expect.any(String),
      },
    });
    expect(response.headers.get('retry-after')).toBe('2');
  }

  it.each([
    ['another protocol than HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['an empty response', ''],
    ['an endless status line', `HTTP/1.1 200 ${'x'.repeat(100_000)}`],
    ['too many headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}\r\n`],
    ['a header that breaks lines', 'HTTP/1.1 200 OK\r\nx-a: b\rc\r\ncontent-length: 2\r\n\r\nok'],
    ['a header of control characters', 'HTTP/1.1 200 OK\r\nx-a: b\x01c\r\ncontent-length: 2\r\n\r\nok'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\ncontent-length: 2\r\n\r\nok'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'],
    ['a Content-Length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\nok'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status too large', 'HTTP/1.1 700 Odd\r\ncontent-length: 2\r\n\r\nok'],
    ['a status too small', 'HTTP/1.1 42 Odd\r\ncontent-length: 2\r\n\r\nok'],
    [
      'a switch to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    ['interim responses only', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
  ])('responds 503 in the error format to %s', async (_what, bytes) => {
    reports.respond = (socket) => socket.end(bytes, 'latin1');
    await expectUnavailable();
    await expectOthersFine();
    await expectFine();
  });

  it.each([
    ['ends', 'content-length: 100\r\n\r\n{"success":true', true],
    ['hangs', 'content-length: 100\r\n\r\n{"success":true', false],
    ['continues as garbage', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n', true],
  ])('ends the connection of the client when the body %s halfway', async (_what, rest, ends) => {
    reports.respond = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${rest}`);
      if (ends) socket.end();
    };
    const response = await request();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await expectOthersFine();
    await expectFine();
  });

  it('opens the breaker, and closes it when a trial gets a valid response', async () => {
    reports.respond = (socket) => socket.end('garbage\r\n');
    // Valid responses of earlier tests still count, so this may take several requests.
    await eventually(
      async () => {
        const before = reports.requests;
        await expectUnavailable();
        return reports.requests - before;
      },
      (received) => received === 0,
      'the breaker to open',
    );
    await expectOthersFine();
    reports.respond = (socket) => socket.end(FINE);
    await eventually(
      async () => (await request()).status,
      (status) => status === 200,
      'the breaker to close again',
    );
  });
});
