import { byArea, keptScopes, roleOfId, summaryOf } from './role-scopes';

describe('the scopes of the roles', () => {
  it('drop a chosen scope that the role lacks', () => {
    expect(keptScopes(['widgets:write', 'account:manage', 'reviews:read'], 'user', false)).toEqual([
      'reviews:read',
    ]);
    expect(keptScopes(['account:manage', 'widgets:write'], 'editor', true)).toEqual([
      'widgets:write',
      'account:manage',
    ]);
  });

  it('are grouped by what they are about', () => {
    expect(byArea(['reviews:read', 'channels:read', 'reviews:write'])).toEqual([
      ['reviews', ['reviews:read', 'reviews:write']],
      ['channels', ['channels:read']],
    ]);
  });

  it('are summed up for the list of keys', () => {
    const key = { account_management: false, scopes: [] };
    expect(summaryOf(key)).toEqual({ kind: 'all' });
    expect(summaryOf({ ...key, account_management: true })).toEqual({ kind: 'all_and_account' });
    expect(summaryOf({ ...key, scopes: ['reviews:read', 'reports:read', 'ai:read'] })).toEqual({
      kind: 'read_only',
    });
    expect(summaryOf({ ...key, scopes: ['reviews:read'] })).toEqual({ kind: 'areas', areas: ['reviews'] });
    expect(summaryOf({ ...key, scopes: ['reviews:read', 'invites:write'] })).toEqual({
      kind: 'areas',
      areas: ['reviews', 'invites'],
    });
  });

  it('belong to a role by its id, and an unknown id has the fewest rights', () => {
    expect([1, 2, 3, 9].map(roleOfId)).toEqual(['admin', 'user', 'editor', 'user']);
  });
});
