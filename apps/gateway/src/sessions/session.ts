import type { Role } from '@plaudit/contracts';
import { ipv6Groups } from '../proxy/network-of';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts at most, and how long it may be idle. */
const LIFETIME = { maxMs: 14 * DAY_MS, maxIdleMs: 12 * HOUR_MS };
/** The same for a user who asked to stay signed in. */
const REMEMBERED_LIFETIME = { maxMs: 30 * DAY_MS, maxIdleMs: 30 * DAY_MS };

/** How long the password that a user sent proves who sits at the browser. */
const PROOF_MS = 10 * 60_000;
/** `last_seen_on` is written at most this often, so that a page of twenty requests causes one write. */
const SEEN_INTERVAL_MS = 60_000;

/** A session with the current rights of its user, which are read for each request and never stored in the session. */
export interface Session {
  /** SHA-256 of the cookie's token. */
  hash: Buffer;
  /** The host and port on which the session is valid. */
  host: string;
  last_seen_on: Date;
  expires_on: Date;
  /** When the user last sent the password, or null after a sign-in by link. */
  proved_on: Date | null;
  /** True if the user asked to stay signed in. */
  remembered: boolean;
  /** The key that requested the link of the sign-in, or null after a sign-in by password. */
  key_id: number | null;
  user_id: number;
  email: string;
  role: Role;
  sub_accounts: number[];
  account_id: number;
  /** When the user switched two-factor sign-in on, or null while it is off. */
  two_factor_on: Date | null;
  /** True if the account requires two-factor sign-in of admins. */
  require_two_factor: boolean;
}

/** Returns true for an admin who must set up two-factor sign-in. Their session can do nothing else. */
export function mustSetUpTwoFactor({
  role,
  two_factor_on,
  require_two_factor,
}: Pick<Session, 'role' | 'two_factor_on' | 'require_two_factor'>): boolean {
  return require_two_factor && role === 'admin' && two_factor_on === null;
}

/** Returns how long a session lasts. */
export function lifetimeOf({ remembered }: Pick<Session, 'remembered'>): {
  maxMs: number;
  maxIdleMs: number;
} {
  return remembered ? REMEMBERED_LIFETIME : LIFETIME;
}

/** Returns when the latest proof of the password ends to count, or null if no proof counts now. */
export function provedUntil({ proved_on }: Pick<Session, 'proved_on'>, now: Date): Date | null {
  const end = proved_on && new Date(proved_on.getTime() + PROOF_MS);
  return end && end > now ? end : null;
}

/** Returns `expired` after its lifetime or if it was idle for too long, `stale` if `last_seen_on` must be written, or else `fresh`. */
export function sessionState(
  { last_seen_on, expires_on, remembered }: Pick<Session, 'last_seen_on' | 'expires_on' | 'remembered'>,
  now: Date,
): 'fresh' | 'stale' | 'expired' {
  const idle = now.getTime() - last_seen_on.getTime();
  if (now >= expires_on || idle >= lifetimeOf({ remembered }).maxIdleMs) return 'expired';
  return last_seen_on <= staleLimit(now) ? 'stale' : 'fresh';
}

/** Returns the time at or before which a session must have been used last to be stale. */
export function staleLimit(now: Date): Date {
  return new Date(now.getTime() - SEEN_INTERVAL_MS);
}

/** Returns the time at or before which a session must have been used last to have expired. */
export function idleLimit(session: Pick<Session, 'remembered'>, now: Date): Date {
  return new Date(now.getTime() - lifetimeOf(session).maxIdleMs);
}

/** Returns the network of an address: the first three parts of an IPv4 address, or the /48 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.');
  return ipv6Groups(address, 3);
}
