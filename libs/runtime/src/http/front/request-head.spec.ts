import { readRequestHead } from './request-head';

function read(text: string): ReturnType<typeof readRequestHead> {
  return readRequestHead(Buffer.from(text, 'latin1'));
}

describe('readRequestHead', () => {
  it('reads the request line, the fields and where the body begins and ends', () => {
    const head =
      'POST /a/b?c=d%20e HTTP/1.1\r\nHost: x\r\nX-Name:  \t Zoë : 1 \r\nempty:\r\nContent-Length: 3\r\n\r\n';
    const request = read(`${head}abc`);
    expect(request).toMatchObject({ method: 'POST', url: '/a/b?c=d%20e', size: head.length, bodySize: 3 });
    const values = ['host', 'x-name', 'empty', 'missing'].map((name) => request?.headers.get(name));
    expect(values).toEqual(['x', 'Zoë : 1', '', undefined]);
  });

  it.each([
    'Connection: keep-alive',
    'connection: Keep-Alive',
    'Content-Length: 0',
    'TE: trailers',
    `X-Long: ${'a'.repeat(16_000)}`,
  ])('takes a GET with "%.40s"', (line) => {
    expect(read(`GET / HTTP/1.1\r\n${line}\r\n\r\n`)).toMatchObject({ method: 'GET', bodySize: 0 });
  });

  it.each([
    ['nothing', ''],
    ['part of a request line', 'GET / HT'],
    ['no empty line', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['half of the empty line', 'GET / HTTP/1.1\r\nHost: x\r\n\r'],
    ['an empty line before the request', '\r\nGET / HTTP/1.1\r\n\r\n'],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
    ['an unknown method', 'CONNECT /a HTTP/1.1\r\n\r\n'],
    ['a method in lower case', 'get / HTTP/1.1\r\n\r\n'],
    ['a whole URL', 'GET http://x/ HTTP/1.1\r\n\r\n'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\n\r\n'],
    ['two spaces', 'GET  / HTTP/1.1\r\n\r\n'],
    ['letters beyond ASCII in the path', 'GET /ë HTTP/1.1\r\n\r\n'],
    ['line feeds alone', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['a line feed in a value', 'GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n'],
    ['a carriage return in a value', 'GET / HTTP/1.1\r\nA: b\rC: d\r\n\r\n'],
    ['a zero byte in a value', 'GET / HTTP/1.1\r\nA: b\0\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nA : b\r\n\r\n'],
    ['a folded line', 'GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n'],
    ['a line without a colon', 'GET / HTTP/1.1\r\nA\r\n\r\n'],
    ['a line without a name', 'GET / HTTP/1.1\r\n: b\r\n\r\n'],
    ['a field twice', 'GET / HTTP/1.1\r\nA: b\r\na: c\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na'],
    ['a list of lengths', 'POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\na'],
    ['a length with a sign', 'POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na'],
    ['a length in hexadecimal', 'POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\na'],
    ['an empty length', 'POST / HTTP/1.1\r\nContent-Length:\r\n\r\n'],
    ['a transfer coding', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['an expectation', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['the last request of a connection', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['more than 16 KiB', `GET / HTTP/1.1\r\nA: ${'a'.repeat(16_384)}\r\n\r\n`],
  ])('leaves %s to Node', (_what, text) => {
    expect(read(text)).toBeNull();
  });
});
