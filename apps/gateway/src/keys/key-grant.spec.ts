import { effectiveScopes, type Role, ROLE_SCOPES, type Scope } from '@plaudit/contracts';
import type { Actor } from '../accounts/actor';
import { assertGrantable, type KeyGrant } from './key-grant';

function maker(role: Role, scopes: Scope[] = [], main = true): Actor {
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

const attempt = (actor: Actor, grant: Partial<KeyGrant>) => (): void =>
  assertGrantable(actor, { ...GRANT, ...grant });

it.each(['admin', 'editor', 'user'] as const)('%s may give all that it has', (role) => {
  const all: Scope[] = [...ROLE_SCOPES[role], 'account:manage'];
  expect(attempt(maker(role), { role, account_management: true })).not.toThrow();
  expect(attempt(maker(role), { role, account_management: true, scopes: all })).not.toThrow();
});

it.each([
  ['user', 'editor'],
  ['user', 'admin'],
  ['editor', 'admin'],
] as const)('%s may not make a key of role %s, however narrow', (own, role) => {
  expect(attempt(maker(own), { role })).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(attempt(maker(own), { role, scopes: ['reviews:read'] })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
});

it('may give less of what it has, and names the scope that it lacks itself', () => {
  const narrow = maker('admin', ['account:manage', 'reviews:read']);
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
  'the scope %s cannot widen the role %s (account management: %s)',
  (scope, role, account_management) => {
    expect(attempt(maker('admin'), { role, account_management, scopes: ['reviews:read', scope] })).toThrow(
      expect.objectContaining({ code: 'invalid_value', details: { field: 'scopes' } }),
    );
  },
);

it('outside the main sub account gives keys of its own sub account only', () => {
  expect(attempt(maker('admin', [], false), { sub_account_id: 5 })).not.toThrow();
  expect(attempt(maker('admin', [], false), { sub_account_id: 6 })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
  expect(attempt(maker('admin'), { sub_account_id: 6 })).not.toThrow();
});
