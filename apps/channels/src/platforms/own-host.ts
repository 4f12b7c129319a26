import type { PlatformMeta } from './platform';

/** Returns true if the platform may request the host. */
export function isOwnHost({ hosts }: Pick<PlatformMeta, 'hosts'>, hostname: string): boolean {
  if (hosts === 'any') return true;
  return hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}
