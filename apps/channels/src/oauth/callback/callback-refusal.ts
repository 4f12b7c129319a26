import { ApiError } from '@plaudit/contracts';
import { CrawlError } from '../../platforms/crawl-error';
import type { PlatformMeta } from '../../platforms/platform';
import { type CallbackPage, refusedPage } from './callback-pages';

/** Why nothing was connected. */
export interface CallbackRefusal {
  status: 200 | 400 | 409 | 502;
  msg: string;
}

const START_AGAIN = 'Start again where you came from.';

/** For a state or form that we did not make, or that was used, has expired or belongs to a caller who was removed. */
export function unknownSignIn(): CallbackPage {
  const msg = `This sign-in does not exist any more. It was used already, it has expired, or the user or API key that began it was removed. ${START_AGAIN}`;
  return refusedPage(400, 'Nothing was connected', msg);
}

/** For a form of another session than that in which its page was shown. */
export function otherSession(): CallbackPage {
  const msg = `You have signed out since this page was shown, or signed in again. ${START_AGAIN}`;
  return refusedPage(403, 'Nothing was connected', msg);
}

/** For a form that another site has sent. */
export function foreignForm(): CallbackPage {
  const msg = `Another site has sent this form, or your browser hides where forms come from. ${START_AGAIN}`;
  return refusedPage(403, 'Nothing was connected', msg);
}

/** Returns what the user is told who chose not to connect. */
export function declined({ label }: PlatformMeta): CallbackRefusal {
  return { status: 200, msg: `You chose not to connect your ${label} account. No reviews were read.` };
}

/** Codes of an API error that mean: the platform, not the user, has to do something first. */
const UPSTREAM = new Set(['profile_check_timeout', 'upstream_unavailable', 'overloaded', 'rate_limited']);

/** What the user can settle, for example by signing in to another account. */
const OF_THE_USER: ReadonlySet<CrawlError['code']> = new Set([
  'FORBIDDEN_PLAN',
  'NOT_FOUND',
  'INVALID_PROFILE',
  'GONE',
]);

/** Returns what the user is told about an error. Returns null for a fault of ours, which has to be logged. */
export function refusalFor(error: unknown, { label }: PlatformMeta): CallbackRefusal | null {
  if (error instanceof ApiError) return refusalForApi(error, label);
  if (!(error instanceof CrawlError) || error.code === 'BUG') return null;
  if (error.code === 'AUTH_EXPIRED') {
    return { status: 400, msg: `${label} did not accept the sign-in, or it took too long. ${START_AGAIN}` };
  }
  return { status: OF_THE_USER.has(error.code) ? 400 : 502, msg: `${error.message} ${START_AGAIN}` };
}

function refusalForApi({ code, message, details }: ApiError, label: string): CallbackRefusal {
  if (UPSTREAM.has(code))
    return { status: 502, msg: `${label} did not answer as expected. Try again later.` };
  if (code === 'channel_limit_reached') return { status: 409, msg: message };
  if (details['reason'] === 'duplicate') {
    return {
      status: 409,
      msg: `This profile is connected already, as channel ${String(details['existing_id'])}.`,
    };
  }
  return { status: 400, msg: message };
}

/** Returns what the user is told if the platform sent an error instead of a code (RFC 6749, 4.1.2.1). */
export function consentRefusal(error: string, { label }: PlatformMeta): CallbackRefusal {
  if (error === 'access_denied' || error === 'consent_required') {
    return { status: 400, msg: `You did not allow access to your ${label} account. ${START_AGAIN}` };
  }
  const isUpstream = error === 'server_error' || error === 'temporarily_unavailable';
  if (isUpstream) return { status: 502, msg: `${label} could not complete the sign-in. Try again later.` };
  return { status: 400, msg: `${label} did not complete the sign-in. ${START_AGAIN}` };
}
