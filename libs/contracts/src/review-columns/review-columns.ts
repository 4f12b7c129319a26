import {
  type Candidate,
  candidatesOf,
  type Column,
  isOnly,
  QUESTION,
  RECOMMENDATION,
  REVIEW_FIELDS,
  type ReviewField,
} from './column-rules';
import { columnWordsOf, plainColumnName } from './column-words';
import { questionKindOf } from './question-names';

export { headerLineOf } from './header-line';
export { hiddenRowsOf } from './hidden-rows';
export { isRecommendation, starsOfOpinion } from './recommendations';
export { plainColumnName, REVIEW_FIELDS, type ReviewField };

/** What the values of a column look like: numbers or yes and no only, some URL, one value in all of several rows, or some long text. */
export type ColumnValues = 'empty' | 'numbers' | 'flags' | 'links' | 'same' | 'prose' | 'other';

/** Words that say whose name it is, before it or behind it: `customer_first_name`, `prénom du client`. */
const WHOSE = '(?:author|customer|user|buyer|client|guest|reviewer|review|kunden?|gast)?';
const OF_WHOM = '(?:(?:d[aeou]s?|del|della|do)?(?:clients?|clientes?|auteur|autore?|utilisateur))?';
const nameOf = (words: string): RegExp => new RegExp(`^${WHOSE}(?:${words})${OF_WHOM}$`);

const FIRST_NAME = nameOf(
  'firstname|givenname|forename|vorname|prenom|nombredepila|primernombre|primonome|primeironome|voornaam',
);
const LAST_NAME = nameOf(
  'lastname|surname|familyname|nachname|familienname|nomdefamille|apellidos?|cognome|apelidos?|sobrenomes?|ultimonome|achternaam',
);
const BARE_NAME = nameOf('name|nom|nombre|nome|naam');
/** First names in languages where the bare word beside them is the last name. */
const FIRST_OF_BARE = nameOf('vorname|prenom|voornaam');

/** Columns that only files of Google Maps have. Its reviews have no title, so a title there is that of the place. */
const OF_PLACES = /^(?:place|google|feature)id$|^(?:cid|fid|publishedatdate|islocalguide|totalscore)$/;
/** More than any rank. */
const EMPTY = 100;

const MIN_SAME = 3;
const NUMBER = /^(?:\d{1,4}(?:[.,]\d{1,4})?\s*(?:\/\s*\d{1,3}|%|stars?)?|(?:[★☆⭐✩✭½]\uFE0F?)+)$/iu;
const FLAG = /^(?:yes|no|true|false|y|n|ja|nein|nee|oui|non|s[ií]|sim|n[ãa]o)$/i;
const PROSE = 60;
/** A URL, also in a list of JSON, and in one of objects. */
const LINK = /^\W{0,9}(?:https?:)?\/\/|^\s*\[?\s*\{.{0,200}?["']https?:\/\//is;

/** Returns what the values of a column look like. */
export function columnValuesOf(values: readonly string[]): ColumnValues {
  const texts = values.map((value) => value.trim()).filter((value) => value !== '');
  if (texts.length === 0) return 'empty';
  if (texts.every((text) => NUMBER.test(text))) return 'numbers';
  if (texts.every((text) => FLAG.test(text))) return 'flags';
  if (texts.some((text) => LINK.test(text.slice(0, 300).replaceAll('\\/', '/')))) return 'links';
  if (texts.length >= MIN_SAME && texts.every((text) => text === texts[0])) return 'same';
  return texts.some((text) => text.length > PROSE) ? 'prose' : 'other';
}

/**
 * Returns the columns of each field that a file has, found by the words of their names in any spelling: `userName`, `User Name` and
 * `user_name` are the same. A column holds one field at most. Several columns can hold `media`. Columns of pros and cons belong
 * to `text`, and if only two columns hold a first and a last name, they are `from_name`. `valuesOf` keeps numbers from becoming
 * texts, and texts from becoming ratings.
 */
export function reviewColumnsOf(
  header: readonly string[],
  valuesOf: (column: number) => ColumnValues = () => 'empty',
): Map<ReviewField, number[]> {
  const names = header.map((name) => ({ name, plain: plainColumnName(name), words: columnWordsOf(name) }));
  const isOfPlaces = names.some(({ plain }) => OF_PLACES.test(plain));
  const candidates = names.flatMap((name, column) =>
    candidatesOf(name)
      .filter(({ field }) => !(isOfPlaces && field === 'title' && name.plain === 'title'))
      .map((one) => ({ ...one, column })),
  );
  // A column without any value holds a field only if no other one can.
  const rankOf = ({ rank, column }: { rank: number; column: number }): number =>
    rank + (valuesOf(column) === 'empty' ? EMPTY : 0);
  const found = new Map<ReviewField, number[]>();
  const taken = new Set<number>();
  const take = (field: ReviewField, columns: readonly number[]): void => {
    if (columns.length === 0) return;
    found.set(field, [...(found.get(field) ?? []), ...columns]);
    for (const column of columns) taken.add(column);
  };
  for (const field of REVIEW_FIELDS) {
    const free = candidates
      .filter((one) => one.field === field && !taken.has(one.column) && canHold(one, valuesOf(one.column)))
      .toSorted((one, other) => rankOf(one) - rankOf(other) || one.column - other.column)
      .map(({ column }) => column);
    take(field, field === 'media' ? free.toSorted((one, other) => one - other) : free.slice(0, 1));
  }
  const original = candidates.find(
    ({ field, column }) =>
      field === 'text' &&
      !taken.has(column) &&
      isOriginal(header[column] ?? '') &&
      valuesOf(column) !== 'empty',
  );
  if (original && found.has('text')) {
    found.set('text', [original.column, ...(found.get('text') ?? [])]);
    taken.add(original.column);
  }
  take('text', prosAndCons(names, taken, valuesOf));
  const nameParts = firstAndLastName(names, found.get('from_name')?.[0]);
  if (nameParts.length > 0) found.set('from_name', nameParts);
  // The date of a comment is that of a reply only beside a reply.
  if (!found.has('reply')) found.delete('reply_posted_on');
  return found;
}

/** Returns true if a row has names of columns for a date, and for a text or a rating. */
export function isReviewHeader(cells: readonly string[]): boolean {
  const found = cells.length > 1 ? reviewColumnsOf(cells) : null;
  return found !== null && found.has('posted_on') && (found.has('text') || found.has('rating_value'));
}

/** Returns true for the name of a column with the text in the language of its author. Beside it, another text is a translation. */
export function isOriginal(name: string): boolean {
  return columnWordsOf(name)?.includes('original') === true;
}

/** Fields of which a value must be a URL. A column without any is ignored, such as one with the number of photos. */
const LINKS: ReadonlySet<ReviewField> = new Set<ReviewField>(['media', 'from_image', 'from_url', 'post_url']);

/** Returns false if the values do not fit a name that can mean something else, such as the number of reviews, or the title of a shop. */
function canHold({ field, rank }: Candidate, values: ColumnValues): boolean {
  if (LINKS.has(field)) return values === 'links' || values === 'empty';
  if (rank === QUESTION) return isAnswer(field, values);
  if (rank === RECOMMENDATION) return values !== 'numbers' && values !== 'prose' && values !== 'links';
  if (field === 'text') return values !== 'numbers' || rank < 2;
  if (field === 'reply') return values !== 'flags' && values !== 'numbers';
  if (field === 'title') return values !== 'same' || rank === 1;
  return field !== 'rating_value' || (values !== 'prose' && values !== 'links');
}

/** Returns true if the values can be answers to a question for the field. */
function isAnswer(field: ReviewField, values: ColumnValues): boolean {
  if (values === 'empty') return true;
  if (field === 'rating_value') return values === 'numbers';
  return values === 'other' || values === 'same' || (field === 'text' && values === 'prose');
}

function prosAndCons(
  names: readonly Column[],
  taken: ReadonlySet<number>,
  valuesOf: (column: number) => ColumnValues,
): number[] {
  return (['pro', 'con'] as const)
    .map((kind) =>
      names.findIndex(
        ({ name, words }, at) =>
          !taken.has(at) &&
          (words
            ? words.includes(kind) && isOnly(words, kind, 'review', 'comment', 'text')
            : questionKindOf(name) === kind),
      ),
    )
    .filter((column) => column >= 0 && valuesOf(column) !== 'numbers');
}

/** Returns the columns with the parts of a name. `whole` is the column that has a name by itself: none is found beside a real one. */
function firstAndLastName(names: readonly Column[], whole: number | undefined): number[] {
  const parts = [FIRST_NAME, LAST_NAME].map((pattern) => names.findIndex(({ plain }) => pattern.test(plain)));
  const [first = -1, last = -1] = parts;
  if (whole === undefined) return parts.filter((column) => column >= 0);
  if (!BARE_NAME.test(names[whole]?.plain ?? '')) return [];
  if (first < 0 && last >= 0) return [whole, last];
  return last < 0 && FIRST_OF_BARE.test(names[first]?.plain ?? '') ? [first, whole] : [];
}
