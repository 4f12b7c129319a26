import type { ClientBase, Pool } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { type StatementLimit, statementLimitMs } from './statement-limits';

/** A running transaction. Services pass it to repositories, which use it. */
export type Tx = EntityManager;

/** How the connections of a pool are used at this moment. */
export interface PoolUsage {
  /** Connections that a statement or transaction holds, or that are being opened for one. */
  inUse: number;
  /** Open connections that nothing holds. */
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
  /** The most connections that the pool opens. */
  max: number;
}

interface Hooks {
  before: (() => Promise<void>)[];
  after: (() => void)[];
}

const hooksOf = new WeakMap<EntityManager, Hooks>();

/**
 * Runs `hook` at the end of the transaction, after its work. Use it for rows that many transactions write: they are then
 * locked only for the duration of the commit. A hook that throws rolls everything back.
 */
export function beforeCommit(tx: Tx, hook: () => Promise<void>): void {
  runningHooks(tx, 'beforeCommit').before.push(hook);
}

/** Runs `hook` after the transaction has committed. It does not run after a rollback. The hook must not throw. */
export function afterCommit(tx: Tx, hook: () => void): void {
  runningHooks(tx, 'afterCommit').after.push(hook);
}

function runningHooks(tx: Tx, caller: string): Hooks {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error(`${caller} needs the tx of a running Database.transaction`);
  return hooks;
}

/** Returns the rows of any statement, whether SELECT or `… RETURNING`. */
export async function queryRows<Row>(tx: Tx, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  if (!tx.queryRunner) throw new Error('queryRows needs the tx of a running Database.transaction');
  const client = await clientOf(tx.queryRunner);
  const { rows } = await client.query<Row & object>(sql, parameters);
  return rows;
}

/** Returns the connection of a query runner. TypeORM's own `query` takes longer than sending a short statement. */
function clientOf(runner: QueryRunner): Promise<ClientBase> {
  return runner.connect() as Promise<ClientBase>;
}

/** Starts a transaction and sets its limits in one round trip. TypeORM's own start would need a second. */
async function begin(runner: QueryRunner, timeoutMs: number, lockTimeoutMs: number | null): Promise<void> {
  const client = await clientOf(runner);
  // The state after TypeORM's own start. Without it, an entity that is saved would start and commit a transaction.
  Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
  const lockLimit = lockTimeoutMs === null ? '' : `; set local lock_timeout = ${lockTimeoutMs}`;
  await client.query(`start transaction; set local statement_timeout = ${timeoutMs}${lockLimit}`);
}

/** Transactions and single statements on one service's own schema. */
export class Database {
  /**
   * `timeoutFactor` multiplies the limits of statements. `namesStatements` is false behind a pooler of transactions: a named
   * statement belongs to a session, and PgBouncer before 1.21 gives the next statement another one.
   */
  constructor(
    readonly dataSource: DataSource,
    readonly schema: string,
    private readonly timeoutFactor = 1,
    private readonly namesStatements = true,
  ) {}

  /**
   * Runs `work` in a READ COMMITTED transaction and returns its result. `work` must make no remote call. `limit` holds for
   * each of its statements. With `lockLimitMs`, a statement that waits longer for a lock fails.
   */
  async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    limit: StatementLimit = 'request',
    lockLimitMs?: number,
  ): Promise<T> {
    const hooks: Hooks = { before: [], after: [] };
    const result = await this.committed(
      async (tx) => {
        hooksOf.set(tx, hooks);
        const done = await work(tx);
        for (const hook of hooks.before) await hook();
        return done;
      },
      limit,
      lockLimitMs,
    );
    for (const hook of hooks.after) hook();
    return result;
  }

  private async committed<T>(
    work: (tx: Tx) => Promise<T>,
    limit: StatementLimit,
    lockLimitMs?: number,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const lockTimeoutMs = lockLimitMs === undefined ? null : Math.round(lockLimitMs * this.timeoutFactor);
      await begin(runner, statementLimitMs(limit, this.timeoutFactor), lockTimeoutMs);
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // The rollback fails, too, if the connection was lost. The first error is the one that explains it.
      await runner.rollbackTransaction().catch(() => {});
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Returns how the connections of this process to the database are used. All numbers are 0 while there is no pool. */
  poolUsage(): PoolUsage {
    const { pool } = this;
    if (!pool) return { inUse: 0, idle: 0, waiting: 0, max: 0 };
    const { totalCount, idleCount, waitingCount, options } = pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
  }

  /** Resolves if the database answers. Throws if it does not. */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** Runs one statement that may take longer than the limit of {@link query}. Returns its rows. */
  async queryWithin<Row>(limit: StatementLimit, sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.transaction((tx) => queryRows<Row>(tx, sql, parameters), limit);
  }

  /**
   * Runs one statement outside any transaction and returns its rows. Postgres cancels it after the limit `question`. It
   * takes a connection straight from the pool: a TypeORM query runner costs 90 µs of CPU per statement, half of it garbage
   * collection, because released runners keep each other's results alive.
   *
   * With a `name`, unique per text, each connection parses and plans the statement once. Use it for a few hot
   * statements whose best plan does not depend on their parameters. Behind a pooler the name is not used.
   */
  async query<Row>(sql: string, parameters: unknown[] = [], name?: string): Promise<Row[]> {
    const statement = { text: sql, values: parameters, name: this.namesStatements ? name : undefined };
    const { rows } = await (this.pool as Pool).query<Row & object>(statement);
    return rows;
  }

  /** Undefined before the data source is initialised and after it is destroyed. */
  private get pool(): Pool | undefined {
    // TypeORM exports no type for its Postgres driver. `master` is the driver's pool.
    return (this.dataSource.driver as unknown as { master?: Pool }).master;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Returns true if Postgres refused a row because of this unique index or constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && violated === constraint;
}
