import { refusalOf } from './token-refusal';

const meta = { label: 'Example' };

describe('refusalOf', () => {
  it.each([
    [400, { error: 'invalid_grant' }, 'AUTH_EXPIRED'],
    [401, { error: 'invalid_grant' }, 'AUTH_EXPIRED'],
    [400, { error: { code: 190 } }, 'AUTH_EXPIRED'],
    [401, { error: 'invalid_client' }, 'AUTH_MISSING'],
    [400, { error: 'unauthorized_client' }, 'AUTH_MISSING'],
    [429, undefined, 'RATE_LIMITED'],
    [400, { error: { code: 4 } }, 'RATE_LIMITED'],
    [500, { error: 'server_error' }, 'UPSTREAM_ERROR'],
    [503, undefined, 'UPSTREAM_ERROR'],
    [400, { error: 'invalid_request' }, 'UPSTREAM_ERROR'],
    [400, null, 'UPSTREAM_ERROR'],
    [400, [], 'UPSTREAM_ERROR'],
    [302, '<html>', 'UPSTREAM_ERROR'],
  ])('reads the status %i with %j as %s', (status, body, code) => {
    expect(refusalOf(meta, { status, body })).toMatchObject({ code });
  });

  it('keeps how long the platform asks us to wait, and says nothing of what it sent', () => {
    const error = refusalOf(meta, { status: 429, body: { error: 'secret-token' }, retryAfterMs: 7_000 });
    expect(error.info).toEqual({ status: 429, retryAfterMs: 7_000 });
    expect(error.message).not.toContain('secret-token');
  });
});
