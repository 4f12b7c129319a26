/** The columns of a header that a person may assign, by the field that they become. */
export const CSV_FIELDS = ['posted_on', 'rating_value', 'text', 'from_name', 'title'] as const;
export type CsvField = (typeof CSV_FIELDS)[number];

const MAX_COLUMNS = 100;

/** Returns the names of the columns in the first line of a CSV file. The delimiter is the most frequent of comma, semicolon and tab. */
export function csvColumns(csv: string): string[] {
  const line = (csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '').slice(0, 10_000);
  const delimiter = [',', ';', '\t'].reduce((best, one) =>
    line.split(one).length > line.split(best).length ? one : best,
  );
  const cells = line.match(new RegExp(`("(?:[^"]|"")*"|[^${delimiter}]*)(?:${delimiter}|$)`, 'g')) ?? [];
  return cells
    .map((cell) => cell.replace(new RegExp(`${delimiter}$`), '').trim())
    .map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'))
    .filter((cell) => cell !== '')
    .slice(0, MAX_COLUMNS);
}
