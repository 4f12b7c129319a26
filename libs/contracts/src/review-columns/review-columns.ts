import { type ColumnWord, columnWordsOf, plainColumnName } from './column-words';

export { plainColumnName };

/** What a column of a file of reviews can hold. */
export const REVIEW_FIELDS = [
  'text',
  'posted_on',
  'rating_value',
  'rating_scale',
  'from_name',
  'title',
  'reply',
  'reply_posted_on',
  'media',
  'from_image',
  'from_url',
  'post_url',
  'external_id',
  'language',
  'verified',
  'from_email',
  'tags',
] as const;
export type ReviewField = (typeof REVIEW_FIELDS)[number];

/** What the values of a column look like: numbers or yes and no only, some URL, one value in all of several rows, or some long text. */
export type ColumnValues = 'empty' | 'numbers' | 'flags' | 'links' | 'same' | 'prose' | 'other';

/** Names that say something else than their words, or something although a word of them can mean other things. */
const NAMES: Readonly<Record<string, ReviewField>> = {
  at: 'posted_on',
  authortitle: 'from_name',
  autortitle: 'from_name',
  bodyurls: 'media',
  numstars: 'rating_value',
  outof: 'rating_scale',
  overall: 'rating_value',
  postdate: 'posted_on',
  reviewdisplay: 'from_name',
  scale: 'rating_scale',
  tag: 'tags',
};

/** In their languages, these words mean a review as well as its rating. A scale can follow. */
const RATING_OR_TEXT = /^(?:bewertung|avaliacao|beoordeling)\d*$/;

const FIRST_NAME =
  /^(?:author|customer|user|buyer|client|guest|reviewer|review)?(?:firstname|givenname|forename|vorname|prenom|voornaam)$/;
const LAST_NAME =
  /^(?:author|customer|user|buyer|client|guest|reviewer|review)?(?:lastname|surname|familyname|nachname|nomdefamille|apellidos?|cognome|sobrenome|achternaam)$/;
/** Names for a whole name, or beside one of the above for the other part: `Prénom;Nom`, `Nombre,Apellidos`. */
const BARE_NAME = /^(?:name|nom|nombre|nome|naam)$/;
/** First names in languages where the bare word beside them is the last name. */
const FIRST_OF_BARE = /(?:vorname|prenom|voornaam)$/;

/** A field that a column can hold. The column with the lowest rank holds it, and the first one of equals. */
interface Candidate {
  field: ReviewField;
  rank: number;
}

const MIN_SAME = 3;
const NUMBER = /^\d{1,4}(?:[.,]\d{1,4})?\s*(?:\/\s*\d{1,3}|%|stars?)?$/i;
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

/** The name of a column, and what its words mean. */
interface Column {
  plain: string;
  words: readonly ColumnWord[] | null;
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
  const names = header.map((name) => ({ plain: plainColumnName(name), words: columnWordsOf(name) }));
  const candidates = names.flatMap((name, column) => candidatesOf(name).map((one) => ({ ...one, column })));
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
      .toSorted((one, other) => one.rank - other.rank || one.column - other.column)
      .map(({ column }) => column);
    take(field, field === 'media' ? free.toSorted((one, other) => one - other) : free.slice(0, 1));
  }
  take('text', prosAndCons(names, taken, valuesOf));
  const nameParts = firstAndLastName(names, found.get('from_name')?.[0]);
  if (nameParts.length > 0) found.set('from_name', nameParts);
  // The date of a comment is that of a reply only beside a reply.
  if (!found.has('reply')) found.delete('reply_posted_on');
  return found;
}

/** Fields of which a value must be a URL. A column without any is ignored, such as one with the number of photos. */
const LINKS: ReadonlySet<ReviewField> = new Set<ReviewField>(['media', 'from_image', 'from_url', 'post_url']);

/** Returns false if the values do not fit a name that can mean something else, such as the number of reviews, or the title of a shop. */
function canHold({ field, rank }: Candidate, values: ColumnValues): boolean {
  if (LINKS.has(field)) return values === 'links' || values === 'empty';
  if (field === 'text') return values !== 'numbers' || rank < 2;
  if (field === 'reply') return values !== 'flags' && values !== 'numbers';
  if (field === 'title') return values !== 'same' || rank === 1;
  return field !== 'rating_value' || (values !== 'prose' && values !== 'links');
}

function prosAndCons(
  names: readonly Column[],
  taken: ReadonlySet<number>,
  valuesOf: (column: number) => ColumnValues,
): number[] {
  return (['pro', 'con'] as const)
    .map((kind) =>
      names.findIndex(
        ({ words }, at) => !taken.has(at) && words?.includes(kind) && isOnly(words, kind, 'review'),
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

type Words = readonly ColumnWord[];

/** Words that add nothing to a name. */
const SMALL: ReadonlySet<ColumnWord> = new Set<ColumnWord>(['noise', 'of']);

function isOnly(words: Words, ...allowed: readonly ColumnWord[]): boolean {
  return words.every((word) => SMALL.has(word) || allowed.includes(word));
}

function hasAny(words: Words, ...wanted: readonly ColumnWord[]): boolean {
  return words.some((word) => wanted.includes(word));
}

/** The words for a review, which can stand before every field of it. */
const REVIEW = ['review', 'reviews', 'avis'] as const;
const DATE = ['date', 'at', 'did', 'does', 'updated', 'last'] as const;

/** Returns true for a name that says when something was done, in a way that can be no flag. */
function isDate(words: Words): boolean {
  if (hasAny(words, 'date')) return !hasAny(words, 'last') || hasAny(words, 'updated');
  return hasAny(words, 'did', 'updated') || (hasAny(words, 'does') && hasAny(words, 'at'));
}

/** Returns the word that a name is about: the last one, as in `comment author`, or the first one, as in `auteur du commentaire`. */
function headOf(words: Words): ColumnWord | undefined {
  return hasAny(words, 'of', 'avis') ? words[0] : words.at(-1);
}

/** Which words the name of each field has. The first rule that a name follows counts. */
const RULES: readonly (readonly [ReviewField, (words: Words) => boolean])[] = [
  ['tags', (words) => hasAny(words, 'tags') && isOnly(words, 'tags', ...REVIEW)],
  [
    'verified',
    (words) =>
      hasAny(words, 'verified') && isOnly(words, 'verified', 'is', 'status', 'purchase', 'who', ...REVIEW),
  ],
  [
    'language',
    (words) => hasAny(words, 'language') && isOnly(words, 'language', 'original', 'who', ...REVIEW),
  ],
  ['from_email', (words) => hasAny(words, 'email') && isOnly(words, 'email', 'address', 'who', ...REVIEW)],
  ['reply_posted_on', isReplyDate],
  [
    'reply',
    (words) =>
      (hasAny(words, 'reply') || (hasAny(words, 'answer') && hasAny(words, 'owner'))) &&
      isOnly(words, 'reply', 'answer', 'owner', 'text', ...REVIEW),
  ],
  [
    'from_image',
    (words) =>
      (hasAny(words, 'avatar') || (hasAny(words, 'image', 'thumbnail') && hasAny(words, 'who', 'profile'))) &&
      isOnly(words, 'avatar', 'image', 'thumbnail', 'who', 'profile', 'link', ...REVIEW),
  ],
  [
    'media',
    (words) =>
      (hasAny(words, 'images') && isOnly(words, 'images', 'link', 'number', 'who', ...REVIEW)) ||
      (hasAny(words, 'image', 'images') &&
        isOnly(words, 'image', 'images', 'link', 'number', 'does', ...REVIEW)),
  ],
  [
    'from_url',
    (words) =>
      hasAny(words, 'link') &&
      hasAny(words, 'who', 'profile') &&
      isOnly(words, 'link', 'who', 'profile', ...REVIEW),
  ],
  ['external_id', (words) => hasAny(words, 'id') && isOnly(words, 'id', ...REVIEW)],
  ['post_url', (words) => hasAny(words, 'link') && isOnly(words, 'link', ...REVIEW)],
  [
    'rating_scale',
    (words) => hasAny(words, 'scale') && hasAny(words, 'rating') && isOnly(words, 'scale', 'rating', 'value'),
  ],
  [
    'rating_value',
    (words) =>
      hasAny(words, 'rating') && isOnly(words, 'rating', 'value', 'who', 'service', 'overall', ...REVIEW),
  ],
  ['posted_on', (words) => isDate(words) && isOnly(words, ...DATE, ...REVIEW)],
  ['title', (words) => hasAny(words, 'title') && isOnly(words, 'title', ...REVIEW)],
  ['text', isText],
  [
    'from_name',
    (words) =>
      (hasAny(words, 'name', 'who') && isOnly(words, 'name', 'who', 'profile', ...REVIEW)) ||
      (hasAny(words, 'by') && hasAny(words, 'did', 'does') && isOnly(words, 'by', 'did', 'does', ...REVIEW)),
  ],
];

function isReplyDate(words: Words): boolean {
  const isOfReply = hasAny(words, 'reply', 'answer', 'replied');
  return (
    (isOfReply ? hasAny(words, 'date', 'at', 'did') : hasAny(words, 'owner') && hasAny(words, 'date')) &&
    isOnly(words, 'reply', 'answer', 'replied', 'owner', ...DATE, ...REVIEW)
  );
}

function isText(words: Words): boolean {
  if (!hasAny(words, 'text', ...REVIEW)) return false;
  const isOfText = isOnly(words, 'text', 'who', 'service', 'overall', 'original', ...REVIEW);
  return isOfText && (hasAny(words, 'text') || headOf(words) !== 'who');
}

function candidatesOf({ plain, words }: Column): Candidate[] {
  const own = REVIEW_FIELDS.find((field) => plainColumnName(field) === plain);
  if (own !== undefined) return [{ field: own, rank: 0 }];
  // Beside another text, it is that of a product.
  if (plain === 'description') return [{ field: 'text', rank: 8 }];
  const named = Object.hasOwn(NAMES, plain) ? NAMES[plain] : undefined;
  if (named !== undefined) return [{ field: named, rank: 2 }];
  const field = words && RULES.find(([, isNamed]) => isNamed(words))?.[0];
  if (!words || !field) return [];
  const second = secondOf(plain, field);
  if (second === null) return [{ field, rank: BARE_NAME.test(plain) ? 3 : rankOf(words, field) }];
  return [field, second].map((one) => ({ field: one, rank: 5 }));
}

/** Returns the other field that a column with this name can hold, if the first one has a better column. */
function secondOf(plain: string, field: ReviewField): ReviewField | null {
  // Yotpo calls the reply of a shop a comment. To WordPress a comment is the review itself.
  if (plain.startsWith('comment') && plain !== 'comment' && plain !== 'comments') {
    if (field === 'text') return 'reply';
    if (field === 'posted_on') return 'reply_posted_on';
  }
  return field === 'text' && RATING_OR_TEXT.test(plain) ? 'rating_value' : null;
}

/** `review_rating` is more likely the rating of a review than `rating` is, which can be the average of a place. */
function rankOf(words: Words, field: ReviewField): number {
  if (hasAny(words, 'updated', 'original')) return 7;
  // An aspect, such as `Service Rating` and `Value Rating`.
  if (field === 'rating_value' && (hasAny(words, 'service') || words[0] === 'value')) return 4;
  if (hasAny(words, 'by')) return 4;
  if (hasAny(words, 'reviews')) return 6;
  if (field === 'posted_on' && !hasAny(words, 'date')) return 3;
  if (field === 'text' && !hasAny(words, 'text')) return hasAny(words, 'who') ? 2 : 3;
  if (hasAny(words, 'review', 'avis', 'who', 'owner')) return 1;
  return 2;
}
