import { isSampled } from '@plaudit/contracts';
import type { StatementTrace } from '@plaudit/database';
import { eventContext } from '@plaudit/events';
import type { Tracing } from './tracing';

const NAME = '((?:"?[a-z_][a-z0-9_]{0,62}"?\\.)?"?[a-z_][a-z0-9_]{0,62}"?)';
/** A write wins over a read, because a common table expression often reads what it then writes. */
const WRITE = new RegExp(
  `\\b(?:(insert)\\s+into\\s+${NAME}|(delete)\\s+from\\s+${NAME}|(update)\\s+${NAME}(?:\\s+(?:as\\s+)?[a-z_]+)?\\s+set\\b)`,
  'i',
);
/** The first table that is read. A name before a parenthesis is a function. */
const READ = new RegExp(`\\b(select)\\b(?:[\\s\\S]*?\\bfrom\\s+${NAME}(?![a-z0-9_"]|\\s*\\())?`, 'i');
const COMMAND = /^\s*(start transaction|[a-z]{1,20})\b/i;
const MAX_READ = 2_000;

/**
 * Returns what records the statements of a service, or undefined if tracing is off. Only statements within a trace that is
 * recorded have a span, because workers send many that belong to none. A span has the verb and the table, and neither the
 * text nor the values of a statement.
 */
export function statementSpans(
  tracing: Tracing,
  databaseUrl: string,
  schema: string,
): StatementTrace | undefined {
  if (!tracing.on) return undefined;
  const { hostname, pathname } = new URL(databaseUrl);
  const place = {
    'db.system.name': 'postgresql',
    'db.namespace': `${pathname.slice(1)}|${schema}`,
    'server.address': hostname,
  };
  return (sql) => {
    if (!isSampled(eventContext.current()?.traceparent)) return null;
    const { summary, operation, table } = summaryOf(sql);
    const attributes = {
      ...place,
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.summary': summary,
    };
    return tracing.start(summary, { kind: 'client', attributes });
  };
}

/** Returns the verb and the table of a statement, such as `INSERT outbox`. */
export function summaryOf(sql: string): { summary: string; operation: string; table?: string } {
  const text = sql.slice(0, MAX_READ);
  const found = WRITE.exec(text) ?? READ.exec(text) ?? COMMAND.exec(text) ?? [];
  const [verb = 'other', name] = found.slice(1).filter((part) => part !== undefined);
  const operation = verb.toUpperCase();
  const table = name?.replaceAll('"', '').split('.').at(-1);
  return table ? { summary: `${operation} ${table}`, operation, table } : { summary: operation, operation };
}
