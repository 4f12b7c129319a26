import type { ServiceName } from '@plaudit/contracts';

/** A column whose values are encrypted by `Secrets`. A service lists its own in `defineService`. */
export interface SealedColumn {
  schema: ServiceName;
  table: string;
  column: string;
  /** The column that identifies a row, normally its primary key. */
  key: string;
}

/** Returns the place of a row's value, for `Secrets.encrypt` and `Secrets.decrypt`. */
export function placeIn({ schema, table, column }: SealedColumn, key: number | string): string {
  return `${schema}.${table}.${column}/${key}`;
}

/** The stored responses to requests with an Idempotency-Key, which every service has. */
export function responsesColumn(schema: ServiceName): SealedColumn {
  return { schema, table: 'idempotency_keys', column: 'response', key: 'id' };
}
