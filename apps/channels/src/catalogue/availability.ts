import type { ChannelsEnv } from '../channels.env';
import { oauthAppOf } from '../oauth/oauth-app';
import type { OperatorKey, Platform, PlatformMeta } from '../platforms/platform';

/**
 * Returns the operator's key without which no channel of the platform can be connected. Returns null if the platform needs no
 * key, or if the customer may send one.
 */
export function neededKeyOf({ operatorKey, required, optional }: PlatformMeta): OperatorKey | null {
  const takesOwnKey = [...required, ...optional].includes('access_token');
  return takesOwnKey ? null : (operatorKey ?? null);
}

/** Returns true if channels of the platform can be connected on this installation. */
export function isAvailable(env: ChannelsEnv, { meta, oauth }: Pick<Platform, 'meta' | 'oauth'>): boolean {
  if (meta.method === 'oauth') return oauth !== undefined && oauthAppOf(env, meta) !== null;
  const key = neededKeyOf(meta);
  return key === null || Boolean(env[key]);
}

/** Returns true if profiles of the platform can be searched for on this installation. A search uses the operator's key only. */
export function isSearchable(env: ChannelsEnv, platform: Platform): boolean {
  const { operatorKey } = platform.meta;
  const isSetUp = operatorKey === undefined || Boolean(env[operatorKey]);
  return platform.discover !== undefined && isSetUp && isAvailable(env, platform);
}
