import { guessColumns, looksLikeHeader } from '../../../csv/column-guess';
import { parseCsv } from '../../../csv/csv-parser';

/** The most people of one POST /invite/suppressions/import. */
export const MAX_RECIPIENTS = 10_000;

const FIELDS = [
  {
    name: 'recipient',
    headings: [
      'recipient',
      'email',
      'e mail',
      'email address',
      'mail',
      'phone',
      'mobile',
      'courriel',
      'correo',
      'telefon',
      'telefono',
      'telephone',
      'telefone',
    ],
  },
] as const;

export interface ListedRecipient {
  line: number;
  recipient: string;
}

/** Reads one person per line from a text or a CSV file. Repeated ones are left out. */
export function recipientsOf(text: string): ListedRecipient[] {
  const { rows } = parseCsv(text);
  const [first] = rows;
  const hasHeader = first !== undefined && looksLikeHeader(first.cells, FIELDS);
  const column = hasHeader
    ? (guessColumns(first.cells, FIELDS).recipient ?? 0)
    : columnOf(first?.cells ?? []);
  const seen = new Set<string>();
  return rows.slice(hasHeader ? 1 : 0).flatMap(({ line, cells }) => {
    const recipient = (cells[column] ?? '').trim();
    const key = recipient.toLowerCase();
    if (recipient === '' || seen.has(key)) return [];
    seen.add(key);
    return [{ line, recipient }];
  });
}

/** Without headings, the first cell with an @ is the recipient. */
function columnOf(cells: readonly string[]): number {
  return Math.max(
    0,
    cells.findIndex((cell) => cell.includes('@')),
  );
}
