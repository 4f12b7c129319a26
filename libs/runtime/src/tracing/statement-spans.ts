import { isSampled } from '@plaudit/contracts';
import type { StatementTrace } from '@plaudit/database';
import { eventContext } from '@plaudit/events';
import type { Tracing } from './tracing';

/** The first verb, also within a common table expression, and the first table after it. Quoted values never precede them. */
const VERB = /\b(select|insert|update|delete|merge|truncate|call|start transaction|commit|rollback|set)\b/i;
const TABLE = /\b(?:from|into|update|only)\s+("?[a-z_][a-z0-9_]{0,62}"?(?:\."?[a-z_][a-z0-9_]{0,62}"?)?)/i;
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
  const verb = VERB.exec(text);
  if (!verb) return { summary: 'OTHER', operation: 'OTHER' };
  const operation = verb[0].toUpperCase();
  const table = TABLE.exec(text.slice(verb.index))?.[1]?.replaceAll('"', '').split('.').at(-1);
  return table ? { summary: `${operation} ${table}`, operation, table } : { summary: operation, operation };
}
