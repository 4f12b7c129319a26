import { type ColumnWord, plainColumnName } from './column-words';
import { questionFieldsOf } from './question-names';
import { isRecommendation } from './recommendations';

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

/** Names that say something else than their words, or something although a word of them can mean other things. */
const NAMES: Readonly<Record<string, ReviewField>> = {
  at: 'posted_on',
  authortitle: 'from_name',
  autortitle: 'from_name',
  bodyurls: 'media',
  carimbodedatahora: 'posted_on',
  informazionicronologiche: 'posted_on',
  marcatemporal: 'posted_on',
  numstars: 'rating_value',
  outof: 'rating_scale',
  overall: 'rating_value',
  postdate: 'posted_on',
  reviewdisplay: 'from_name',
  scale: 'rating_scale',
  tag: 'tags',
  ...Object.fromEntries(
    `vorundnachname vornamenachname vornameundnachname vornamename namevorname nachnamevorname nachundvorname prenomnom prenometnom
     nomprenom nometprenom nombreyapellidos nombreyapellido nombreapellidos apellidosynombre apellidosnombre nomeecognome nomecognome
     cognomeenome cognomenome nomeesobrenome nomesobrenome nomeeapelido`
      .split(/\s+/)
      .map((name) => [name, 'from_name' as const]),
  ),
};

/** When surveys were ended, or else begun. */
const LATE_DATES = [
  'enddate',
  'completiontime',
  'completedat',
  'datecompleted',
  'recordeddate',
  'startdate',
  'starttime',
];

/** Ranks of columns that hold a field only if their values have the form of the field. */
export const QUESTION = 20;
export const RECOMMENDATION = 30;

/** In their languages, these words mean a review as well as its rating. A scale can follow. */
const RATING_OR_TEXT = /^(?:bewertung|avaliacao|beoordeling)\d*$/;

/** Names for a whole name, or beside a first or last name for the other part: `Prénom;Nom`, `Nombre,Apellidos`. */
const BARE_NAME = /^(?:name|nom|nombre|nome|naam)$/;

/** A field that a column can hold. The column with the lowest rank holds it, and the first one of equals. */
export interface Candidate {
  field: ReviewField;
  rank: number;
}

/** The name of a column, and what its words mean. */
export interface Column {
  name: string;
  plain: string;
  words: readonly ColumnWord[] | null;
}

type Words = readonly ColumnWord[];

/** Words that add nothing to a name. */
const SMALL: ReadonlySet<ColumnWord> = new Set<ColumnWord>(['noise', 'of']);

export function isOnly(words: Words, ...allowed: readonly ColumnWord[]): boolean {
  return words.every((word) => SMALL.has(word) || allowed.includes(word));
}

function hasAny(words: Words, ...wanted: readonly ColumnWord[]): boolean {
  return words.some((word) => wanted.includes(word));
}

/** The words for a review, which can stand before every field of it. */
const REVIEW = ['review', 'reviews', 'comment', 'commentaire', 'avis'] as const;
const DATE = ['date', 'at', 'did', 'does', 'updated', 'last'] as const;

/** Returns true for a name that says when something was done, in a way that can be no flag. */
function isDate(words: Words): boolean {
  if (hasAny(words, 'date')) return !hasAny(words, 'last') || hasAny(words, 'updated');
  return hasAny(words, 'did', 'updated') || (hasAny(words, 'does') && hasAny(words, 'at'));
}

/** Returns the word that a name is about: the last one, as in `comment author`, or the first one, as in `auteur du commentaire`. */
function headOf(words: Words): ColumnWord | undefined {
  return hasAny(words, 'of', 'avis', 'commentaire') ? words[0] : words.at(-1);
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
      (hasAny(words, 'reply') ||
        (hasAny(words, 'answer', 'comment', 'commentaire') && hasAny(words, 'owner'))) &&
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
  ['posted_on', (words) => isDate(words) && isOnly(words, 'rating', ...DATE, ...REVIEW)],
  ['title', (words) => hasAny(words, 'title') && isOnly(words, 'title', 'text', ...REVIEW)],
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

/** Returns the fields that a column can hold by its name. */
export function candidatesOf({ name, plain, words }: Column): Candidate[] {
  const own = REVIEW_FIELDS.find((field) => plainColumnName(field) === plain);
  if (own !== undefined) return [{ field: own, rank: 0 }];
  // Beside another text, it is that of a product.
  if (plain === 'description') return [{ field: 'text', rank: 8 }];
  const named = Object.hasOwn(NAMES, plain) ? NAMES[plain] : undefined;
  if (named !== undefined) return [{ field: named, rank: 2 }];
  const late = LATE_DATES.indexOf(plain);
  if (late >= 0) return [{ field: 'posted_on', rank: 8 + late }];
  if (isRecommendation(name)) return [{ field: 'rating_value', rank: RECOMMENDATION }];
  const field = words && RULES.find(([, isNamed]) => isNamed(words))?.[0];
  if (!words || !field) return questionFieldsOf(name).map((one) => ({ field: one, rank: QUESTION }));
  const second = secondOf(plain, words, field);
  if (second === null) return [{ field, rank: BARE_NAME.test(plain) ? 3 : rankOf(words, field) }];
  return [field, second].map((one) => ({ field: one, rank: 5 }));
}

/** Returns the other field that a column with this name can hold, if the first one has a better column. */
function secondOf(plain: string, words: Words, field: ReviewField): ReviewField | null {
  // Yotpo calls the reply of a shop a comment. To WordPress a comment is the review itself.
  if (field === 'posted_on' && hasAny(words, 'comment', 'commentaire')) return 'reply_posted_on';
  if (field === 'text' && /^comment(?!s?$)/.test(plain)) return 'reply';
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
  if (hasAny(words, 'review', 'comment', 'commentaire', 'avis', 'who', 'owner')) return 1;
  return 2;
}
