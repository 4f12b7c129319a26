import type { ChannelsEnv } from '../channels.env';
import { oauthAppOf } from '../oauth/oauth-app';
import type { Platform } from '../platforms/platform';

/**
 * Returns true if channels of the platform can be connected on this installation. The operator's key is not needed if the
 * customer may send an own one.
 */
export function isAvailable(env: ChannelsEnv, { meta, oauth }: Pick<Platform, 'meta' | 'oauth'>): boolean {
  if (meta.method === 'oauth') return oauth !== undefined && oauthAppOf(env, meta) !== null;
  const takesOwnKey = [...meta.required, ...meta.optional].includes('access_token');
  return meta.operatorKey === undefined || takesOwnKey || Boolean(env[meta.operatorKey]);
}
