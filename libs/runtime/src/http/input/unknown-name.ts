import { ApiError } from '@plaudit/contracts';

/** Longer names are cut in messages. They are not compared with known names either. */
const MAX_NAME = 80;

/** How messages call the names: `what` is the kind of name, `taker` that which takes them. */
interface Wording {
  what: string;
  taker: string;
}

/**
 * Throws 400 if one of the names is not known. The message suggests the known name that is spelled alike, or lists all
 * known names.
 */
export function refuseUnknownName(
  names: readonly string[],
  known: readonly string[],
  { what, taker }: Wording,
): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const field = unknown.slice(0, MAX_NAME);
  const meant = closestName(field, known);
  const advice = meant
    ? `Did you mean '${meant}'?`
    : `${taker} takes ${known.length > 0 ? known.join(', ') : `no ${what}s`}.`;
  throw new ApiError('invalid_value', `Unknown ${what} '${field}'. ${advice}`, { field });
}

/** Returns the known name that is spelled most like this one, or null if less than two thirds of it are alike. */
export function closestName(name: string, known: readonly string[]): string | null {
  const plain = plainName(name);
  const [closest] = known
    .map((one) => ({ one, edits: editsBetween(plain, plainName(one)) }))
    .filter(({ one, edits }) => edits <= Math.max(one.length, plain.length) / 3)
    .sort((a, b) => a.edits - b.edits);
  return closest?.one ?? null;
}

/** `perPage`, `per-page` and `PER_PAGE` are spellings of `per_page`. */
function plainName(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[\s.-]+/g, '_')
    .toLowerCase();
}

/** Returns how many characters must be inserted, deleted or replaced to make one text the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_empty, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] as number) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const other = Math.min(previous[column] as number, current[column - 1] as number) + 1;
      current.push(Math.min(replaced, other));
    }
    previous = current;
  }
  return previous[to.length] as number;
}
