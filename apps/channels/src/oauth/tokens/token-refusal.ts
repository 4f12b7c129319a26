import { CrawlError } from '../../platforms/crawl-error';
import type { PlatformMeta } from '../../platforms/platform';

/** Facebook's code of a token that has expired or was revoked. */
const FACEBOOK_ENDED = 190;
/** Facebook's codes of an app or user that sends too many requests. */
const FACEBOOK_LIMITS = new Set([4, 17, 32, 613]);
/** RFC 6749, 5.2: the faults of our own registration. */
const OWN_FAULTS = new Set(['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch']);

/** What a token endpoint responds if it gives no token. */
interface Refusal {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
  retryAfterMs?: number;
}

/** Returns the error of a token endpoint that responded with a status of 300 and above. */
export function refusalOf(
  { label }: Pick<PlatformMeta, 'label'>,
  { status, body, retryAfterMs }: Refusal,
): CrawlError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown };
  const facebook =
    typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  const info = { status, retryAfterMs };
  if (error === 'invalid_grant' || facebook === FACEBOOK_ENDED) {
    return ended({ label });
  }
  if (typeof error === 'string' && OWN_FAULTS.has(error)) {
    const msg = `${label} does not accept the OAuth app of this installation. Tell the operator.`;
    return new CrawlError('AUTH_MISSING', msg, info);
  }
  if (status === 429 || (typeof facebook === 'number' && FACEBOOK_LIMITS.has(facebook))) {
    return new CrawlError('RATE_LIMITED', `${label} limits how often we may ask it.`, info);
  }
  return new CrawlError('UPSTREAM_ERROR', `${label} did not complete the sign-in (HTTP ${status}).`, info);
}

/** Returns the error of an access that only a new sign-in gives back. */
export function ended({ label }: Pick<PlatformMeta, 'label'>): CrawlError {
  return new CrawlError('AUTH_EXPIRED', `${label} has ended our access. Connect the channel again.`);
}
