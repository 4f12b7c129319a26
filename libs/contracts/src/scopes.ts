export type Role = 'admin' | 'editor' | 'user';

/**
 * Every operation declares exactly one scope. Only the tokens that the gateway makes for routes without a key hold
 * `public`.
 */
export const SCOPES = [
  'reviews:read',
  'reviews:write',
  'channels:read',
  'channels:write',
  'channels:refresh',
  'invites:read',
  'invites:write',
  'reports:read',
  'ai:read',
  'ai:write',
  'widgets:read',
  'widgets:write',
  'webhooks:read',
  'webhooks:write',
  'account:manage',
  'public',
] as const;

export type Scope = (typeof SCOPES)[number];

/** A scope that a key can have. */
export type KeyScope = Exclude<Scope, 'public'>;
export const KEY_SCOPES: readonly KeyScope[] = SCOPES.filter((scope) => scope !== 'public');

/** What the caller of an operation may lack beside a scope: a role, or a property of the key or the user. */
const OTHER_RIGHTS = [
  'admin',
  'editor',
  'user',
  // A key of the main sub account with account management, which manages the whole account.
  'main_sub_account',
  // A key that expires later than the one that was used, or never.
  'expires_on',
  // A key that may be used from more addresses than the one that was used.
  'allowed_ips',
  // A user with two-factor sign-in.
  'two_factor',
] as const;

export type RequiredRight = Scope | (typeof OTHER_RIGHTS)[number];

/** What `required` of a 403 may name. */
export const REQUIRED_RIGHTS: readonly RequiredRight[] = [...KEY_SCOPES, ...OTHER_RIGHTS];

const EVERY_ROLE: readonly KeyScope[] = [
  'reviews:read',
  'reviews:write',
  'channels:read',
  'channels:refresh',
  'invites:read',
  'invites:write',
  'reports:read',
  'ai:read',
  'ai:write',
  'widgets:read',
  'webhooks:read',
  'webhooks:write',
];
const EDITING: readonly KeyScope[] = [...EVERY_ROLE, 'channels:write', 'widgets:write'];

/** A role is a named set of scopes. `account:manage` comes from the key's own flag, not from a role. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly KeyScope[]>> = {
  admin: EDITING,
  editor: EDITING,
  user: EVERY_ROLE,
};

/** `role_id` of users in the API. */
export const ROLE_IDS = { admin: 1, user: 2, editor: 3 } as const satisfies Record<Role, number>;

/**
 * Returns the scopes of a key: those of its role, and `account:manage` with account management, narrowed to the key's own
 * list. An empty list narrows nothing.
 */
export function effectiveScopes(
  role: Role,
  accountManagement: boolean,
  narrowedTo: readonly Scope[],
): KeyScope[] {
  const held: KeyScope[] = [
    ...ROLE_SCOPES[role],
    ...(accountManagement ? (['account:manage'] as const) : []),
  ];
  return narrowedTo.length === 0 ? held : held.filter((scope) => narrowedTo.includes(scope));
}
