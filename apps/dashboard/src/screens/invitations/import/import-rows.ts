import type { Schema } from '@plaudit/client';
import type { ItemFault } from '../../../api/api-error';
import type { Batch } from '../../../csv/batch-runner';
import type { CsvRow } from '../../../csv/csv-parser';
import { type ColumnUse, dataKey, type ImportField, isNameUse, nameOf } from './import-fields';

export type RowState =
  /** It was not sent since it was read or changed. */
  | { kind: 'unchecked' }
  | { kind: 'ready' }
  /** The row of `line` has the same recipient or reference. */
  | { kind: 'duplicate'; of: 'recipient' | 'reference'; line: number }
  /** The fault is null if the row has no recipient. */
  | { kind: 'problem'; fault: ItemFault | null }
  | { kind: 'imported'; id: number };

export interface ImportRow {
  line: number;
  values: Partial<Record<ImportField, string>>;
  data: Record<string, string>;
  state: RowState;
}

export interface ImportOptions {
  settingsId: number | null;
  /** The country of numbers without +, if their row names none. */
  country: string;
  followup: boolean;
}

/** The most rows of one POST /invite/requests/add_bulk. */
export const BATCH_SIZE = 500;
export type RowGroup = 'ready' | 'duplicate' | 'problem' | 'imported';

/** Returns the rows of a table by the uses of its columns. */
export function importRows(
  rows: readonly CsvRow[],
  uses: readonly ColumnUse[],
  header: readonly string[],
): ImportRow[] {
  const read = rows.map(({ line, cells }) => {
    const row: ImportRow = { line, values: {}, data: {}, state: { kind: 'unchecked' } };
    const names: Partial<Record<ColumnUse, string>> = {};
    for (const [column, use] of uses.entries()) {
      const value = (cells[column] ?? '').trim();
      if (value === '' || use === 'none') continue;
      if (use === 'data') row.data[dataKey(header[column], column)] = value;
      else if (isNameUse(use)) names[use] = value;
      else row.values[use] = value;
    }
    const name = nameOf(names);
    return name === '' ? row : { ...row, values: { ...row.values, name } };
  });
  return withDuplicates(read);
}

/** Marks rows that have no recipient, and rows whose recipient or reference an earlier row has. Other states stay. */
export function withDuplicates(rows: readonly ImportRow[]): ImportRow[] {
  const recipients = new Map<string, number>();
  const references = new Map<string, number>();
  return rows.map((row) => {
    if (row.state.kind === 'imported') return row;
    const { recipient = '', reference } = row.values;
    if (recipient === '') return { ...row, state: { kind: 'problem', fault: null } };
    const person = keyOf(recipient);
    const earlier = recipients.get(person);
    if (earlier !== undefined)
      return { ...row, state: { kind: 'duplicate', of: 'recipient', line: earlier } };
    const same = reference === undefined ? undefined : references.get(reference);
    if (same !== undefined) return { ...row, state: { kind: 'duplicate', of: 'reference', line: same } };
    recipients.set(person, row.line);
    if (reference !== undefined) references.set(reference, row.line);
    // A row that was a duplicate of one that changed must be checked now.
    return row.state.kind === 'duplicate' || isUnnamedProblem(row.state)
      ? { ...row, state: { kind: 'unchecked' } }
      : row;
  });
}

/** Returns the rows after a person changed a value of one. */
export function withValue(
  rows: readonly ImportRow[],
  line: number,
  field: ImportField,
  value: string,
): ImportRow[] {
  const changed = rows.map((row): ImportRow => {
    if (row.line !== line) return row;
    const { [field]: _before, ...values } = row.values;
    return {
      ...row,
      values: value.trim() ? { ...values, [field]: value.trim() } : values,
      state: { kind: 'unchecked' },
    };
  });
  return withDuplicates(changed);
}

/** Returns the request of a row. The server checks its values. */
export function inputOf({ values, data }: ImportRow, options: ImportOptions): Schema<'InviteCreateInput'> {
  const { recipient = '', country, ...others } = values;
  const isNational = !recipient.includes('@') && !recipient.startsWith('+');
  const from = country ?? (isNational ? options.country.trim() : '');
  return {
    recipient,
    ...others,
    ...(from && { country: from.toUpperCase() }),
    ...(Object.keys(data).length > 0 && { data }),
    ...(!options.followup && { followup: false }),
  };
}

/** Returns the rows with what the server said about a batch: what would happen, or what happened. */
export function withAnswer(
  rows: readonly ImportRow[],
  { items }: Batch<ImportRow>,
  { validate_only: isDry, ids, errors }: Schema<'InviteBulk'>,
): ImportRow[] {
  const states = new Map<number, RowState>(
    items.map(({ line }, at) => {
      const id = ids[at] ?? null;
      if (isDry) return [line, { kind: 'ready' }];
      return [line, id === null ? { kind: 'unchecked' } : { kind: 'imported', id }];
    }),
  );
  for (const { index, code, field, msg } of errors) {
    const item = items[index];
    if (item) states.set(item.line, { kind: 'problem', fault: { code, field, msg } });
  }
  return rows.map((row) => {
    const state = states.get(row.line);
    return state ? { ...row, state } : row;
  });
}

/** Returns the tab in which a row is. Unchecked rows are among the problems, because they need a person. */
export function groupOf({ state: { kind } }: ImportRow): RowGroup {
  return kind === 'unchecked' ? 'problem' : kind;
}

/** Addresses are compared without case, numbers by their digits. */
function keyOf(recipient: string): string {
  return recipient.includes('@') ? recipient.toLowerCase() : recipient.replace(/[^\d+]/g, '');
}

/** The missing recipient, which this module found by itself. */
function isUnnamedProblem(state: RowState): boolean {
  return state.kind === 'problem' && state.fault === null;
}
