/** Hues whose tints have enough contrast with initials in both themes. */
export const HUES: readonly number[] = [20, 65, 110, 155, 200, 245, 290, 335];

/** Returns the place in HUES of the colour behind the initials of a name. It is always the same for a name. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) as number;
  return sum % HUES.length;
}

/** Returns the first letters of the first and the last word, or one character of a script without upper case. */
export function initialsOf(name: string, letters = 2): string {
  const [first = '', ...more] = (name.match(/[\p{L}\p{N}]\S*/gu) ?? []).map((word) => [...word][0] as string);
  const upper = first.toUpperCase();
  return letters > 1 && upper !== first.toLowerCase() ? upper + (more.at(-1) ?? '').toUpperCase() : upper;
}
