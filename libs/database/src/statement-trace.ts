import type { Client, QueryConfig } from 'pg';

/** The record of a running statement. */
export interface StatementSpan {
  end(error?: unknown): void;
}

/** Starts the record of a statement. Returns null if the statement is not recorded. */
export type StatementTrace = (sql: string) => StatementSpan | null;

/** Set on a statement whose record its sender has decided on. */
const RECORDED = Symbol('recorded');

/** Marks a statement as recorded by its sender, so that the connection does not record it again. */
export function recorded<S extends QueryConfig>(statement: S): S {
  return Object.assign(statement, { [RECORDED]: true });
}

type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

/** Makes a connection record its statements. */
export function recordStatements(client: Client, trace: StatementTrace): void {
  const query = client.query.bind(client) as Query;
  const recording: Query = (statement, ...rest) => {
    const span = spanOf(statement, trace);
    if (!span) return query(statement, ...rest);
    const callback = rest.findIndex((each) => typeof each === 'function');
    if (callback !== -1) {
      const given = rest[callback] as Callback;
      rest[callback] = (error: unknown, result: unknown) => {
        span.end(error ?? undefined);
        given(error, result);
      };
      return query(statement, ...rest);
    }
    const result = query(statement, ...rest) as Promise<unknown>;
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    );
    return result;
  };
  client.query = recording as Client['query'];
}

/** Cursors and streams end by themselves and are not recorded. */
function spanOf(statement: unknown, trace: StatementTrace): StatementSpan | null {
  if (typeof statement === 'string') return trace(statement);
  const { text, submit, [RECORDED]: done } = statement as Record<string | symbol, unknown>;
  return typeof text !== 'string' || submit !== undefined || done === true ? null : trace(text);
}
