import { ipv6Groups } from '../proxy/network-of';

export const LINK_TTL_MS = 60_000;
export const SESSION_LIFE_MS = 14 * 24 * 3_600_000;
const SESSION_IDLE_MS = 12 * 3_600_000;
/** Being seen is written down this often: a page of twenty requests is one write. */
const SEEN_EVERY_MS = 60_000;

export interface SessionTimes {
  last_seen_on: Date;
  expires_on: Date;
}

/** `over` after 12 idle hours or 14 days, `stale` when it is to be written down that it was seen. */
export function sessionState(
  { last_seen_on, expires_on }: SessionTimes,
  now: Date,
): 'fresh' | 'stale' | 'over' {
  const idle = now.getTime() - last_seen_on.getTime();
  if (now >= expires_on || idle >= SESSION_IDLE_MS) return 'over';
  return idle >= SEEN_EVERY_MS ? 'stale' : 'fresh';
}

/** An address as far as it names a network: three parts of four, or the /48 of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.');
  return ipv6Groups(address, 3);
}
