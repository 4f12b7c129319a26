import { OutboundError, OutboundReply } from '@plaudit/outbound';
import { type AttemptOutcome, isOverload, outcomeOfError, outcomeOfReply } from './attempt-outcome';

const now = new Date('2026-01-02T03:04:05Z');
const timings = { dns: 1, connect: 2, tls: 3, first_byte: 7, total: 9 };

function outcome(
  status: number,
  body: Buffer | string = '',
  headers: Record<string, string> = {},
): AttemptOutcome {
  const reply = new OutboundReply({
    status,
    headers,
    body: Buffer.from(body),
    truncated: false,
    url: 'https://example.com/',
    timings,
  });
  return outcomeOfReply(reply, now, now);
}

describe('outcomeOfReply', () => {
  it.each([200, 201, 202, 204, 299])('counts status %i as a success', (status) => {
    expect(outcome(status)).toMatchObject({
      ok: true,
      statusCode: status,
      errorCode: null,
      error: '',
      durationMs: 9,
    });
  });

  it.each([
    [300, 'redirect'],
    [301, 'redirect'],
    [302, 'redirect'],
    [304, 'redirect'],
    [307, 'redirect'],
    [308, 'redirect'],
    [400, 'http_error'],
    [404, 'http_error'],
    [410, 'http_error'],
    [429, 'http_error'],
    [500, 'http_error'],
    [503, 'http_error'],
  ])('counts status %i as a failure with the code %s', (status, errorCode) => {
    expect(outcome(status)).toMatchObject({ ok: false, statusCode: status, errorCode });
    expect(outcome(status).error).toContain(String(status));
  });

  it('reads Retry-After of a 429 and a 503 response only', () => {
    expect(outcome(429, '', { 'retry-after': '120' }).retryAfterMs).toBe(120_000);
    expect(outcome(503, '', { 'retry-after': 'Fri, 02 Jan 2026 03:05:05 GMT' }).retryAfterMs).toBe(60_000);
    expect(outcome(500, '', { 'retry-after': '120' }).retryAfterMs).toBeNull();
  });

  it('counts 429, 5xx and timeouts as overload, but no other failure', () => {
    expect([429, 500, 503].map((status) => isOverload(outcome(status)))).toEqual([true, true, true]);
    expect([301, 400, 404, 410].map((status) => isOverload(outcome(status)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const fault = (code: 'timeout' | 'blocked_address') => outcomeOfError(new OutboundError(code, 'x'), now);
    expect(isOverload(fault('timeout'))).toBe(true);
    expect(isOverload(fault('blocked_address'))).toBe(false);
  });
});

describe('The stored part of a response', () => {
  it('is the first 8 KiB of text, without half a character at the end', () => {
    const kept = outcome(200, `${'x'.repeat(8_191)}é and more`);
    expect(kept).toMatchObject({ responseEncoding: 'utf-8', truncated: true });
    expect(kept.responseBody).toBe('x'.repeat(8_191));
  });

  it('is not marked as truncated if it is the whole body', () => {
    expect(outcome(200, 'Zoë 🎉')).toMatchObject({
      responseBody: 'Zoë 🎉',
      responseEncoding: 'utf-8',
      truncated: false,
    });
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe])],
    ['text that contains NUL', Buffer.from('a\0b')],
    ['a body that ends with half a character', Buffer.from([0x61, 0xc3])],
  ])('is base64 for %s', (_what, bytes) => {
    expect(outcome(200, bytes)).toMatchObject({
      responseBody: bytes.toString('base64'),
      responseEncoding: 'base64',
    });
  });

  it('contains at most five headers and 1 KiB of them, without line breaks', () => {
    const kept = outcome(302, '', {
      location: 'http://a.example/\r\nX: 1\0',
      server: 'x'.repeat(5_000),
      'set-cookie': 'secret',
    }).responseHeaders;
    expect(Object.keys(kept ?? {})).toEqual(['location', 'server']);
    expect(kept?.location).toBe('http://a.example/  X: 1 ');
    expect(kept?.server?.length).toBeLessThan(1_024);
  });
});
