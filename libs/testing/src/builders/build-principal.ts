import { effectiveScopes, type Principal, UNLIMITED } from '@plaudit/contracts';

/** An admin of account 1 on its main sub account, with every scope a key can hold and no limits. */
export function buildPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    account_id: 1,
    sub_account_id: 1,
    main: true,
    key_id: 1,
    role: 'admin',
    scopes: effectiveScopes('admin', true, []),
    limits: { ...UNLIMITED },
    ...overrides,
  };
}

/** What the gateway sends on routes without a key. */
export function buildPublicPrincipal(overrides: Partial<Principal> = {}): Principal {
  return buildPrincipal({
    account_id: 0,
    sub_account_id: 0,
    main: false,
    key_id: null,
    role: null,
    scopes: ['public'],
    ...overrides,
  });
}
