import type { Reason } from '../builders/api-errors';
import { elementsAt, textAt } from '../builders/json-paths';
import type { ErrorResponse } from '../context';

const MAX_DETAILS = 20;
/** Characters of a text that are searched. */
const MAX_TEXT = 500;

/**
 * Returns the `errorOf` of a platform of Google. The table says what an error means by its status, such as `PERMISSION_DENIED`, or by
 * a reason in its details, such as `API_KEY_INVALID`. Two names are our own: `DAILY_QUOTA` if the quota of a day is spent and not that
 * of a minute, and `PAGE_TOKEN` if Google refuses the token of a page. If an error has several of the names, the first one of the
 * table counts.
 */
export function googleErrors(
  table: Readonly<Record<string, Reason>>,
): (response: ErrorResponse) => Reason | null {
  return ({ body }) => {
    const names = namesOf(body);
    return Object.entries(table).find(([name]) => names.has(name))?.[1] ?? null;
  };
}

function namesOf(body: unknown): ReadonlySet<string> {
  const status = textAt(body, 'error.status');
  const details = elementsAt(body, 'error.details', MAX_DETAILS);
  const limits = ['metadata.quota_limit', 'metadata.quota_unit'].flatMap((path) =>
    details.map((detail) => textAt(detail, path).slice(0, MAX_TEXT)),
  );
  const isDaily = limits.some((limit) => /per_?day|\/d\//i.test(limit));
  const isPageToken = /page_?\s?token/i.test(textAt(body, 'error.message').slice(0, MAX_TEXT));
  return new Set([
    status,
    ...details.map((detail) => textAt(detail, 'reason')),
    ...(status === 'RESOURCE_EXHAUSTED' && isDaily ? ['DAILY_QUOTA'] : []),
    ...(status === 'INVALID_ARGUMENT' && isPageToken ? ['PAGE_TOKEN'] : []),
  ]);
}
