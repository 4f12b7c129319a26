import { ApiError, KEY_SCOPES, type KeyScope, type Scope } from '@plaudit/contracts';

const DAY_MS = 86_400_000;

/** For how many days a person may give access. Null means until a person ends it. */
export const DURATIONS = [1, 30, 90, 365, null] as const;
export type Duration = (typeof DURATIONS)[number];

/** Which scopes a person can give to an app. */
export interface ScopeOffer {
  requested: KeyScope[];
  /** Those of the requested ones that the user has. */
  grantable: KeyScope[];
  /** Those that only read. */
  preselected: KeyScope[];
}

/** Reads the scopes of a request. An app that names none that exist is offered all of them. */
export function requestedScopes(scope: string | undefined): KeyScope[] {
  const named = new Set(scope?.split(' '));
  const known = KEY_SCOPES.filter((one) => named.has(one));
  return known.length > 0 ? known : [...KEY_SCOPES];
}

/** Returns what a user with these scopes can give to an app that asks for `requested`. */
export function scopeOffer(requested: readonly KeyScope[], held: readonly Scope[]): ScopeOffer {
  const grantable = requested.filter((scope) => held.includes(scope));
  return {
    requested: [...requested],
    grantable,
    preselected: grantable.filter((scope) => scope.endsWith(':read')),
  };
}

/** Throws 400 for a scope that the app did not ask for. */
export function assertRequested(scopes: readonly KeyScope[], requested: readonly KeyScope[]): void {
  const excess = scopes.find((scope) => !requested.includes(scope));
  if (excess === undefined) return;
  throw new ApiError('invalid_value', `scopes must not contain ${excess}, which the app did not ask for.`, {
    field: 'scopes',
  });
}

/**
 * Returns the durations to offer. `end` is when the key of the user's sign-in link expires, after which no access works. The
 * shortest one is always there, and ends at `end` at the latest.
 */
export function durationsUntil(end: Date | null, now: Date): Duration[] {
  if (end === null) return [...DURATIONS];
  return DURATIONS.filter(
    (days, at) => days !== null && (at === 0 || now.getTime() + days * DAY_MS <= end.getTime()),
  );
}

/** Returns when the access ends, or null for one that does not end by itself. */
export function endAfter(days: Duration, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() + days * DAY_MS);
}
