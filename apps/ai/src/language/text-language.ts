import type { SourceReview } from '../generation/source-review';
import { wordsOf } from './folded-text';
import { detectAll, knownLanguages } from './tinyld';
import { isLeadingLanguage, MAX_DETECTED_TEXT, votedLanguage } from './voted-language';

/** Scripts that are used by one language only, or by one that is by far the most frequent in reviews. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  // Japanese text has Chinese characters too, so the kana decide first.
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Myanmar}/u, 'my'],
];

/** Fewer Latin words than this are spelled alike in too many languages. */
const MIN_WORDS = 3;

/** What tinyld says of Latin letters is trusted from this share of its points on. */
const MIN_ACCURACY = 0.3;

/**
 * Below that share, it is trusted about as many words, if the frequent words among them point to the same
 * language.
 */
const MIN_WORDS_OF_LEADER = 5;

/** Languages that share a script, such as Russian and Bulgarian, are not told apart in fewer letters. */
const MIN_LETTERS = 10;

/**
 * Returns the language of a text as ISO 639-1. Returns null if the text is too short to be sure, such as
 * `Super`. Reads the first 2,000 characters.
 */
export function languageOf(text: string): string | null {
  const read = text.slice(0, MAX_DETECTED_TEXT);
  const letters = lettersIn(read, /\p{L}/gu);
  if (letters < 2) {
    return null;
  }
  const isLatin = 2 * lettersIn(read, /\p{Script=Latin}/gu) > letters;
  return isLatin ? (votedLanguage(read) ?? languageOfLatin(read)) : languageOfScript(read, letters);
}

/**
 * Returns the language of most of these reviews as ISO 639-1. A review that says its language is not
 * examined. Of languages with as many reviews, the one of the newest review wins. Returns null if no
 * review's language is known.
 */
export function languageOfMost(reviews: readonly SourceReview[]): string | null {
  const counts = new Map<string, number>();
  for (const review of reviews) {
    const language = languageOfReview(review);
    if (language !== null) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  let most: string | null = null;
  for (const [language, count] of counts) {
    if (most === null || count > (counts.get(most) ?? 0)) {
      most = language;
    }
  }
  return most;
}

/**
 * Returns the primary subtag of the language that is stored with the review, or else the language of its
 * text.
 */
export function languageOfReview(review: SourceReview): string | null {
  const stored = /^[a-z]{2}(?![a-z])/i.exec(review.language ?? '')?.[0];
  return stored?.toLowerCase() ?? languageOf(review.text);
}

function languageOfLatin(text: string): string | null {
  const words = wordsOf(text).length;
  const [first] = words < MIN_WORDS ? [] : detectAll(text, knownLanguages());
  if (first === undefined) {
    return null;
  }
  const isTrusted =
    first.accuracy >= MIN_ACCURACY || (words >= MIN_WORDS_OF_LEADER && isLeadingLanguage(first.lang, text));
  return isTrusted ? first.lang : null;
}

function languageOfScript(text: string, letters: number): string | null {
  const known = SCRIPTS.find(([script]) => script.test(text));
  if (known !== undefined) {
    return known[1];
  }
  return letters < MIN_LETTERS ? null : (detectAll(text, knownLanguages())[0]?.lang ?? null);
}

function lettersIn(text: string, kind: RegExp): number {
  return text.match(kind)?.length ?? 0;
}
