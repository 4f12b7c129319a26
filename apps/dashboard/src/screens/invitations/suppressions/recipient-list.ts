import { columnsOf, looksLikeHeader } from '../../../csv/column-guess';
import { parseCsv } from '../../../csv/csv-parser';
import { RECIPIENT_FIELDS } from '../../../csv/people-headings';

/** The most people of one POST /invite/suppressions/import. */
export const MAX_RECIPIENTS = 10_000;

export interface ListedRecipient {
  line: number;
  recipient: string;
}

/** Reads one person per line from a text or a CSV file. Repeated ones are left out. */
export function recipientsOf(text: string): ListedRecipient[] {
  const { rows } = parseCsv(text);
  const [first] = rows;
  const hasHeader = first !== undefined && looksLikeHeader(first.cells, RECIPIENT_FIELDS);
  const column = hasHeader ? namedColumn(first.cells) : columnOf(first?.cells ?? []);
  const seen = new Set<string>();
  return rows.slice(hasHeader ? 1 : 0).flatMap(({ line, cells }) => {
    const recipient = (cells[column] ?? '').trim();
    const key = recipient.toLowerCase();
    if (recipient === '' || seen.has(key)) return [];
    seen.add(key);
    return [{ line, recipient }];
  });
}

/** Returns the column of addresses, or else that of numbers. */
function namedColumn(header: readonly string[]): number {
  const columns = columnsOf(header, RECIPIENT_FIELDS);
  return RECIPIENT_FIELDS.map(({ name }) => columns[name]?.[0]).find((column) => column !== undefined) ?? 0;
}

/** Without headings, the first cell with an @ is the recipient. */
function columnOf(cells: readonly string[]): number {
  return Math.max(
    0,
    cells.findIndex((cell) => cell.includes('@')),
  );
}
