import type { Pool, QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Tenant } from './fair-queue';
import { FairSemaphore } from './fair-semaphore';
import { ConnectionsBusyError, recordTrouble, troubleOf } from './troubles/database-troubles';
import { OutageLog, type OutageLines, reasonOf } from './troubles/outage-log';
import { connectionLimitMs, lockLimitMs, type StatementLimit, statementLimitMs } from './statement-limits';
import { recorded, type StatementTrace } from './statement-trace';
import { type AfterCommit, begin, type Hooks, queryRows, setHooks, type Tx } from './transaction';

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

/** Tells a {@link Database} for whom the running code works. The runtime reads it from its context. */
export interface DatabaseCaller {
  /** Whose connections the running code takes. */
  tenant(): Tenant;
  /** Returns true if the running code is part of a transaction of this database. */
  isInTransaction(database: Database): boolean;
  /** Runs the work of a transaction of this database. */
  inTransaction<T>(database: Database, work: () => Promise<T>): Promise<T>;
}

export interface DatabaseOptions {
  /** Multiplies the limits of statements and of waiting. Default 1. */
  timeoutFactor?: number;
  /**
   * False behind a pooler of transactions: a named statement belongs to a session, and PgBouncer before 1.21 gives the next
   * statement another one. Default true.
   */
  namesStatements?: boolean;
  /** Divides the connections among tenants. Default: anyone may take all of them. */
  caller?: DatabaseCaller;
  /** Receives a line when a trouble of the database begins, lasts and ends, and when a hook after a commit fails. */
  lines?: OutageLines;
}

/** For a database whose connections are not divided. */
const ANYONE: DatabaseCaller = {
  tenant: () => 'anyone',
  isInTransaction: () => false,
  inTransaction: (_database, work) => work(),
};

/** The pool of a data source that names no size, see {@link createDataSource}. */
const DEFAULT_POOL_SIZE = 5;

/** More requests of one account than the gateway passes on at once (`MAX_IN_FLIGHT_PER_ACCOUNT`). */
const MAX_WAITING_PER_TENANT = 256;
const MAX_WAITING = 4_096;

/** The tenant of {@link Database.ping}, so that busy tenants do not make the database look away. */
const HEALTH = 'health';

/** Transactions and single statements on one service's own schema. */
export class Database {
  /** The connections of this process, divided among its tenants. */
  readonly connections: FairSemaphore;
  private readonly caller: DatabaseCaller;
  private readonly timeoutFactor: number;
  private readonly namesStatements: boolean;
  private readonly lines: OutageLines | undefined;
  private readonly outages: OutageLog | null;
  private readonly trace: StatementTrace | undefined;
  private readonly questionWaitMs: number;

  constructor(
    readonly dataSource: DataSource,
    readonly schema: string,
    { timeoutFactor = 1, namesStatements = true, caller, lines }: DatabaseOptions = {},
  ) {
    const { poolSize, extra } = dataSource.options as {
      poolSize?: number;
      extra?: { trace?: StatementTrace };
    };
    this.connections = new FairSemaphore({
      size: poolSize ?? DEFAULT_POOL_SIZE,
      isDivided: caller !== undefined,
      maxWaiting: MAX_WAITING,
      maxWaitingPerAccount: MAX_WAITING_PER_TENANT,
      refusal: (waitMs) => new ConnectionsBusyError(waitMs),
    });
    this.caller = caller ?? ANYONE;
    this.timeoutFactor = timeoutFactor;
    this.namesStatements = namesStatements;
    this.lines = lines;
    this.outages = lines ? new OutageLog(lines) : null;
    this.trace = extra?.trace;
    this.questionWaitMs = connectionLimitMs('question', timeoutFactor);
  }

  /**
   * Runs `work` in a READ COMMITTED transaction and returns its result. `work` makes no remote call and uses no other
   * connection of this database. `limit` holds for each of its statements. A statement that waits for a lock longer than
   * `lockMs`, by default the limit of `limit`, fails.
   */
  async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    limit: StatementLimit = 'request',
    lockMs?: number,
  ): Promise<T> {
    const hooks: Hooks = { before: [], after: [], namesStatements: this.namesStatements };
    const result = await this.committed(
      async (tx) => {
        setHooks(tx, hooks);
        const done = await work(tx);
        for (const hook of hooks.before) await hook();
        return done;
      },
      { limit, lockMs },
    );
    for (const hook of hooks.after) await this.afterCommit(hook);
    return result;
  }

  /**
   * Runs `work`, whose statements all read the state that the first one found, and returns its result. `work` changes nothing.
   * The limit `request` holds for each statement.
   */
  async consistentRead<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.committed(work, { limit: 'request', isSnapshot: true });
  }

  private async committed<T>(
    work: (tx: Tx) => Promise<T>,
    { limit, lockMs, isSnapshot }: { limit: StatementLimit; lockMs?: number; isSnapshot?: boolean },
  ): Promise<T> {
    const factor = this.timeoutFactor;
    const lockTimeoutMs = lockMs === undefined ? lockLimitMs(limit, factor) : Math.round(lockMs * factor);
    const tenant = await this.connection(connectionLimitMs(limit, factor));
    const runner = this.dataSource.createQueryRunner();
    try {
      await begin(runner, {
        isSnapshot,
        statementMs: statementLimitMs(limit, factor),
        lockMs: lockTimeoutMs,
      });
      const result = await this.caller.inTransaction(this, () => work(runner.manager));
      await runner.commitTransaction();
      this.succeeded();
      return result;
    } catch (error) {
      this.failed(error);
      // The rollback fails, too, if the connection was lost. The first error is the one that explains it.
      await runner.rollbackTransaction().catch(() => {});
      throw error;
    } finally {
      await runner.release().finally(() => this.connections.give(tenant));
    }
  }

  /** A hook that fails is a warning: the change is committed, so its caller must not take it for failed and repeat it. */
  private async afterCommit(hook: AfterCommit): Promise<void> {
    try {
      await hook();
    } catch (error) {
      const message = 'A hook after a commit failed';
      if (this.lines) this.lines.warn({ message, schema: this.schema, reason: reasonOf(error) });
      else process.emitWarning(`${message}: ${reasonOf(error)}`);
    }
  }

  /** Runs `work`, which reads entities one after the other outside any transaction, and returns its result. */
  async read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const tenant = await this.connection(this.questionWaitMs);
    try {
      const result = await work(this.dataSource.manager);
      this.succeeded();
      return result;
    } catch (error) {
      this.failed(error);
      throw error;
    } finally {
      this.connections.give(tenant);
    }
  }

  /** Returns how the connections of this process to the database are used. All numbers are 0 while there is no pool. */
  poolUsage(): PoolUsage {
    const { pool } = this;
    if (!pool) return { inUse: 0, idle: 0, waiting: 0, max: 0 };
    const { totalCount, idleCount, waitingCount, options } = pool;
    return {
      inUse: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount + this.connections.waiting,
      max: options.max,
    };
  }

  /** Resolves if the database answers. Throws if it does not. */
  async ping(): Promise<void> {
    await this.run({ text: 'select 1' }, HEALTH);
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
  query<Row>(sql: string, parameters: unknown[] = [], name?: string): Promise<Row[]> {
    const statement = { text: sql, values: parameters, name: this.namesStatements ? name : undefined };
    return this.run(statement, this.caller.tenant());
  }

  private async run<Row>(statement: QueryConfig, tenant: Tenant): Promise<Row[]> {
    this.assertOutside();
    const turn = this.connections.take(tenant, this.questionWaitMs);
    if (turn) await this.granted(turn);
    const span = this.trace?.(statement.text);
    try {
      // A connection that this statement waits for is handed over in the context of another, so it is recorded here.
      const sent = this.trace ? recorded(statement) : statement;
      const { rows } = await (this.pool as Pool).query<Row & object>(sent);
      this.succeeded();
      span?.end();
      return rows;
    } catch (error) {
      span?.end(error);
      this.failed(error);
      throw error;
    } finally {
      this.connections.give(tenant);
    }
  }

  /** Takes a connection for the running code, and returns for which tenant to give it back. */
  private async connection(waitMs: number): Promise<Tenant> {
    this.assertOutside();
    const tenant = this.caller.tenant();
    const turn = this.connections.take(tenant, waitMs);
    if (turn) await this.granted(turn);
    return tenant;
  }

  private async granted(turn: Promise<void>): Promise<void> {
    try {
      await turn;
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** Throws inside a transaction. With a second connection for each, a few transactions would wait for each other for good. */
  private assertOutside(): void {
    if (this.caller.isInTransaction(this))
      throw new Error(
        'A transaction used a second connection of its database. Pass its tx on and use queryRows(tx, …) instead.',
      );
  }

  private succeeded(): void {
    if (this.outages?.active) this.outages.succeeded();
  }

  private failed(error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble === null) return;
    recordTrouble(error, trouble);
    this.outages?.failed(trouble, error);
  }

  /** Undefined before the data source is initialised and after it is destroyed. */
  private get pool(): Pool | undefined {
    const { driver } = this.dataSource;
    return driver instanceof PostgresDriver ? (driver.master as Pool | undefined) : undefined;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Returns true if Postgres refused a row because of this unique index or constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && violated === constraint;
}
