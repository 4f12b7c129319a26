/** The values of one statement, in the order of their numbers. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** `$n` for the value, with its type where Postgres cannot tell. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }
}
