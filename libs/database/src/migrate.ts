import { type DataSource, MigrationExecutor } from 'typeorm';

/** Any fixed number, so that replicas that start together migrate one after the other. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Runs the pending migrations, each in its own transaction, under an advisory lock of the schema. Lock and migrations
 * share one connection, so that a pool of one is enough.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const { schema = 'public' } = dataSource.options as { schema?: string };
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock($1, hashtext($2))', [MIGRATION_LOCK, schema]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    // A connection that is lost has lost its lock too.
    await runner
      .query('select pg_advisory_unlock($1, hashtext($2))', [MIGRATION_LOCK, schema])
      .catch(() => []);
    await runner.release();
  }
}

/** What TypeORM would still change to make the schema match the entities; empty when there is no drift. */
export async function drift(dataSource: DataSource): Promise<string[]> {
  const pending = await dataSource.driver.createSchemaBuilder().log();
  return pending.upQueries.map((upQuery) => upQuery.query);
}
