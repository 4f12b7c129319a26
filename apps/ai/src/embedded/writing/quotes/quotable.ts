/** Shorter sentences say too little, longer ones fill the summary. In UTF-16 units. */
const MIN_LENGTH = 30;
const MAX_LENGTH = 220;
const MIN_WORDS = 4;

/** A number as long may identify a person, an order or a telephone. */
const LONG_NUMBER = /\p{Nd}{5}/u;
/** Marks that would end our quotation, and those of markup. */
const MARKS = /["“”„«»<>[\]{}|\\*_`#@]/u;
/** `The dentist is Dr.` is a part of a sentence. */
const ENDS_IN_ABBREVIATION = /(?:^|\s)\p{Lu}\p{L}{0,3}\.$/u;
/** A word with a capital letter inside a sentence: a name, or something else that need not be quoted. */
const CAPITALISED = /[\p{L}\p{N},;:)’'-]\s+\p{Lu}\p{Ll}/u;
/** German nouns have capital letters, so a name shows only by the word before it. */
const GERMAN_NAME =
  /(?:\bHerrn?|\bFrau|\bFamilie|\bDr\.|\bProf\.|Gr(?:uß|uss|üße|üßen|üsse|üssen)|\b[LVM]f?G),?\s+\p{Lu}/u;

/** Splits a text where sentences and lines end, and removes the signs of lists before them. */
export function sentencesOf(text: string, segmenter: Intl.Segmenter): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => [...segmenter.segment(line)])
    .map(({ segment }) => segment.replace(/^[^\p{L}\p{N}¿¡]+/u, '').trim());
}

/**
 * Returns true if a summary may quote the sentence of a review that is not suspicious. `language` is the review's language, null
 * if unknown.
 */
export function isQuotable(sentence: string, language: string | null): boolean {
  if (sentence.length < MIN_LENGTH || sentence.length > MAX_LENGTH) return false;
  const name = language === 'de' ? GERMAN_NAME : CAPITALISED;
  return ![LONG_NUMBER, MARKS, ENDS_IN_ABBREVIATION, name].some((pattern) => pattern.test(sentence));
}

/** Returns true if the words, which are folded, are more than a repetition. */
export function saysEnough(words: readonly string[]): boolean {
  return new Set(words).size >= MIN_WORDS;
}
