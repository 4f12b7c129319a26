import { ApiError } from '@plaudit/contracts';
import type { EmbedReviewsQuery } from '../embed/embed.dto';
import type { HttpRequest } from '../http/http-exchange';
import { SEEN_KINDS } from './seen-kinds';

/** A report has no body. Browsers and proxies may add a little. */
const MAX_REPORT_BYTES = 64;

/** Parts of the names of nearly all programs that say what they are. A list of single programs would soon be out of date. */
const PROGRAMS = ['bot', 'Bot', 'crawl', 'Crawl', 'spider', 'Spider'];

/** The headers that decide whether a request counts. */
export interface CountedHeaders {
  userAgent: string | undefined;
  /** `Sec-Fetch-Site`, which a page cannot set. Browsers send it to HTTPS addresses. */
  fetchSite: string | undefined;
  /** Only the hosted page sends it to its own origin. The pages of the dashboard send none. */
  referer?: string | undefined;
}

export function countedHeaders({ headers }: Pick<HttpRequest, 'headers'>): CountedHeaders {
  return {
    userAgent: headers['user-agent'],
    fetchSite: headers['sec-fetch-site']?.toString(),
    referer: headers.referer,
  };
}

/**
 * Returns false for a program, and for a request that a page of this installation sends. The hosted page is counted itself, and the
 * dashboard is not a visitor.
 */
export function isView({ userAgent, fetchSite }: CountedHeaders): boolean {
  return fetchSite !== 'same-origin' && !isProgram(userAgent);
}

/** Returns false for a program and for the dashboard. */
export function isInteraction({ userAgent, fetchSite, referer }: CountedHeaders): boolean {
  const isDashboard = fetchSite === 'same-origin' && referer === undefined;
  return !isDashboard && !isProgram(userAgent);
}

/** Returns true for a program that says what it is. `includes` costs less than a pattern, and each embed calls this. */
function isProgram(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PROGRAMS.some((name) => userAgent.includes(name));
}

/**
 * Returns true if a visitor chose something or asked for more reviews. Without a choice, the element loads the reviews of a dialog or the whole
 * text of a review. It reports these itself.
 */
export function isChoice({ cursor, rating, platform, sort, q }: EmbedReviewsQuery): boolean {
  return [cursor, rating, platform, sort, q].some(Boolean);
}

/** @throws ApiError 400 for a kind that the element does not report, 413 for a body that is larger than a report. */
export function requireReport(kind: string, body: Buffer): void {
  const kinds: readonly string[] = SEEN_KINDS;
  if (body.length > MAX_REPORT_BYTES) {
    throw new ApiError(
      'payload_too_large',
      `The request body is larger than ${MAX_REPORT_BYTES} bytes; send none.`,
    );
  }
  if (!kinds.includes(kind)) {
    throw new ApiError('invalid_value', `kind must be one of ${kinds.join(', ')}.`, { field: 'kind' });
  }
}
