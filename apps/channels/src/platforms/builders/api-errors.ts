import { CrawlError, type CrawlErrorCode, IF_NOT_READABLE } from '../crawl-error';
import type { PlatformMeta } from '../platform';

/** The code of an error with the sentence that customers read: `{ FORBIDDEN_PLAN: 'The key may not read reviews. …' }`. */
export type Reason = { [Code in CrawlErrorCode]: Readonly<Record<Code, string>> }[CrawlErrorCode];

/** What a status of 400 and above means on a platform, if it says more than it does on every platform. */
export type ErrorTable = Readonly<Partial<Record<number, Reason>>>;

/** Characters of an answer's message that are read. */
const MAX_MESSAGE = 500;

/** What a platform says about an error, and what that means. */
export type Reasons = readonly (readonly [RegExp, Reason])[];

/** Returns the first reason whose pattern matches what a platform says about an error. */
export function reasonOf(said: unknown, reasons: Reasons): Reason | null {
  const message =
    typeof said === 'string' || typeof said === 'number' ? String(said).slice(0, MAX_MESSAGE) : '';
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

/** Returns the error of a reason. */
export function errorOfReason(reason: Reason): CrawlError {
  const [entry] = Object.entries(reason) as [CrawlErrorCode, string][];
  if (entry) return new CrawlError(...entry);
  throw new Error('A reason has no code');
}

/** Returns the error of a platform that responded in a form that is not documented. */
export function layoutChanged({ label }: Pick<PlatformMeta, 'label'>, cause?: unknown): CrawlError {
  const msg = `${label} responded in a form that this version of Plaudit cannot read. ${IF_NOT_READABLE}`;
  return new CrawlError('LAYOUT_CHANGED', msg, {}, { cause });
}

/** Returns the error of a profile that the platform does not have. */
export function notFound({ label }: Pick<PlatformMeta, 'label'>, what: string): CrawlError {
  return new CrawlError('NOT_FOUND', `${label} has no ${what}. Check what you sent.`);
}

/** Returns the reason of a platform that no longer knows the page at which a crawl continues. The crawl begins again. */
export function cursorExpired({ label }: Pick<PlatformMeta, 'label'>): Reason {
  const msg = `${label} rejected our request, probably because the next page has expired. We start over.`;
  return { CURSOR_EXPIRED: msg };
}
