import { curation, span } from '../lists/review-conditions.sql';
import { CURATION, hasOnly, isSearch, type ReviewFilter } from '../lists/review-filter';
import type { Scope } from '../lists/scope.sql';
import { foundWords } from './word-conditions.sql';

const WORD_ROWS = new Set<keyof ReviewFilter>([
  ...CURATION,
  'since',
  'before',
  'q',
  'keyword',
  'excludeKeywords',
]);

/** Returns true for a search whose other filters `review_words` has columns for. */
export function isWordRows(filter: ReviewFilter): boolean {
  return isSearch(filter) && hasOnly(filter, WORD_ROWS);
}

/** Returns SQL for the rows of `review_words` that match such a filter and the other conditions. */
export function wordRows(scope: Scope, filter: ReviewFilter, others: readonly string[] = []): string {
  const query = foundWords(scope, filter);
  const conditions = [
    `words.sub_account_id = ${scope.subAccount}`,
    query ? `words.words @@ ${query}` : 'false',
    ...curation(scope, filter, 'words'),
    ...span(scope, filter, 'words'),
    ...others,
  ];
  return `review_words words where ${conditions.join(' and ')}`;
}
