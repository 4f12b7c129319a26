import { effectiveScopes, type Principal, UNLIMITED } from '@plaudit/contracts';

/** Returns an admin of account 1 and its main sub account, with every scope that a key can hold and no limits. */
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

/** The principal that the gateway sends on routes that need no key. */
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
