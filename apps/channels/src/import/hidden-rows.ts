import { hidingColumnsOf } from '@plaudit/contracts/review-columns';
import type { CsvTable } from './csv-table';
import { columnName, type ImportColumns } from './import-columns';

/** The rows of a file that its platform does not show to visitors. */
export interface HiddenRows {
  /** Their positions. */
  hidden: ReadonlySet<number>;
  /** The names of the columns that say so. */
  hidden_by: string[];
}

/** Finds the rows that a column of the file marks as deleted, hidden, spam or waiting. A column that holds a field marks nothing. */
export function hiddenRowsOf({ header, rows }: CsvTable, columns: ImportColumns): HiddenRows {
  const taken = new Set([...columns.values()].flat());
  const valuesOf = (at: number): string[] => rows.map(({ cells }) => (cells[at] ?? '').trim());
  const hiding = [...hidingColumnsOf(header, valuesOf)].filter(([at]) => !taken.has(at));
  const marked = hiding.map(([at, isUnshown]) => ({
    at,
    marks: valuesOf(at).flatMap((value, index) => (isUnshown(value) ? [index] : [])),
  }));
  const by = marked.filter(({ marks }) => marks.length > 0);
  return {
    hidden: new Set(by.flatMap(({ marks }) => marks)),
    hidden_by: by.map(({ at }) => columnName(header, at)),
  };
}
