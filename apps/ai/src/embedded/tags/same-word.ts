/** Shorter words must be equal. */
const MIN_STEM = 4;
/** From this length on, the last letter of a word may belong to its ending, as in `family` and `families`. */
const MIN_INFLECTED = 6;
/** The longest ending. */
const MAX_ENDING = 3;

/** Returns true if two folded words are forms of one word, as far as a common beginning shows: `deliver` and `delivered`. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.length < MIN_INFLECTED ? short.length : short.length - 1;
  if (stem < MIN_STEM || long.length - stem > MAX_ENDING) return false;
  return long.startsWith(short.slice(0, stem));
}
