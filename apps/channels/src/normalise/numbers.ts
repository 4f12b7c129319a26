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

/** Parses a count as websites show it: `1,234`, `1 234`, `1.234`, `1.2K`, `1,2 mil`, `1.2万`, `(128 reviews)`. */
export function parseCount(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
  if (typeof value !== 'string') return null;
  const found = /(\d[\d.,'\u2019\s]*)\+?\s*([^\s\d.,()]+\.?)?/u.exec(asciiDigits(value.slice(0, MAX_NUMBER)));
  if (!found?.[1]) return null;
  const unit = found[2] ?? '';
  const multiplier = MULTIPLIERS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
  const number = toNumber(found[1].replace(/[.,\s]+$/, ''), multiplier === 1);
  return number === null ? null : Math.round(number * multiplier);
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

const NUMBERS = ['one', 'two', 'three', 'four', 'five'];
const WORDS = /^(one|two|three|four|five)(?:[ _-]?stars?)?$/i;

function withoutDigits(text: string): ParsedRating | null {
  const word = WORDS.exec(text)?.[1]?.toLowerCase();
  return word === undefined ? starsIn(text) : { value: NUMBERS.indexOf(word) + 1, scale: null };
}

/**
 * Parses a rating: `5`, `4,5`, `4.5/5`, `4 out of 5`, `5 stars`, `FIVE`, `★★★★☆`, `100%`. Returns null if the text contains no
 * rating.
 */
export function parseRating(input: unknown): ParsedRating | null {
  if (typeof input === 'number')
    return Number.isFinite(input) ? { value: rounded(input), scale: null } : null;
  if (typeof input !== 'string') return null;
  const text = asciiDigits(input.slice(0, MAX_NUMBER)).trim();
  const known = /\d/.test(text) ? null : withoutDigits(text);
  if (known) return known;
  const found = /(-?\d+(?:[.,]\d+)?)\s*(%|(?:\/|out of|of|von|sur|de|van|su)\s*(\d+(?:[.,]\d+)?))?/i.exec(
    text,
  );
  const value = found?.[1] === undefined ? null : parseDecimal(found[1]);
  if (value === null) return null;
  if (found?.[2] === '%') return { value: rounded(value), scale: 100 };
  const scale = found?.[3] === undefined ? null : parseDecimal(found[3]);
  return { value: rounded(value), scale: scale !== null && scale >= 1 ? scale : null };
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
  const scale = claimed !== null && claimed >= 1 && claimed <= MAX_SCALE ? claimed : 5;
  if (value <= scale) return scale;
  return value <= 10 ? 10 : 100;
}
