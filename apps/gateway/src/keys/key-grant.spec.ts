import { effectiveScopes, type Role, ROLE_SCOPES, type Scope } from '@plaudit/contracts';
import type { Actor } from '../accounts/actor';
import { assertGrantable, type KeyGrant } from './key-grant';

function actor(role: Role, scopes: Scope[] = [], main = true): Actor {
  return {
    accountId: 1,
    subAccountId: 5,
    main,
    role,
    scopes: effectiveScopes(role, true, scopes),
    keyId: 9,
    userId: null,
  };
}

const GRANT: KeyGrant = { role: 'user', account_management: false, scopes: [], sub_account_id: 5 };

const attempt = (creator: Actor, grant: Partial<KeyGrant>) => (): void =>
  assertGrantable(creator, { ...GRANT, ...grant });

describe('assertGrantable', () => {
  it.each(['admin', 'editor', 'user'] as const)(
    'allows a key of role %s to grant all its own rights',
    (role) => {
      const all: Scope[] = [...ROLE_SCOPES[role], 'account:manage'];
      expect(attempt(actor(role), { role, account_management: true })).not.toThrow();
      expect(attempt(actor(role), { role, account_management: true, scopes: all })).not.toThrow();
    },
  );

  it.each([
    ['user', 'editor'],
    ['user', 'admin'],
    ['editor', 'admin'],
  ] as const)('forbids a key of role %s to create a key of role %s, even with fewer scopes', (own, role) => {
    expect(attempt(actor(own), { role })).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(attempt(actor(own), { role, scopes: ['reviews:read'] })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
  });

  it('allows fewer scopes than the creating key has and names a scope that it lacks', () => {
    const narrow = actor('admin', ['account:manage', 'reviews:read']);
    expect(attempt(narrow, { scopes: ['reviews:read'] })).not.toThrow();
    for (const grant of [{}, { scopes: ['reviews:write'] as Scope[] }, { role: 'admin' as const }]) {
      expect(attempt(narrow, grant)).toThrow(
        expect.objectContaining({ code: 'forbidden', details: { required: 'reviews:write' } }),
      );
    }
  });

  it.each([
    ['widgets:write', 'user', false],
    ['channels:write', 'user', true],
    ['account:manage', 'admin', false],
    ['public', 'admin', true],
  ] as const)(
    'refuses the scope %s for the role %s with account management %s',
    (scope, role, account_management) => {
      expect(attempt(actor('admin'), { role, account_management, scopes: ['reviews:read', scope] })).toThrow(
        expect.objectContaining({ code: 'invalid_value', details: { field: 'scopes' } }),
      );
    },
  );

  it('lets an actor outside the main sub account create keys only for its own sub account', () => {
    expect(attempt(actor('admin', [], false), { sub_account_id: 5 })).not.toThrow();
    expect(attempt(actor('admin', [], false), { sub_account_id: 6 })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    );
    expect(attempt(actor('admin'), { sub_account_id: 6 })).not.toThrow();
  });
});
