import { effectiveScopes, KEY_SCOPES, ROLE_IDS, ROLE_SCOPES, type Scope, SCOPES } from './scopes';

describe('scopes', () => {
  it.each([
    ['admin', 'channels:write', true],
    ['editor', 'channels:write', true],
    ['user', 'channels:write', false],
    ['admin', 'widgets:write', true],
    ['editor', 'widgets:write', true],
    ['user', 'widgets:write', false],
  ] as const)('%s with %s: %s', (role, scope, held) => {
    expect(ROLE_SCOPES[role].includes(scope)).toBe(held);
  });

  it('grants all other scopes to every role and account management to none', () => {
    const limited: Scope[] = ['channels:write', 'widgets:write', 'account:manage', 'public'];
    const open = SCOPES.filter((scope) => !limited.includes(scope));
    for (const scopes of Object.values(ROLE_SCOPES)) {
      expect(scopes).toEqual(expect.arrayContaining(open));
      expect(scopes).not.toContain('account:manage');
      expect(scopes).not.toContain('public');
    }
  });

  it('maps each role to its role_id', () => {
    expect(ROLE_IDS).toEqual({ admin: 1, user: 2, editor: 3 });
  });

  it('gives an admin with account management every scope of a key', () => {
    expect(effectiveScopes('admin', true, []).sort()).toEqual([...KEY_SCOPES].sort());
  });

  it('adds account:manage to a key with account management', () => {
    expect(effectiveScopes('user', true, [])).toEqual([...ROLE_SCOPES.user, 'account:manage']);
  });

  it('narrows a role to the scopes of the key and never widens it', () => {
    expect(effectiveScopes('admin', false, ['reviews:read'])).toEqual(['reviews:read']);
    expect(effectiveScopes('user', false, ['widgets:write', 'reviews:read'])).toEqual(['reviews:read']);
    expect(effectiveScopes('user', false, ['account:manage', 'public'])).toEqual([]);
  });
});
