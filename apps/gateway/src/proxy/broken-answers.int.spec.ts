import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld, IMPATIENT, startGatewayWorld } from '../gateway-world.suite';

/** A service in whose place anything may answer, byte for byte. */
class RawUpstream {
  /** What is done with a connection once a request is there. */
  answer: (socket: Socket) => void = (socket) => socket.end(FINE);
  requests = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
    socket.once('data', () => {
      this.requests += 1;
      this.answer(socket);
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

/** Doubles: a server that speaks HTTP badly in place of reports. Oracle: what a client of the gateway receives. */
describe('the gateway before a service that answers garbage', () => {
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

  const ask = (path = '/public/v1/reports/x') =>
    fetch(`${gateway.url}${path}`, { headers: basic(gateway.apiKey) });

  /** The service answers properly so often that its breaker stays closed. */
  async function expectFine(): Promise<void> {
    reports.answer = (socket) => socket.end(FINE);
    for (let i = 0; i < 2; i += 1) expect(await (await ask()).text()).toBe('ok');
  }

  async function expectOthersFine(): Promise<void> {
    expect(await (await ask('/public/v1/reviews/get')).json()).toEqual({ service: 'reviews' });
  }

  async function expectUnavailable(): Promise<void> {
    const answer = await ask();
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 503,
      body: {
        success: false,
        code: 'upstream_unavailable',
        msg: 'The reports service is not available; try again shortly.',
        request_id: expect.any(String),
      },
    });
    expect(answer.headers.get('retry-after')).toBe('2');
  }

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['nothing', ''],
    ['an endless status line', `HTTP/1.1 200 ${'x'.repeat(100_000)}`],
    ['too many headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}\r\n`],
    ['a header that breaks lines', 'HTTP/1.1 200 OK\r\nx-a: b\rc\r\ncontent-length: 2\r\n\r\nok'],
    ['a header of control characters', 'HTTP/1.1 200 OK\r\nx-a: b\x01c\r\ncontent-length: 2\r\n\r\nok'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\ncontent-length: 2\r\n\r\nok'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\nok'],
    ['a status that is none', 'HTTP/1.1 abc OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status too large', 'HTTP/1.1 700 Odd\r\ncontent-length: 2\r\n\r\nok'],
    ['a status too small', 'HTTP/1.1 42 Odd\r\ncontent-length: 2\r\n\r\nok'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['interim answers only', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
  ])('says 503 in the error shape for %s', async (_what, bytes) => {
    reports.answer = (socket) => socket.end(bytes, 'latin1');
    await expectUnavailable();
    await expectOthersFine();
    await expectFine();
  });

  it.each([
    ['ends', 'content-length: 100\r\n\r\n{"success":true', true],
    ['hangs', 'content-length: 100\r\n\r\n{"success":true', false],
    ['goes on as garbage', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n', true],
  ])(
    'cuts an answer short whose body %s halfway: nobody may take it for whole',
    async (_what, rest, ends) => {
      reports.answer = (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${rest}`);
        if (ends) socket.end();
      };
      const answer = await ask();
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow('terminated');
      await expectOthersFine();
      await expectFine();
    },
  );

  it('stops asking while it answers garbage, and asks again once it may', async () => {
    reports.answer = (socket) => socket.end('garbage\r\n');
    // However many good answers came before, in the end it is garbage only.
    await eventually(
      async () => {
        const before = reports.requests;
        await expectUnavailable();
        return reports.requests - before;
      },
      (asked) => asked === 0,
      'the breaker to open',
    );
    await expectOthersFine();
    reports.answer = (socket) => socket.end(FINE);
    await eventually(
      async () => (await ask()).status,
      (status) => status === 200,
      'the breaker to close again',
    );
  });
});
