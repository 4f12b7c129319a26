/** A field that a column can hold, and the headings under which it is known. */
export interface GuessedField<Name extends string> {
  name: Name;
  headings: readonly string[];
}

/** The place of the column of each field. A field without a column is missing. */
export type Columns<Name extends string> = Partial<Record<Name, number>>;

/**
 * Guesses from the headings which column holds which field. A heading that is one of a field wins over a heading that only
 * contains one. A column holds one field at most; of two fields, the first one gets it.
 */
export function guessColumns<Name extends string>(
  header: readonly string[],
  fields: readonly GuessedField<Name>[],
): Columns<Name> {
  const headings = header.map(plain);
  const columns: Columns<Name> = {};
  const taken = new Set<number>();
  const take = (matches: (heading: string, known: string) => boolean): void => {
    for (const { name, headings: known } of fields) {
      if (columns[name] !== undefined) continue;
      const at = headings.findIndex(
        (heading, place) =>
          !taken.has(place) && heading !== '' && known.some((one) => matches(heading, plain(one))),
      );
      if (at < 0) continue;
      columns[name] = at;
      taken.add(at);
    }
  };
  take((heading, known) => heading === known);
  take((heading, known) => ` ${heading} `.includes(` ${known} `));
  return columns;
}

/** Returns true if the first row names columns: one heading is known, and no cell has the form of an address or a number. */
export function looksLikeHeader<Name extends string>(
  row: readonly string[],
  fields: readonly GuessedField<Name>[],
): boolean {
  if (row.some((cell) => cell.includes('@') || /^[+\d][\d\s().-]{3,}$/.test(cell.trim()))) return false;
  return Object.keys(guessColumns(row, fields)).length > 0;
}

/** Returns a heading in small letters without accents and signs: `E-Mail-Adresse` becomes `e mail adresse`. */
function plain(heading: string): string {
  return heading
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
