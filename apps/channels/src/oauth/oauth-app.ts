import type { ChannelsEnv } from '../channels.env';
import { type OAUTH_PLATFORMS, type PlatformMeta } from '../platforms/platform';

/** Our registration at a platform. */
export interface OAuthApp {
  clientId: string;
  clientSecret: string;
}

type Slug = Uppercase<(typeof OAUTH_PLATFORMS)[number]>;

/** Returns the operator's OAuth app for a platform, or null if its settings are not set. */
export function oauthAppOf(env: ChannelsEnv, { slug }: Pick<PlatformMeta, 'slug'>): OAuthApp | null {
  const name = slug.toUpperCase() as Slug;
  const clientId = env[`${name}_CLIENT_ID`];
  const clientSecret = env[`${name}_CLIENT_SECRET`];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Returns the URL to which a platform sends the browser after the sign-in. The operator registers it at the platform. */
export function callbackUrl({ PUBLIC_URL }: Pick<ChannelsEnv, 'PUBLIC_URL'>, slug: string): string {
  return `${PUBLIC_URL}${callbackPath(slug)}`;
}

/** Returns the path of {@link callbackUrl}. */
export function callbackPath(slug: string): string {
  return `/oauth/callback/${slug}`;
}
