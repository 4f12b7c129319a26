// The code point of the digit zero in each script that review sites use for numbers.
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** Replaces digits of any script with ASCII digits, and the Arabic separators with dot and comma. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[^\0-\x7f]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      const zero = ZEROS.find((start) => code >= start && code <= start + 9);
      return zero === undefined ? character : String(code - zero);
    })
    .replace(/\u066B/g, '.')
    .replace(/\u066C/g, ',');
}

/** The longest number of a page, with its separators and unit. Longer texts are not numbers. */
const MAX_NUMBER = 100;

const GROUP_SEPARATOR = /[\s\u00A0\u202F'\u2019]/g;

/** Parses `1,234.5`, `1.234,5`, `4,5` and `1 234`. Returns null for a text that is not one number. */
function toNumber(raw: string, commaGroups: boolean): number | null {
  const text = raw.replace(GROUP_SEPARATOR, '');
  if (!/^[-+]?[.,]*\d[\d.,]*$/.test(text)) return null;
  const lastDot = text.lastIndexOf('.');
  const lastComma = text.lastIndexOf(',');
  let plain: string;
  if (lastDot >= 0 && lastComma >= 0) {
    const grouping = lastDot > lastComma ? ',' : '.';
    plain = text.replaceAll(grouping, '').replace(',', '.');
  } else {
    const separator = lastComma >= 0 ? ',' : '.';
    const groups = commaGroups && /^[-+]?\d{1,3}(?:[.,]\d{3})+$/.test(text);
    const repeated = text.split(separator).length > 2;
    plain = groups || repeated ? text.replaceAll(separator, '') : text.replace(',', '.');
  }
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** Parses a decimal number with either decimal mark and digits of any script: `4.5`, `4,5`, `٤٫٥`. */
export function parseDecimal(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > MAX_NUMBER) return null;
  return toNumber(asciiDigits(value).trim(), false);
}

const MULTIPLIERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|mil|tys\.?|tsd\.?|тыс\.?)$/i, 1_000],
  [/^(?:m|mio\.?|mi|млн\.?)$/i, 1_000_000],
  [/^(?:万|萬|만)$/, 10_000],
  [/^千$/, 1_000],
];

/** What a number counts that stands before such a word: "12 reviews", "12 Bewertungen", "12件". */
const COUNTED =
  /^(?:reviews?|ratings|votes?|customers|users|people|bewertungen|rezensionen|stimmen|avis|évaluations|commentaires|reseñas?|opini|valoraciones|calificaciones|votos|recension[ei]|valutazioni|avaliaç(?:ões|oes)|comentários|beoordelingen|recensies|omdömen|recensioner|anmeldelser|отзыв|оцен[ко]|відгук|głos|ocen|yorum|değerlendirme|レビュー|件|条|條|則|评|評|리뷰|건)/iu;

/** A score with the count behind it: `4.5 (12)`. */
const SCORE_AND_COUNT = /^\D{0,9}(?:10|\d)(?:[.,]\d{1,2})?\D{0,9}(?=[(（]\d[^()]*[)）]$)/u;

const COUNTS = /(\d[\d.,'\u2019\s]*)\+?\s*([^\s\d.,()]+\.?)?/gu;

function multiplierOf(unit: string): number {
  return MULTIPLIERS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
}

/**
 * Parses a count as websites show it: `1,234`, `1 234`, `1.234`, `1.2K`, `1,2 mil`, `1.2万`, `(128 reviews)`. Of several numbers,
 * such as in `4.5 (12)` and `5 stars, 12 reviews`, it is the one of reviews, otherwise the first.
 */
export function parseCount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
  if (typeof value !== 'string') return null;
  const text = asciiDigits(value.slice(0, MAX_NUMBER)).trim().replace(SCORE_AND_COUNT, '');
  const numbers = [...text.matchAll(COUNTS)];
  const found = numbers.find(([whole, , unit = '']) => COUNTED.test(unit) || isCounted(text, whole, unit));
  const [, digits, unit = ''] = found ?? numbers[0] ?? [];
  if (digits === undefined) return null;
  const multiplier = multiplierOf(unit);
  const number = toNumber(digits.replace(/[.,\s]+$/, ''), multiplier === 1);
  return number === null ? null : Math.round(number * multiplier);
}

/** Returns true for `1.2K` in "1.2K reviews". */
function isCounted(text: string, whole: string, unit: string): boolean {
  return multiplierOf(unit) > 1 && COUNTED.test(text.slice(text.indexOf(whole) + whole.length).trimStart());
}

const MAX_SCALE = 10_000;

interface ParsedRating {
  value: number;
  /** Null unless the text contains the scale, as in `4/5`, `80%` and `★★★★☆`. */
  scale: number | null;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function starsIn(text: string): ParsedRating | null {
  const glyphs = /[★☆⭐✩✭½]+/u.exec(text.replace(/\uFE0F/g, ''))?.[0];
  if (!glyphs) return null;
  const full = [...glyphs].filter((glyph) => '★⭐✭'.includes(glyph)).length;
  const empty = [...glyphs].filter((glyph) => '☆✩'.includes(glyph)).length;
  const half = glyphs.includes('½') ? 0.5 : 0;
  return { value: full + half, scale: full + empty + Math.ceil(half) > 5 ? full + empty : 5 };
}

/** The numbers from 1 to 5 in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const NUMBERS = [
  'one ein eins un une una uno um uma een',
  'two zwei deux dos due dois duas twee',
  'three drei trois tres tre três drie',
  'four vier quatre cuatro quattro quatro',
  'five fünf cinq cinco cinque vijf',
].map((words) => words.split(' '));
const WORDS =
  /^(\p{L}+)(?:[ _-]?(?:stars?|sterne?|étoiles?|estrellas?|stell[ae]|estrelas?|ster(?:ren)?))?$/iu;

function withoutDigits(text: string): ParsedRating | null {
  const word = WORDS.exec(text)?.[1]?.toLowerCase() ?? '';
  const number = NUMBERS.findIndex((words) => words.includes(word)) + 1;
  return number === 0 ? starsIn(text) : { value: number, scale: null };
}

const HALF = /(?<=\d)\s*½|(?<=\d)\s+1\/2(?![\d/])/g;
const DIGITS = String.raw`\d+(?:[.,]\d+)?(?![.,/]?\d)`;

/** What stands between a rating and its scale: `4 out of 5`, `4 Sterne von 10`, `4 из 10`, `4 颗星，最多 5 颗星`. */
const VALUE_FIRST = new RegExp(
  String.raw`(?<![\d/.,])(-?\d+(?:[.,]\d+)?)(?:[\s-]*([\p{L}\p{M}]{1,20})[,，]?)??[\s(（]*(?:\/|最[多高][为為]?|满分|滿分|(?<=[\s(（])(?:out of|ud af|of|on|von|auf|sur|sobre|de|em|di|su|van|op|av|af|z|ze|od|din|dari|trên|из|от|з|із|из|од|από|מתוך|من|จาก)(?=\s))\s*(${DIGITS})(?:\s*\p{L}+)??`,
  'giu',
);
/** Languages that name the scale before the rating: `5つ星のうち4.0`, `별 5개 중 4.0`, `5 yıldız üzerinden 4,0`, `10点中4点`. */
const SCALE_FIRST = new RegExp(
  String.raw`(\d+)\s*\p{L}{0,8}?\s*(?:のうち|点中|点満点中|分の|中|중|üzerinden|में से)[\s:：、]*(?:\p{L}{1,6}\s*)??(${DIGITS})|[满滿]分\s*(\d+)\s*分?[\s,，、:：]*(${DIGITS})`,
  'iu',
);
const BASED_ON = /(?:based on|basierend auf|bas[ée]e?s? sur|basad[oa]s? en|basat[oaie] su)\s*$/iu;

/** Returns the rating and the scale that a text names together. */
function withScale(text: string): ParsedRating | null {
  const before = SCALE_FIRST.exec(text);
  if (before) return ratingOf(before[2] ?? before[4], before[1] ?? before[3]);
  for (const match of text.matchAll(VALUE_FIRST)) {
    const [whole, value, word = '', scale] = match;
    const rest = text.slice(match.index + whole.length).trimStart();
    // "12 of 20 reviews" and "4.5 based on 12" name no scale.
    const isOther = [word, rest].some((one) => COUNTED.test(one)) || word.toLowerCase() === 'based';
    if (!isOther) return ratingOf(value, scale);
  }
  return null;
}

function ratingOf(given: string | undefined, best: string | undefined): ParsedRating | null {
  const [value, scale] = [parseDecimal(given), parseDecimal(best)];
  return value === null
    ? null
    : { value: rounded(value), scale: scale !== null && scale >= 1 ? scale : null };
}

/** Returns the only number of a text that counts no reviews. Those in brackets do not count beside others. */
function onlyNumber(text: string): ParsedRating | null {
  const numbers = [...text.matchAll(/((?<!\p{L})-?\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)\s*(%?)/gu)].filter(
    ({ index, 0: whole }) =>
      !COUNTED.test(text.slice(index + whole.length)) && !BASED_ON.test(text.slice(0, index)),
  );
  const outside = numbers.filter(({ index }) => !/[(（]\s*$/.test(text.slice(0, index)));
  const [first, ...others] = outside.length > 0 ? outside : numbers;
  if (!first || others.some(([whole]) => whole.trim() !== first[0].trim())) return null;
  return ratingOf(first[1], first[2] === '%' ? '100' : undefined);
}

/**
 * Parses a rating: `5`, `4,5`, `4.5/5`, `4 out of 5`, `5つ星のうち4`, `4½`, `5 stars`, `FIVE`, `★★★★☆`, `100%`. Returns null if the
 * text contains no rating, or several numbers of which any could be it.
 */
export function parseRating(input: unknown): ParsedRating | null {
  if (typeof input === 'number')
    return Number.isFinite(input) ? { value: rounded(input), scale: null } : null;
  if (typeof input !== 'string') return null;
  const text = asciiDigits(input.slice(0, MAX_NUMBER)).trim();
  if (!/\d/.test(text)) return withoutDigits(text);
  const plain = text.replace(HALF, '.5');
  return withScale(plain) ?? onlyNumber(plain);
}

/** Rounds an official score to two decimals, so that 4.59999 and 4.6 are the same score. */
export function roundScore(score: number): number {
  return Math.round((score + Number.EPSILON) * 100) / 100;
}

/**
 * Returns the claimed scale if the value fits into it, otherwise the first of 5, 10 and 100 that fits. A claim below 1 or above
 * {@link MAX_SCALE} does not count: a scale is rounded to an integer, and scores are divided by it.
 */
export function inferScale(value: number, claimed: number | null): number {
  if (claimed !== null && claimed >= 1 && claimed <= MAX_SCALE && value <= claimed) return claimed;
  return [5, 10].find((scale) => value <= scale) ?? 100;
}
