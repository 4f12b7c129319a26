const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the words of a text. Those of languages without spaces are found with the dictionary of the runtime. */
export function wordsIn(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/**
 * Counts the words of a text. Signs that stand apart, such as French quotation marks, count too, because the counters of most
 * programs look at spaces only.
 */
export function wordCount(text: string): number {
  const apart = text.split(/\s+/).filter((part) => part !== '').length;
  return Math.max(apart, wordsIn(text).length);
}
