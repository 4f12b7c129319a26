import { rewriteColumn } from '@plaudit/database';
import { placeIn, type SealedColumn } from './sealed-column';
import type { Secrets } from './secrets';

const MAX_KEYS_PRINTED = 20;

/** The values of one column after {@link resealColumn}. */
interface ResealReport {
  /** The column, as `schema.table.column`. */
  column: string;
  values: number;
  /** Values that were encrypted again. */
  resealed: number;
  /** The keys of rows whose value does not open, neither with SECRETS_KEY nor with SECRETS_KEY_PREVIOUS. */
  unreadable: string[];
}

/**
 * Encrypts every value of the column again that is of the previous key or bound to no place. It may run while the service runs,
 * be interrupted and be repeated. Afterwards the previous key is needed only for the values that it reports as unreadable.
 */
async function resealColumn(
  databaseUrl: string,
  column: SealedColumn,
  secrets: Secrets,
): Promise<ResealReport> {
  const unreadable: string[] = [];
  const { read, changed } = await rewriteColumn(databaseUrl, column, (value, key) => {
    const place = placeIn(column, key);
    const text = opened(secrets, value, place);
    if (text === null) unreadable.push(key);
    return text === null || secrets.isCurrent(value) ? null : secrets.encrypt(text, place);
  });
  const name = `${column.schema}.${column.table}.${column.column}`;
  return { column: name, values: read, resealed: changed, unreadable };
}

/** Runs {@link resealColumn} for all columns and prints a line for each. Returns true if every value can be read. */
export async function reseal(
  databaseUrl: string,
  columns: readonly SealedColumn[],
  secrets: Secrets,
  print: (line: string) => void,
): Promise<boolean> {
  let readable = true;
  for (const column of columns) {
    const report = await resealColumn(databaseUrl, column, secrets);
    readable &&= report.unreadable.length === 0;
    print(describe(report));
  }
  return readable;
}

function describe({ column, values, resealed, unreadable }: ResealReport): string {
  const counts = `${column}: ${values} values, ${resealed} encrypted again`;
  if (unreadable.length === 0) return counts;
  const keys = unreadable.slice(0, MAX_KEYS_PRINTED).join(', ');
  return `${counts}, ${unreadable.length} that no key opens (rows ${keys})`;
}

function opened(secrets: Secrets, value: Buffer, place: string): string | null {
  try {
    return secrets.decrypt(value, place);
  } catch {
    return null;
  }
}
