import type { ClientBase } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';

/** A running transaction. Services pass it to repositories, which use it. */
export type Tx = EntityManager;

/** A function whose promise, if it returns one, the caller of the transaction waits for. */
export type AfterCommit = (() => void) | (() => Promise<void>);

/** What runs around the commit of a transaction. */
export interface Hooks {
  before: (() => Promise<void>)[];
  after: AfterCommit[];
  /** False behind a pooler of transactions, see `DatabaseOptions.namesStatements`. */
  namesStatements: boolean;
}

const hooksOf = new WeakMap<EntityManager, Hooks>();

/** Connects a transaction with its hooks. */
export function setHooks(tx: Tx, hooks: Hooks): void {
  hooksOf.set(tx, hooks);
}

/**
 * Runs `hook` at the end of the transaction, after its work. Use it for rows that many transactions write: they are then
 * locked only for the duration of the commit. A hook that throws rolls everything back.
 */
export function beforeCommit(tx: Tx, hook: () => Promise<void>): void {
  runningHooks(tx, 'beforeCommit').before.push(hook);
}

/**
 * Runs `hook` after the transaction has committed. It does not run after a rollback. The caller of the
 * transaction does not get the error of a hook, which is logged, and waits for a promise that it returns, without a connection of the database.
 */
export function afterCommit(tx: Tx, hook: AfterCommit): void {
  runningHooks(tx, 'afterCommit').after.push(hook);
}

function runningHooks(tx: Tx, caller: string): Hooks {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error(`${caller} needs the tx of a running Database.transaction`);
  return hooks;
}

/** The values of one statement, in the order of their numbers. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its `$n`. Give the type where Postgres cannot infer it. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }

  /** Adds the pattern of `like` that texts match which contain this one. */
  addContaining(text: string): string {
    return this.add(`%${text.replace(/[\\%_]/g, '\\$&')}%`, 'text');
  }
}

/**
 * Returns the rows of any statement, whether SELECT or `… RETURNING`. With a `name`, unique per text, each connection parses and
 * plans the statement once, as for `Database.query`.
 */
export async function queryRows<Row>(
  tx: Tx,
  sql: string,
  parameters: unknown[] = [],
  name?: string,
): Promise<Row[]> {
  if (!tx.queryRunner) throw new Error('queryRows needs the tx of a running Database.transaction');
  const client = await clientOf(tx.queryRunner);
  const named = name !== undefined && hooksOf.get(tx)?.namesStatements ? name : undefined;
  const { rows } = await client.query<Row & object>({ text: sql, values: parameters, name: named });
  return rows;
}

/** Returns the connection of a query runner. TypeORM's own `query` takes longer than sending a short statement. */
function clientOf(runner: QueryRunner): Promise<ClientBase> {
  return runner.connect() as Promise<ClientBase>;
}

interface Beginning {
  /** True for a transaction whose statements all read the state that the first one finds, and change nothing. */
  isSnapshot?: boolean;
  statementMs: number;
  lockMs: number;
}

/** Starts a transaction and sets its limits. Without `isSnapshot` its mode is that of the session, which is read-only while its database is. */
export async function begin(
  runner: QueryRunner,
  { isSnapshot = false, statementMs, lockMs }: Beginning,
): Promise<void> {
  await runner.startTransaction(isSnapshot ? 'REPEATABLE READ' : undefined);
  const mode = isSnapshot ? 'set transaction read only; ' : '';
  const client = await clientOf(runner);
  await client.query(
    `${mode}set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`,
  );
}
