import { parseDecimal } from '../numbers';

/** Characters of a text in which a rating is searched. */
const MAX_SEARCHED = 500;

// Each repetition has a maximum, so that a search takes a time that grows with the length of the text only.
const NUMBER = String.raw`(?<![\d.,/])(\d(?:[.,]\d{1,2})?)\s{0,3}(?:stars?\b|(?:/|out of|of|von|sur|de)\s{0,3}5(?![.,/]?\d))`;
const LABEL = String.raw`\b(?:rating|rated|score|bewertung|note)\s{0,3}:?\s{0,3}`;
const IN_TITLE = new RegExp(NUMBER, 'i');
const IN_TEXT = new RegExp(LABEL + NUMBER, 'i');
const GLYPHS = /[★⭐]\uFE0F?(?:[★☆⭐]\uFE0F?){2,4}/u;

/** Returns the rating in a title, on a scale of 5: `(5 stars)`, `4.5/5`, `★★★★☆`. Returns null if there is none. */
export function ratingOfTitle(title: string): number | null {
  return ratingOf(title.slice(0, MAX_SEARCHED), IN_TITLE);
}

/** Returns the rating at the beginning of a text, on a scale of 5: `Rating: 5 stars`, `★★★★☆`. Returns null if there is none. */
export function ratingOfText(text: string): number | null {
  return ratingOf(text.slice(0, MAX_SEARCHED), IN_TEXT);
}

function ratingOf(text: string, pattern: RegExp): number | null {
  const value = parseDecimal(pattern.exec(text)?.[1]);
  if (value !== null) return value > 0 && value <= 5 ? value : null;
  const glyphs = GLYPHS.exec(text)?.[0];
  return glyphs ? [...glyphs].filter((glyph) => glyph === '★' || glyph === '⭐').length : null;
}
