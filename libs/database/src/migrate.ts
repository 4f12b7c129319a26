import { setTimeout as pause } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

/** An arbitrary fixed number. Replicas that start together take this lock and migrate one after the other. */
const MIGRATION_LOCK = 7_214_001;

/**
 * The server ends the session of a process that was stopped while it migrated, and with it the lock. Longer than the pause
 * between two attempts, and than a busy machine pauses between two statements of a migration.
 */
const IDLE_MS = 60_000;

const SESSION_SETTINGS: Readonly<Record<string, number>> = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_session_timeout: IDLE_MS,
  // The limit of the role is for transactions whose locks others wait for, and would end a migration that pauses.
  idle_in_transaction_session_timeout: IDLE_MS,
};

/**
 * A migration that waits for a lock makes every later statement on the table wait behind it, even reads. One second is
 * less than any other statement waits for a lock, so those statements are late and do not fail.
 */
const LOCK_TIMEOUT_MS = 1_000;
/** How often a replica asks for the lock of the migrations. */
const LOCK_POLL_MS = 250;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
const GIVE_UP_AFTER_MS = 15 * 60_000;

/** lock_not_available and deadlock_detected. The transaction was rolled back, and the next attempt may succeed. */
const LOCK_ERRORS = ['55P03', '40P01'];

/** What `migrate` does at the moment. */
export type MigrationStep = 'waiting for the migration lock' | 'migrating';

export interface MigrateOptions {
  /** Receives each step when it begins. */
  report?: (step: MigrationStep) => void;
  /** Receives one line per attempt that another session's lock prevented. */
  warn?: (message: string) => void;
}

/**
 * Runs the pending migrations, each in its own transaction, under an advisory lock of the schema. The lock and the
 * migrations use the same connection, so a pool of one suffices. A migration may take as long as it needs. It waits a
 * second for a lock. If another session keeps the lock, its transaction is rolled back and repeated later, for up to 15
 * minutes.
 */
export async function migrate(dataSource: DataSource, { report, warn }: MigrateOptions = {}): Promise<void> {
  const { schema = 'public' } = dataSource.options as { schema?: string };
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(
      Object.entries(SESSION_SETTINGS)
        .map(([name, value]) => `set ${name} = ${value}`)
        .join('; '),
    );
    await takeLock(runner, schema, report);
    report?.('migrating');
    await runner.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await repeatWhileLocked(() => executePending(dataSource, runner), warn);
  } finally {
    // A lost connection has released its lock already.
    await runner
      .query('select pg_advisory_unlock($1, hashtext($2))', [MIGRATION_LOCK, schema])
      .catch(() => []);
    const reset = Object.keys(SESSION_SETTINGS).map((name) => `reset ${name}`);
    await runner.query(reset.join('; ')).catch(() => []);
    await runner.release();
  }
}

/**
 * Waits for the advisory lock of the schema by asking for it again and again. A statement that waits for the lock would hold
 * a snapshot, and an index that the owner of the lock builds concurrently would wait for that snapshot: a deadlock.
 */
async function takeLock(
  runner: QueryRunner,
  schema: string,
  report?: (step: MigrationStep) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [{ taken }] = (await runner.query('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      MIGRATION_LOCK,
      schema,
    ])) as [{ taken: boolean }];
    if (taken) return;
    if (attempt === 1) report?.('waiting for the migration lock');
    await pause(LOCK_POLL_MS);
  }
}

/** Returns the statements that TypeORM would need to make the schema match the entities: none without drift. */
export async function drift(dataSource: DataSource): Promise<string[]> {
  const pending = await dataSource.driver.createSchemaBuilder().log();
  return pending.upQueries.map((upQuery) => upQuery.query);
}

/** Runs the migrations that are not yet recorded. Those before a failed one stay recorded. */
async function executePending(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
}

async function repeatWhileLocked(attempt: () => Promise<void>, warn?: (message: string) => void) {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!LOCK_ERRORS.includes(code ?? '') || Date.now() >= giveUpAt) throw error;
      warn?.(
        `A migration waits for a lock that another session holds (${message}). It is repeated in ${pauseMs} ms.`,
      );
      await pause(pauseMs);
    }
  }
}
