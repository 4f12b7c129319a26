/** An answer may be half as long again as asked for. */
const MAX_EXCESS = 1.5;

/** Returns the number of words that {@link shortened} lets through. */
export function maxWords(target: number): number {
  return Math.floor(target * MAX_EXCESS);
}

export function wordCount(text: string): number {
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  return segments.filter(({ isWordLike }) => isWordLike).length;
}

/** Returns the sentences at the beginning of the text that have at most `max` words. Returns an empty text if the first has more. */
export function shortened(text: string, max: number): string {
  if (wordCount(text) <= max) return text;
  let words = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)) {
    words += wordCount(segment);
    if (words > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trim();
}
