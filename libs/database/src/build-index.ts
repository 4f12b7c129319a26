import type { QueryRunner } from 'typeorm';

/** The text after CREATE INDEX: `[unique] <name> on <table> …`. */
const DEFINITION = /^(unique\s+)?(\w+)\s+(on\s+(\w+)\s[^]*)$/i;

/**
 * Builds an index while other sessions read and write the table (CREATE INDEX CONCURRENTLY). `definition` is the text after
 * CREATE INDEX, for example `unique users_email_key on users (lower(email))`. Does nothing if the index exists. An invalid index
 * that a killed build left is dropped first, so a migration that uses this function can be repeated. The migration must set
 * `transaction = false`.
 *
 * Throws inside a transaction, and for a partitioned table, on which Postgres cannot build an index concurrently.
 */
export async function buildIndex(runner: QueryRunner, definition: string): Promise<void> {
  const [, unique = '', name, target, table] = DEFINITION.exec(definition.trim()) ?? [];
  if (!name || !table) throw new Error(`"${definition}" is no definition such as "name on table (column)"`);
  assertNoTransaction(runner, name);
  await assertNotPartitioned(runner, table);
  const isValid = await validityOf(runner, name);
  if (isValid) return;
  await withoutLockTimeout(runner, async () => {
    if (isValid === false) await runner.query(`drop index concurrently ${name}`);
    await runner.query(`create ${unique}index concurrently ${name} ${target}`);
  });
}

/** Drops an index while other sessions use the table. Does nothing if there is none. The migration must set `transaction = false`. */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  assertNoTransaction(runner, name);
  await withoutLockTimeout(runner, () => runner.query(`drop index concurrently if exists ${name}`));
}

/**
 * Postgres waits here for transactions that are older than the index. Nobody waits behind it, because reads and writes
 * do not conflict with its lock. With a limit, one long transaction would make it begin again and again.
 */
async function withoutLockTimeout(runner: QueryRunner, work: () => Promise<unknown>): Promise<void> {
  const [{ before }] = (await runner.query("select current_setting('lock_timeout') as before")) as [
    { before: string },
  ];
  await runner.query('set lock_timeout = 0');
  try {
    await work();
  } finally {
    // Not on a lost connection, whose error is the one that matters.
    await runner.query("select set_config('lock_timeout', $1, false)", [before]).catch(() => []);
  }
}

/** Returns undefined if the schema has no such index. */
async function validityOf(runner: QueryRunner, name: string): Promise<boolean | undefined> {
  const [found] = (await runner.query(
    `select indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
     where relname = $1 and relnamespace = current_schema()::regnamespace`,
    [name],
  )) as { valid: boolean }[];
  return found?.valid;
}

function assertNoTransaction(runner: QueryRunner, name: string): void {
  if (!runner.isTransactionActive) return;
  throw new Error(`${name} cannot be built in a transaction; set transaction = false in the migration`);
}

async function assertNotPartitioned(runner: QueryRunner, table: string): Promise<void> {
  const partitioned = (await runner.query(
    "select from pg_class where oid = to_regclass($1) and relkind = 'p'",
    [table],
  )) as object[];
  if (partitioned.length === 0) return;
  throw new Error(
    `${table} is partitioned, so Postgres cannot build an index on it concurrently; build one on each partition, create it on only ${table}, and attach them`,
  );
}
