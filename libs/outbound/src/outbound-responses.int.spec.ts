import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { client, closeAll, connectionIsIdle, failure, server } from './fixtures/outbound-world';

afterEach(closeAll);

/** Writes the pieces in separate segments. */
async function write(socket: Socket, pieces: readonly string[]): Promise<void> {
  socket.setNoDelay();
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await connectionIsIdle();
  }
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n';
const IIS = `HTTP/1.1 200 OK\r\nServer: Microsoft-IIS/10.0\r\nX-Powered-By: ASP.NET\r\nContent-Length: 2\r\n\r\nok`;
const JETTY = `HTTP/1.1 200 OK\r\nServer: Jetty(12.0.16)\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`;

describe('OutboundClient responses', () => {
  test.each<[what: string, pieces: string[]]>([
    ['100 of IIS in the same segment', [CONTINUE + IIS]],
    ['100 of IIS in a segment of its own', [CONTINUE, IIS]],
    ['a 100 in the middle of which a segment ends', ['HTTP/1.1 100 Con', `tinue\r\n\r\n${IIS}`]],
    ['several 100', [CONTINUE.repeat(3), CONTINUE, OK]],
    [
      '100 with headers',
      [`HTTP/1.1 100\r\nServer: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n${OK}`],
    ],
    ['102 and 103 of Jetty', ['HTTP/1.1 102 Processing\r\n\r\n', HINTS, JETTY]],
    ['103 of Jetty in the same segment', [HINTS + HINTS + JETTY]],
    [
      'trailers',
      [
        'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n',
      ],
    ],
    [
      'trailers that are forbidden',
      [JETTY.replace(/\r\n$/, 'Content-Length: 7\r\nTransfer-Encoding: x\r\n\r\n')],
    ],
    ['padded chunk sizes', [JETTY.replace('2\r\n', '2   \r\n')]],
    ['chunked twice', [JETTY.replace('Transfer', 'transfer-encoding: chunked\r\nTransfer')]],
    ['two equal lengths', [OK.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n')]],
    ['a list of equal lengths', [OK.replace(': 2', ': 2, 2')]],
    ['no reason phrase', [OK.replace(' OK', '')]],
    ['a status line in lower case', [OK.replace('HTTP', 'http')]],
    ['single LFs', [OK.replaceAll('\r\n', '\n')]],
    ['a folded header', [OK.replace('\r\n', '\r\nX-Folded: a\r\n b\r\n')]],
    ['a control character in a header', [OK.replace('\r\n', '\r\nX-Odd: a\x01b\r\n')]],
    ['a space before a colon', [OK.replace('\r\n', '\r\nX-Odd : a\r\n')]],
    ['a line that is not a header', [OK.replace('\r\n', '\r\nNotice: x\r\nundefined variable\r\n')]],
  ])('are accepted with %s, and the connection is reused', async (_what, pieces) => {
    const receiver = await server((socket) => void write(socket, pieces));
    const sender = client();
    for (const body of ['first', 'second']) {
      const reply = await sender.request(receiver.origin, { method: 'POST', body });
      expect({ status: reply.status, text: reply.text() }).toEqual({ status: 200, text: 'ok' });
      await connectionIsIdle();
    }
    expect(receiver.connections).toBe(1);
  });

  test.each<[what: string, sent: string, status: number, connections: number]>([
    [
      'a 304 with the length of the page',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 9000\r\n\r\n',
      304,
      1,
    ],
    ['a 204 with the length 0', 'HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n', 204, 1],
    ['a 204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok', 204, 2],
    [
      'a 204 with an empty chunked body',
      'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      204,
      2,
    ],
  ])('without a body are accepted: %s', async (_what, sent, status, connections) => {
    const receiver = await server((socket) => socket.write(sent));
    const sender = client();
    for (const _request of [1, 2]) {
      const reply = await sender.request(receiver.origin);
      expect({ status: reply.status, text: reply.text() }).toEqual({ status, text: '' });
      await connectionIsIdle();
    }
    expect(receiver.connections).toBe(connections);
  });

  test('to HEAD may announce a chunked body', async () => {
    const receiver = await server((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
    );
    expect(await client().request(receiver.origin, { method: 'HEAD' })).toMatchObject({ status: 200 });
  });

  test('may end with the connection', async () => {
    const receiver = await server((socket) => socket.end(`${CONTINUE}HTTP/1.0 200 OK\r\n\r\nok`));
    expect((await client().request(receiver.origin)).text()).toBe('ok');
  });

  test('keep the bytes of their headers', async () => {
    const receiver = await server((socket) =>
      socket.write(OK.replace('\r\n', '\r\nX-Name: Zo\xeb\r\n'), 'latin1'),
    );
    expect((await client().request(receiver.origin)).header('x-name')).toBe('Zoë');
  });

  test('end at the 101st interim one, which the server may send at once', async () => {
    const receiver = await server((socket) => {
      const pump = (): void => {
        while (!socket.destroyed && socket.write(CONTINUE.repeat(1_000)));
      };
      socket.on('drain', pump);
      pump();
    });
    expect(await failure(client().request(receiver.origin))).toMatchObject({
      code: 'response_malformed',
      message: 'The server sent 101 interim responses and no final one.',
    });
  });

  test.each<[what: string, sent: string, code: string, message: string]>([
    ['nothing', '', 'connection_reset', 'The server closed the connection before it responded.'],
    [
      'an interim one',
      CONTINUE,
      'connection_reset',
      'The server sent 1 interim response and no final one, and the connection was closed.',
    ],
    [
      'the beginning of a head',
      `${CONTINUE}HTTP/1.1 200 OK\r\nServ`,
      'connection_reset',
      'The server closed the connection within the response headers, which begin with "HTTP/1.1 200 OK".',
    ],
    [
      'the beginning of a body',
      OK.replace(': 2', ': 20').replace('OK', 'OK\r\nConnection: close'),
      'connection_reset',
      'The response ended after 2 of 20 bytes of its body, and the connection was closed.',
    ],
    [
      'the beginning of a chunk',
      `${JETTY.slice(0, JETTY.indexOf('2\r\n'))}20\r\nok`,
      'connection_reset',
      'The response ended after 2 bytes of its body, and the connection was closed.',
    ],
    [
      'a length and chunks',
      JETTY.replace('Transfer', 'Content-Length: 2\r\nTransfer'),
      'response_malformed',
      'The server answered with both Content-Length and Transfer-Encoding, which leaves open where the body ends.',
    ],
    [
      'a page without a head',
      '<html>Welcome</html>',
      'response_malformed',
      'The response is not HTTP/1.1: it begins with "<html>Welcome</html>".',
    ],
  ])('that end after %s fail, and the error says what was received', async (_what, sent, code, message) => {
    const receiver = await server((socket) => socket.end(sent));
    expect(await failure(client().request(receiver.origin))).toMatchObject({ code, message });
  });

  test.each([
    ['an interim response', CONTINUE],
    ['the beginning of a head', 'HTTP/1.1 2'],
    ['the beginning of a body', OK.slice(0, -1)],
  ])('that end after %s on a reused connection are not requested again', async (_what, begin) => {
    const receiver = await server((socket, count) => (count === 1 ? socket.write(OK) : socket.end(begin)));
    const sender = client({ resendStale: true });
    await sender.request(receiver.origin);
    await setImmediate();
    const repeated = failure(sender.request(receiver.origin, { method: 'POST', body: 'x' }));
    expect((await repeated).code).toBe('connection_reset');
    expect(receiver.connections).toBe(1);
  });
});
