import type { OAuthFlow } from '../../platforms/oauth-flow';

/** What a platform gave us to read an account with. It is stored encrypted. */
export interface OAuthTokens {
  accessToken: string;
  /** Null if the platform gives none. */
  refreshToken: string | null;
  /** ISO 8601, or null if the platform does not say when the access token expires. */
  expiresOn: string | null;
  /** True after the platform refused to renew the access. Only a new sign-in helps. */
  ended?: true;
}

const MAX_TOKEN = 8_192;
const PRINTABLE = /^[\x21-\x7e]+$/;
const MAX_SECONDS = 10 * 365 * 86_400;

/** An access token is renewed before it expires, because a request may take a while to arrive. */
const RENEW_BEFORE_MS = 60_000;
/** An expired token cannot be exchanged, and a channel is crawled once a day. */
const EXCHANGE_BEFORE_MS = 7 * 86_400_000;

/** Returns the tokens of a successful token response (RFC 6749, 5.1), or null if it has another form. */
export function tokensOf(body: unknown, now: Date): OAuthTokens | null {
  if (typeof body !== 'object' || body === null) return null;
  const { access_token, refresh_token, expires_in } = body as Record<string, unknown>;
  if (!isToken(access_token)) return null;
  return {
    accessToken: access_token,
    refreshToken: isToken(refresh_token) ? refresh_token : null,
    expiresOn: expiryOf(expires_in, now),
  };
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TOKEN && PRINTABLE.test(value);
}

/** Some platforms send the number as text. */
function expiryOf(seconds: unknown, now: Date): string | null {
  const value = typeof seconds === 'number' || typeof seconds === 'string' ? Number(seconds) : Number.NaN;
  if (!(value > 0)) return null;
  return new Date(now.getTime() + Math.min(value, MAX_SECONDS) * 1_000).toISOString();
}

/** Returns true if the access token is valid at `now`, as far as we know. */
export function isValid({ expiresOn, ended }: OAuthTokens, now: Date): boolean {
  return ended !== true && (expiresOn === null || Date.parse(expiresOn) > now.getTime());
}

/** Returns true if the access token expires within the next minute. */
export function isOver(tokens: OAuthTokens, now: Date): boolean {
  return !isValid(tokens, new Date(now.getTime() + RENEW_BEFORE_MS));
}

/** Returns true if the access token should be renewed before it is used. */
export function isDue(tokens: OAuthTokens, { refresh }: Pick<OAuthFlow, 'refresh'>, now: Date): boolean {
  if (refresh !== 'exchange') return isOver(tokens, now);
  return !isValid(tokens, new Date(now.getTime() + EXCHANGE_BEFORE_MS));
}
