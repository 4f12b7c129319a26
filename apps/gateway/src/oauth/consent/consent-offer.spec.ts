import { KEY_SCOPES, ROLE_SCOPES } from '@plaudit/contracts';
import { assertRequested, durationsUntil, endAfter, requestedScopes, scopeOffer } from './consent-offer';

const NOW = new Date('2026-11-30T12:00:00Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

describe('requestedScopes', () => {
  it.each([
    [undefined, KEY_SCOPES],
    ['', KEY_SCOPES],
    ['openid offline_access', KEY_SCOPES],
    ['reviews:write reviews:read offline_access', ['reviews:read', 'reviews:write']],
    ['public reviews:read', ['reviews:read']],
  ])('reads %j as %j', (scope, requested) => {
    expect(requestedScopes(scope)).toEqual(requested);
  });
});

describe('scopeOffer', () => {
  it('offers only what the user has, and selects only what reads', () => {
    const requested = requestedScopes('reviews:read reviews:write widgets:write account:manage');
    expect(scopeOffer(requested, ROLE_SCOPES.user)).toEqual({
      requested,
      grantable: ['reviews:read', 'reviews:write'],
      preselected: ['reviews:read'],
    });
  });
});

describe('assertRequested', () => {
  it('refuses a scope that the app did not ask for', () => {
    expect(() => assertRequested(['reviews:read', 'ai:write'], ['reviews:read'])).toThrow(
      'scopes must not contain ai:write',
    );
  });
});

describe('durationsUntil', () => {
  it.each([
    [null, [1, 30, 90, 365, null]],
    [inDays(90), [1, 30, 90]],
    [inDays(89), [1, 30]],
    [inDays(0.5), [1]],
  ])('offers until %p the durations %j', (end, durations) => {
    expect(durationsUntil(end, NOW)).toEqual(durations);
  });
});

describe('endAfter', () => {
  it('adds days, and returns null for an access without an end', () => {
    expect([endAfter(30, NOW), endAfter(null, NOW)]).toEqual([inDays(30), null]);
  });
});
