import { headerLineOf, isReviewHeader, plainColumnName } from '@plaudit/contracts/review-columns';

/** A line that Excel writes and reads to name the delimiter. */
const SEPARATOR_LINE = /^\s*"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r)/i;

export interface CsvDialect {
  delimiter: string;
  /** The text from the names of the columns on. */
  rows: string;
}

/**
 * Returns the delimiter that a line of the file names, or else the one that separates the most names of columns. Lines above the names,
 * such as the title of an export, are left out. `names` are the columns that the request maps.
 */
export function dialectOf(text: string, names: readonly string[] = []): CsvDialect {
  const named = SEPARATOR_LINE.exec(text.slice(0, 100));
  const rest = named ? text.slice(named[0].length) : text;
  const told = new Set(names.map(plainColumnName).filter((name) => name !== ''));
  const { start, delimiter } = headerLineOf(
    rest,
    (cells) => isReviewHeader(cells) || cells.some((cell) => told.has(plainColumnName(cell))),
  );
  return { delimiter: named?.[1] ?? delimiter, rows: rest.slice(start) };
}
