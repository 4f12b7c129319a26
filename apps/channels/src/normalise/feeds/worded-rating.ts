import { parseDecimal } from '../numbers';

/** Characters of a text in which a rating is searched. */
const MAX_SEARCHED = 500;

// Each repetition has a maximum, so that a search takes a time that grows with the length of the text only.
const STARS = String.raw`(?:stars?|sterne?n?|étoiles?|estrellas?|estrelas?|stell[ae]|sterren)(?!\p{L})`;
const NUMBER = String.raw`(?<![\d.,/])(\d(?:[.,]\d{1,2})?)`;
const SCALE = String.raw`\s{0,3}(?:/|out of|of|von|sur|de|su|van)\s{0,3}5(?![.,/]?\d)`;
const RATING = String.raw`${NUMBER}(?:${SCALE}|[\s-]{0,3}${STARS})`;
const LABEL = String.raw`(?<!\p{L})(?:rating|rated|score|bewertung|note|gave)\s{0,3}:?\s{0,3}`;
/** What separates a rating from the words of a title. */
const BREAK = String.raw`\s{0,3}(?:[–—:;|!·•([\])]|\s-\s|[.,](?!\d))`;
const AROUND = String.raw`(?:\s{0,3}${STARS})?(?:\s{0,3}(?:reviews?|ratings?|bewertung|avis|reseñas?)(?!\p{L}))?`;
const IN_TITLE = [
  new RegExp(String.raw`(?:^|${BREAK})\s{0,3}${RATING}${AROUND}\s{0,3}(?:$|${BREAK})`, 'iu'),
  new RegExp(LABEL + RATING, 'iu'),
];
const IN_TEXT = [new RegExp(LABEL + RATING, 'iu')];
const GLYPHS = /[★⭐]\uFE0F?(?:[★☆⭐]\uFE0F?){2,4}/u;

/**
 * Returns the rating in a title, on a scale of 5: `(5 stars)`, `4.5/5`, `★★★★☆`. Returns null if there is none. A number that
 * belongs to a sentence is none: `Room 4/5`, `The 5 star hotel`.
 */
export function ratingOfTitle(title: string): number | null {
  return ratingOf(title.slice(0, MAX_SEARCHED), IN_TITLE);
}

/** Returns the rating at the beginning of a text, on a scale of 5: `Rating: 5 stars`, `★★★★☆`. Returns null if there is none. */
export function ratingOfText(text: string): number | null {
  return ratingOf(text.slice(0, MAX_SEARCHED), IN_TEXT);
}

function ratingOf(text: string, patterns: readonly RegExp[]): number | null {
  const [match] = patterns.map((pattern) => pattern.exec(text)).filter((found) => found !== null);
  const value = parseDecimal(match?.[1]);
  if (value !== null) return value > 0 && value <= 5 ? value : null;
  const glyphs = GLYPHS.exec(text)?.[0];
  return glyphs ? [...glyphs].filter((glyph) => glyph === '★' || glyph === '⭐').length : null;
}
