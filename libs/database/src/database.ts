import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

/** A running transaction. Services pass it on; repositories use it. */
export type Tx = EntityManager;

interface Hooks {
  before: (() => Promise<void>)[];
  after: (() => void)[];
}

const hooksOf = new WeakMap<EntityManager, Hooks>();

/**
 * Runs `hook` as the last thing in the transaction, when its work is done: for rows that many transactions want, which
 * are then locked for no longer than the commit takes. A hook that throws rolls everything back.
 */
export function beforeCommit(tx: Tx, hook: () => Promise<void>): void {
  runningHooks(tx, 'beforeCommit').before.push(hook);
}

/** Runs `hook` once the transaction has committed, and never when it rolled back. The hook must not throw. */
export function afterCommit(tx: Tx, hook: () => void): void {
  runningHooks(tx, 'afterCommit').after.push(hook);
}

function runningHooks(tx: Tx, asker: string): Hooks {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error(`${asker} needs the tx of a running Database.transaction`);
  return hooks;
}

/** The rows of any statement, SELECT and `… RETURNING` alike. */
export async function queryRows<Row>(tx: Tx, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  if (!tx.queryRunner) throw new Error('queryRows needs the tx of a running Database.transaction');
  const result = await tx.queryRunner.query(sql, parameters, true);
  return result.records as Row[];
}

/** One service's own schema: where its transactions start and its questions are asked. */
export class Database {
  constructor(
    readonly dataSource: DataSource,
    readonly schema: string,
  ) {}

  /** All or nothing, READ COMMITTED. Nothing remote may be called inside `work`. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const hooks: Hooks = { before: [], after: [] };
    const result = await this.dataSource.transaction(async (tx) => {
      hooksOf.set(tx, hooks);
      const done = await work(tx);
      for (const hook of hooks.before) await hook();
      return done;
    });
    for (const hook of hooks.after) hook();
    return result;
  }

  /** Resolves if the database answers. Throws if it does not. */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /**
   * One statement outside any transaction, straight from the pool: a query runner of TypeORM for each costs 90 µs of
   * CPU, half of it for the garbage collector, because released runners keep each other's results alive.
   *
   * With a `name`, one for each text, every connection parses and plans it once: for few, hot statements whose best plan
   * does not depend on their parameters.
   */
  async query<Row>(sql: string, parameters: unknown[] = [], name?: string): Promise<Row[]> {
    // TypeORM exports no type of its Postgres driver; `master` is its pool.
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    const { rows } = await master.query<Row & object>({ text: sql, values: parameters, name });
    return rows;
  }
}
