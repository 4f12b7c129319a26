/** The first row is looked for in this many characters. */
const MAX_FIRST_ROW = 64 * 1024;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** A line that Excel writes and reads to name the delimiter. */
const SEPARATOR_LINE = /^\s*"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r)/i;

export interface CsvDialect {
  delimiter: string;
  /** The text without a line that names the delimiter. */
  rows: string;
}

/** Returns the delimiter that a line of the file names, or else the one that separates the most cells of the first row. */
export function dialectOf(text: string): CsvDialect {
  const named = SEPARATOR_LINE.exec(text.slice(0, 100));
  if (named) return { delimiter: named[1] as string, rows: text.slice(named[0].length) };
  const counts = countOutsideQuotes(text.slice(0, MAX_FIRST_ROW).trimStart());
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, count: counts.get(delimiter) ?? 0 })).sort(
    (one, other) => other.count - one.count,
  );
  return { delimiter: best?.delimiter ?? ',', rows: text };
}

function countOutsideQuotes(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}
