import { type SearchedFields, wordQuery } from './word-vector';
import { isSearch, type ReviewFilter } from '../lists/review-filter';
import type { Scope } from '../lists/scope.sql';

/** Returns the conditions of a search over `review`. The index of its words belongs to another table. */
export function wordConditions(scope: Scope, filter: ReviewFilter): string[] {
  const key = '(words.posted_on, words.review_id)';
  const rowsWith = (query: string): string => `review_words words
    where words.sub_account_id = ${scope.subAccount} and words.words @@ ${query}`;
  if (isSearch(filter)) {
    const query = foundWords(scope, filter);
    return [
      query
        ? `(review.posted_on, review.id) in (select words.posted_on, words.review_id from ${rowsWith(query)})`
        : 'false',
    ];
  }
  const excluded = excludedWords(scope, filter);
  if (excluded === '') return [];
  const rows = rowsWith(scope.parameters.add(excluded, 'tsquery'));
  return [`not exists (select from ${rows} and ${key} = (review.posted_on, review.id))`];
}

/**
 * Returns the `tsquery` of a search, without the words that it excludes, as a parameter. Returns null if a text to search for
 * has no word, because then no review matches.
 */
export function foundWords(scope: Scope, filter: ReviewFilter): string | null {
  const searches: [text: string | undefined, fields: SearchedFields][] = [
    [filter.q, 'text and author'],
    [filter.keyword, 'text'],
  ];
  const wanted = searches.flatMap(([text, fields]) =>
    text === undefined ? [] : [wordQuery(scope.subAccountId, text, fields)],
  );
  if (wanted.includes(null)) return null;
  const excluded = excludedWords(scope, filter);
  const query = [...wanted, ...(excluded === '' ? [] : [`!(${excluded})`])].join(' & ');
  return scope.parameters.add(query, 'tsquery');
}

/** Returns a `tsquery` for the reviews with any excluded keyword. A keyword without a word excludes nothing. */
function excludedWords({ subAccountId }: Scope, { excludeKeywords = [] }: ReviewFilter): string {
  return excludeKeywords
    .map((keyword) => wordQuery(subAccountId, keyword, 'text'))
    .filter((query) => query !== null)
    .map((query) => `(${query})`)
    .join(' | ');
}
