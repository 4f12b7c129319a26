import { Database, type StatementLimit } from '@plaudit/database';

/** Asks for the plans of statements instead of running them. */
export class ExplainedDatabase extends Database {
  /** The plans as JSON. */
  readonly plans: string[] = [];

  override async queryWithin<Row>(limit: StatementLimit, sql: string, values?: unknown[]): Promise<Row[]> {
    const plan = await super.queryWithin(limit, `explain (format json) ${sql}`, values);
    this.plans.push(JSON.stringify(plan));
    return [];
  }
}
