/** The values of one statement, in the order of their numbers. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its `$n`. Give the type where Postgres cannot infer it. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }
}

/** What every condition needs: the sub account and the parameters of the statement. */
export interface Scope {
  subAccountId: number;
  /** `$n` of the sub account. */
  subAccount: string;
  parameters: SqlParameters;
}

/** Starts a statement whose first parameter is the sub account. */
export function scopeOf(subAccountId: number): Scope {
  const parameters = new SqlParameters();
  return { subAccountId, subAccount: parameters.add(subAccountId), parameters };
}
