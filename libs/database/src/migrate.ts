import { type DataSource, MigrationExecutor } from 'typeorm';

/** An arbitrary fixed number. Replicas that start together take this lock and migrate one after the other. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Runs the pending migrations, each in its own transaction, under an advisory lock of the schema. The lock and the
 * migrations use the same connection, so a pool of one suffices. A migration may take as long as it needs.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const { schema = 'public' } = dataSource.options as { schema?: string };
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('set statement_timeout = 0');
    await runner.query('select pg_advisory_lock($1, hashtext($2))', [MIGRATION_LOCK, schema]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    // A lost connection has released its lock already.
    await runner
      .query('select pg_advisory_unlock($1, hashtext($2))', [MIGRATION_LOCK, schema])
      .catch(() => []);
    await runner.query('reset statement_timeout').catch(() => []);
    await runner.release();
  }
}

/** Returns the statements that TypeORM would need to make the schema match the entities: none without drift. */
export async function drift(dataSource: DataSource): Promise<string[]> {
  const pending = await dataSource.driver.createSchemaBuilder().log();
  return pending.upQueries.map((upQuery) => upQuery.query);
}
