import { bigrams, searchWords } from './search-words';

/** The fields of a review that a search reads. */
export interface SearchedReview {
  sub_account_id: number;
  text: string;
  from_name: string;
}

/** What the lexemes of a field begin with. The sub account keeps those of one tenant together in the index. */
function prefixesOf(subAccountId: number): { text: string; author: string } {
  return { text: `${subAccountId}:`, author: `${subAccountId}@` };
}

/**
 * Returns the words of a review as a `tsvector`. Only pairs of characters have positions, because they must be found in
 * order. No word has a character that must be escaped.
 */
export function wordVector(review: SearchedReview): string {
  const { text, author } = prefixesOf(review.sub_account_id);
  return [...lexemes(text, review.text), ...lexemes(author, review.from_name)].join(' ');
}

function lexemes(prefix: string, text: string): string[] {
  const { words, runs } = searchWords(text);
  const found = Array.from(words, (word) => `'${prefix}${word}'`);
  const pairs = runs.flatMap(bigrams).map((pair, index) => `'${prefix}${pair}':${index + 1}`);
  return [...found, ...pairs];
}

/** What the words of a search are looked for in. */
export type SearchedFields = 'text' | 'text and author';

/**
 * Returns a `tsquery` for the reviews that have every word of `search`, or null if it has no word. A word is found by its
 * beginning. Characters without spaces between words are found anywhere, in their order.
 */
export function wordQuery(subAccountId: number, search: string, fields: SearchedFields): string | null {
  const { text, author } = prefixesOf(subAccountId);
  const prefixes = fields === 'text' ? [text] : [text, author];
  const { words, runs } = searchWords(search);
  const inAnyField = (term: (prefix: string) => string): string => `(${prefixes.map(term).join(' | ')})`;
  const terms = [
    ...Array.from(words, (word) => inAnyField((prefix) => `'${prefix}${word}':*`)),
    ...runs.map((run) => inAnyField((prefix) => runQuery(prefix, run))),
  ];
  return terms.length > 0 ? terms.join(' & ') : null;
}

function runQuery(prefix: string, run: string): string {
  const pairs = bigrams(run);
  if (pairs.length === 1) return `'${prefix}${run}':*`;
  // The last character is part of the last pair.
  return `(${pairs
    .slice(0, -1)
    .map((pair) => `'${prefix}${pair}'`)
    .join(' <-> ')})`;
}
