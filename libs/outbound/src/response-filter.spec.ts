import { OutboundError } from './outbound-error';
import { ResponseFilter } from './response-filter';

const MAX_BYTES = 1_000;
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Returns what undici would parse if the bytes arrived in pieces of `size`, or the message of the refusal. */
function filtered(sent: string, size = sent.length): string {
  const filter = new ResponseFilter(MAX_BYTES);
  const accepted: Buffer[] = [];
  try {
    for (let at = 0; at < sent.length; at += size)
      accepted.push(filter.accept(Buffer.from(sent.slice(at, at + size), 'latin1')));
    accepted.push(filter.end());
  } catch (error) {
    if (error instanceof OutboundError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return Buffer.concat(accepted).toString('latin1');
}

/** Chunks end where the bytes of a segment end, so only their data can be compared. */
function dataOf(chunks: string): string {
  const [, size = '', rest = ''] = /^([\da-f]+)\r\n(.*)$/s.exec(chunks) ?? [];
  const length = Number.parseInt(size, 16);
  if (length === 0) return rest === '\r\n' ? '' : `not the end: ${rest}`;
  return rest.slice(0, length) + dataOf(rest.slice(length + 2));
}

describe('ResponseFilter', () => {
  test.each<[what: string, sent: string, strict: string]>([
    ['a strict response', 'HTTP/1.1 200 OK\r\nX-A: b\r\n\r\nbody', 'HTTP/1.1 200\r\nX-A: b\r\n\r\nbody'],
    [
      'interim responses',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
      'HTTP/1.1 102\r\n\r\nHTTP/1.1 102\r\n\r\nHTTP/1.1 200\r\n\r\n',
    ],
    [
      'an interim response that announces a body and the end of the connection',
      'HTTP/1.1 100\r\nContent-Length: 5\r\nConnection: close\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
      'HTTP/1.1 102\r\n\r\nHTTP/1.1 204\r\n\r\n',
    ],
    [
      'equal lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-length : 2\r\n\r\nok',
      'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
    ],
    ['single LFs', 'HTTP/1.1 200 OK\nX-A: b\n\nb\n\nc', 'HTTP/1.1 200\r\nX-A: b\r\n\r\nb\n\nc'],
    ['a folded header', 'HTTP/1.1 200 OK\r\nX-A: b\r\n\t c\r\n\r\n', 'HTTP/1.1 200\r\nX-A: b c\r\n\r\n'],
    [
      'control characters',
      'HTTP/1.1 200 OK\r\nX-A: b\0\rc\x7f\xe9\r\n\r\n',
      'HTTP/1.1 200\r\nX-A: b  c \xe9\r\n\r\n',
    ],
    [
      'bytes of UTF-8',
      'HTTP/1.1 200 OK\r\nLocation: /\xe2\x80\x99\xc3\xa0\r\n\r\n',
      'HTTP/1.1 200\r\nLocation: /\xe2\x80\x99\xc3\xa0\r\n\r\n',
    ],
    [
      'lines that are not headers',
      'HTTP/1.1 200 OK\r\nWarning\r\n: a\r\nX A: b\r\nX-A: b\r\n\r\n',
      'HTTP/1.1 200\r\nX-A: b\r\n\r\n',
    ],
    ['unusual status lines', '\r\nhttp/1.0  404\r\n\r\n', 'HTTP/1.0 404\r\n\r\n'],
    ['the status line of another version', 'HTTP/2 200\r\n\r\n', 'HTTP/1.1 200\r\n\r\n'],
    ['the length of a 304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', 'HTTP/1.1 304\r\n\r\n'],
    [
      'a 204 with a body',
      'HTTP/1.1 204 No Content\r\nContent-Length: 1\r\n\r\nx',
      'HTTP/1.1 204\r\nConnection: close\r\n\r\nx',
    ],
    [
      'the encoding identity',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok',
      'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
    ],
  ])('makes %s strict, however the bytes arrive', (_what, sent, strict) => {
    const all = Array.from({ length: sent.length }, (_, index) => filtered(sent, index + 1));
    expect(new Set(all)).toEqual(new Set([strict]));
  });

  test.each<[what: string, body: string, data: string]>([
    ['trailers', '2\r\nok\r\n0\r\nX-A: b\r\n\r\n', 'ok'],
    [
      'trailers that may not be there',
      '2\r\nok\r\n0\r\nContent-Length: 9\r\nTransfer-Encoding: x\r\n\r\n',
      'ok',
    ],
    ['padded sizes', '002  \r\nok\r\n1 ;a=b\r\n!\r\n0  \r\n\r\n', 'ok!'],
    ['single LFs', '2\no\n\n0\n\n', 'o\n'],
    ['line ends and sizes in the data', '8\r\n0\r\n\r\n0\r\n\r\n0\r\n\r\n', '0\r\n\r\n0\r\n'],
    ['no empty line at the end of the connection', '2\r\nok\r\n0\r\n', 'ok'],
  ])('reads a chunked body with %s, however the bytes arrive', (_what, body, data) => {
    const strict = `HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n`;
    for (let size = 1; size <= CHUNKED.length + body.length; size += 1) {
      const received = filtered(CHUNKED + body, size);
      expect(received.slice(0, strict.length)).toBe(strict);
      expect(dataOf(received.slice(strict.length))).toBe(data);
    }
  });

  test('leaves the bytes behind a body to undici', () => {
    expect(filtered(`${CHUNKED}0\r\n\r\nHTTP/1.1 408 X\r\n\r\n`)).toMatch(
      /0\r\n\r\nHTTP\/1\.1 408 X\r\n\r\n$/,
    );
  });

  const endless = 'x'.repeat(2_000);
  test.each<[what: string, sent: string, refusal: string]>([
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n',
      'response_malformed: The server answered with two different Content-Length headers: "5" and "7".',
    ],
    [
      'a length that is not a number',
      'HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\n',
      'response_malformed: The server answered with a Content-Length that is not a number: "0x5".',
    ],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      'response_malformed: The server answered with both Content-Length and Transfer-Encoding, which leaves open where the body ends.',
    ],
    [
      'another encoding',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
      'response_malformed: The server answered with a Transfer-Encoding that was not requested: "gzip".',
    ],
    [
      'another protocol',
      `SSH-2.0-OpenSSH_9.2 ${endless}`,
      `response_malformed: The response is not HTTP/1.1: it begins with "SSH-2.0-OpenSSH_9.2 ${'x'.repeat(60)}…".`,
    ],
    [
      'binary data',
      '\x15\x03\x03\x00\x02\x02\x46',
      'response_malformed: The response is not HTTP/1.1: it begins with "......F".',
    ],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\n\r\n',
      'response_malformed: The server switched to another protocol unasked: "HTTP/1.1 101 Switching Protocols".',
    ],
    [
      'a status that is not a number',
      'HTTP/1.1 OK\r\n\r\n',
      'response_malformed: The response is not HTTP/1.1: its first line is "HTTP/1.1 OK".',
    ],
    [
      'an endless head',
      `HTTP/1.1 200 OK\r\nX-A: ${endless}`,
      'headers_too_large: The response headers have more than 1000 bytes.',
    ],
    [
      'a size that is not a number',
      `${CHUNKED}five\r\nhello`,
      'response_malformed: The response has "five" in place of the size of a chunk.',
    ],
    [
      'an endless size',
      `${CHUNKED}5;${endless}`,
      'response_malformed: A line between the chunks of the response has more than 1000 bytes.',
    ],
    [
      'a chunk that is too long',
      `${CHUNKED}2\r\nokay\r\n`,
      'response_malformed: A chunk of the response is longer than its size: "ay" follows.',
    ],
    [
      'endless trailers',
      `${CHUNKED}0\r\n${'X-A: b\r\n'.repeat(300)}`,
      'headers_too_large: The trailers of the response have more than 1000 bytes.',
    ],
    [
      'a head that ends early',
      'HTTP/1.1 200 OK\r\nX-A',
      'connection_reset: The server closed the connection within the response headers, which begin with "HTTP/1.1 200 OK".',
    ],
  ])('refuses %s and says what was received', (_what, sent, refusal) => {
    expect(filtered(sent)).toBe(refusal);
  });
});
