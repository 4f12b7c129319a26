/** Patterns, and a cheaper one that is in each text in which one of them is. */
export interface PatternGroup {
  needs: RegExp;
  patterns: readonly RegExp[];
}

/** Returns true if one of the patterns is in the text. Most texts lack what a group needs, so few patterns are tried. */
export function hasPattern(text: string, groups: readonly PatternGroup[]): boolean {
  return groups.some(
    ({ needs, patterns }) => needs.test(text) && patterns.some((pattern) => pattern.test(text)),
  );
}
