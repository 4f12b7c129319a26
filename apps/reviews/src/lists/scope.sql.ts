import { SqlParameters } from '@plaudit/database';

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
