/** Words of a name that are compared. */
const MAX_NAMES = 8;

/**
 * Returns the words of a folded name without accents: two of `Berg, Ada`, `by Ada Berg` and `A.B.`. A word that is masked or cut,
 * such as `a***` or `a.`, ends with a full stop.
 */
export function nameWords(name: string): string[] {
  const [last = '', first] = name
    .replace(/^by\s+/, '')
    .replace(/\s*\(.*$/, '')
    .split(/,\s*/, 2);
  return `${first === undefined ? '' : `${first} `}${last}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[*•…]+/g, '.')
    .replace(/\.(?=\p{L})/gu, '. ')
    .split(' ', MAX_NAMES);
}

/** Returns true for equal words of names, for `Ada L.` and `A. Lovelace` beside `Ada Lovelace`, and for `Ada` beside them. */
export function haveSameName(one: readonly string[], other: readonly string[]): boolean {
  return one.every((word, index) => {
    const against = other[index];
    if (against === undefined || word === against) return true;
    const [short = '', long = ''] = [word, against]
      .map((part) => part.replace(/\.+$/, ''))
      .sort((a, b) => a.length - b.length);
    const isShort = short.length === 1 || (word + against).includes('.');
    return isShort && long.startsWith(short);
  });
}
