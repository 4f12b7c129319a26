import { type ResponseParts, fromStatus, retryAfterMs } from './http-errors';

const NOW = new Date('2026-11-21T12:00:00Z');

function response(status: number, headers: Record<string, string> = {}, body = ''): ResponseParts {
  return { status, header: (name) => headers[name] ?? null, text: () => body };
}

describe('fromStatus', () => {
  it.each([
    [200, null],
    [304, null],
    [401, 'BLOCKED'],
    [402, 'FORBIDDEN_PLAN'],
    [403, 'BLOCKED'],
    [404, 'NOT_FOUND'],
    [410, 'GONE'],
    [429, 'RATE_LIMITED'],
    [400, 'LAYOUT_CHANGED'],
    [500, 'UPSTREAM_ERROR'],
    [503, 'UPSTREAM_ERROR'],
  ])('turns the status %d into %s', (status, code) => {
    expect(fromStatus(response(status), NOW)?.code ?? null).toBe(code);
  });

  it.each([
    ['a Cloudflare challenge', response(403, { 'cf-mitigated': 'challenge' })],
    ['an AWS firewall action', response(429, { 'x-amzn-waf-action': 'challenge' })],
    ['a waiting page', response(503, {}, '<title>Just a moment...</title>')],
  ])('turns %s into BLOCKED', (_name, given) => {
    expect(fromStatus(given, NOW)?.code).toBe('BLOCKED');
  });

  it.each([
    ['url', 401, 'BLOCKED', /private window/],
    ['url', 403, 'BLOCKED', /private window/],
    ['url', 404, 'NOT_FOUND', /Check the URL/],
    ['credentials', 401, 'CREDENTIALS_INVALID', /access_token/],
    ['credentials', 403, 'FORBIDDEN_PLAN', /permissions/],
    ['credentials', 404, 'NOT_FOUND', /access_token/],
    ['oauth', 401, 'AUTH_EXPIRED', /Connect the channel again/],
    ['oauth', 403, 'FORBIDDEN_PLAN', /Sign in again/],
    ['oauth', 404, 'NOT_FOUND', /Connect the channel again/],
  ] as const)('tells who can mend a platform of the method %s that responds with %d', (...given) => {
    const [method, status, code, remedy] = given;
    const error = fromStatus(response(status, {}, '{}'), NOW, { method });
    expect([error?.code, error?.message]).toEqual([code, expect.stringMatching(remedy)]);
  });

  it('blames a firewall for a page instead of the refusal of an API', () => {
    const page = response(403, {}, '<!DOCTYPE html><title>403</title>');
    expect(fromStatus(page, NOW, { method: 'credentials' })?.code).toBe('BLOCKED');
  });

  it('leaves the key of the installation that a public platform refuses to its operator', () => {
    const error = fromStatus(response(401), NOW, { method: 'url', operatorKey: 'YELP_API_KEY' });
    expect([error?.code, error?.message]).toEqual(['AUTH_MISSING', expect.stringContaining('operator')]);
    expect(error?.message).not.toContain('YELP_API_KEY');
  });

  it('takes the delay from Retry-After', () => {
    expect(fromStatus(response(429, { 'retry-after': '120' }), NOW)?.info.retryAfterMs).toBe(120_000);
  });
});

describe('retryAfterMs', () => {
  it.each([
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['5', 5_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['9999999', 86_400_000],
  ])('reads %p as %p ms', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });
});
