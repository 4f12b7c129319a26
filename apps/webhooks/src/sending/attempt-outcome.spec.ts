import { OutboundError, OutboundReply } from '@plaudit/outbound';
import { isOverload, outcomeOfError, outcomeOfReply } from './attempt-outcome';
import type { AttemptOutcome } from './send-job';

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

describe('what a response comes to', () => {
  test.each([200, 201, 202, 204, 299])('%i is a success', (status) => {
    expect(outcome(status)).toMatchObject({
      ok: true,
      statusCode: status,
      errorCode: null,
      error: '',
      durationMs: 9,
    });
  });

  test.each([
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
  ])('%i is a failure: %s', (status, errorCode) => {
    expect(outcome(status)).toMatchObject({ ok: false, statusCode: status, errorCode });
    expect(outcome(status).error).toContain(String(status));
  });

  test('Retry-After counts on 429 and 503 only', () => {
    expect(outcome(429, '', { 'retry-after': '120' }).retryAfterMs).toBe(120_000);
    expect(outcome(503, '', { 'retry-after': 'Fri, 02 Jan 2026 03:05:05 GMT' }).retryAfterMs).toBe(60_000);
    expect(outcome(500, '', { 'retry-after': '120' }).retryAfterMs).toBeNull();
  });

  test('only overload makes an endpoint get less at once', () => {
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

describe('what is kept of a response', () => {
  test('8 KiB of text, never half a character', () => {
    const kept = outcome(200, `${'x'.repeat(8_191)}é and more`);
    expect(kept).toMatchObject({ responseEncoding: 'utf-8', truncated: true });
    expect(kept.responseBody).toBe('x'.repeat(8_191));
  });

  test('a whole body is not marked', () => {
    expect(outcome(200, 'Zoë 🎉')).toMatchObject({
      responseBody: 'Zoë 🎉',
      responseEncoding: 'utf-8',
      truncated: false,
    });
  });

  test.each([
    ['no UTF-8', Buffer.from([0xff, 0xfe])],
    ['NUL', Buffer.from('a\0b')],
    ['a cut character at the end of a whole body', Buffer.from([0x61, 0xc3])],
  ])('%s becomes base64', (_what, bytes) => {
    expect(outcome(200, bytes)).toMatchObject({
      responseBody: bytes.toString('base64'),
      responseEncoding: 'base64',
    });
  });

  test('five headers, at most 1 KiB of them, without line breaks', () => {
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
