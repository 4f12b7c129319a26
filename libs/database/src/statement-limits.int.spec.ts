import { administer } from '@plaudit/testing';
import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from './data-source';
import { Database } from './database';
import { queryRows } from './transaction';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';
import { migrate } from './migrate';
import { thrownTrouble } from './troubles/database-troubles';
import type { StatementLimit } from './statement-limits';

const LIMIT_MS = 200;
const SHOW = 'show statement_timeout';
const SHOW_LOCK = 'show lock_timeout';

class RecordLimit1763000000009 implements MigrationInterface {
  readonly name = 'RecordLimit1763000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "create table seen as select current_setting('statement_timeout') as statement_timeout",
    );
  }

  async down(): Promise<void> {}
}

describe('the limits of statements', () => {
  let sample: SampleDatabase;
  let source: DataSource;
  let database: Database;

  beforeAll(async () => {
    sample = await openSampleDatabase();
    await administer(sample.server.adminUrl, (admin) =>
      admin.query(
        `alter role plaudit_reviews in database ${sample.server.name} set statement_timeout = ${LIMIT_MS}`,
      ),
    );
    source = createDataSource({
      url: sample.urlOf('reviews'),
      schema: 'reviews',
      entities: [],
      migrations: [RecordLimit1763000000009],
      poolSize: 1,
    });
    await source.initialize();
    database = new Database(source, 'reviews', { timeoutFactor: 2 });
  });
  afterAll(async () => {
    await source.destroy();
    await sample.close();
  });

  const shown = async (sql = SHOW): Promise<unknown> =>
    (await database.query<{ statement_timeout: string }>(sql))[0]?.statement_timeout;

  it('let Postgres cancel a statement that takes too long', async () => {
    const slow = database.query('select pg_sleep(60)');
    await expect(slow.catch(thrownTrouble)).resolves.toBe('statement_timeout');
    await expect(database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });

  it.each<[StatementLimit, string]>([
    ['question', '3600ms'],
    ['request', '1min'],
    ['background', '20min'],
  ])('are those of "%s" within its transaction and the usual ones after it', async (limit, expected) => {
    const within = await database.transaction((tx) => queryRows(tx, SHOW), limit);
    expect(within).toEqual([{ statement_timeout: expected }]);
    await expect(database.queryWithin(limit, SHOW)).resolves.toEqual(within);
    await expect(shown()).resolves.toBe(`${LIMIT_MS}ms`);
  });

  it('are those of "request" in a transaction that names none', async () => {
    await expect(database.transaction((tx) => queryRows(tx, SHOW))).resolves.toEqual([
      { statement_timeout: '1min' },
    ]);
  });

  it.each<[StatementLimit, string]>([
    ['question', '3s'],
    ['request', '16s'],
    ['background', '2min'],
  ])('are those of "%s" for waiting for a lock, too', async (limit, expected) => {
    const within = await database.transaction((tx) => queryRows(tx, SHOW_LOCK), limit);
    expect(within).toEqual([{ lock_timeout: expected }]);
    await expect(database.query(SHOW_LOCK)).resolves.toEqual([{ lock_timeout: '30s' }]);
  });

  it('end a statement that waits for a lock, and free the locks of a transaction that does nothing', async () => {
    const holder = new Client({ connectionString: sample.urlOf('reviews') });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('create table locked (id int)');
    await holder.query('begin; lock table locked');
    const impatient = database.transaction((tx) => queryRows(tx, 'select from locked'), 'request', 25);
    await expect(impatient.catch(thrownTrouble)).resolves.toBe('lock_timeout');
    await holder.query("set idle_in_transaction_session_timeout = '50ms'");
    await expect(database.queryWithin('request', 'select from locked')).resolves.toEqual([]);
    await expect(holder.query('select 1')).rejects.toThrow(/terminated|not queryable/);
  });

  it('do not hold for migrations', async () => {
    await migrate(source);
    await expect(shown('select statement_timeout from seen')).resolves.toBe('0');
    await expect(shown()).resolves.toBe(`${LIMIT_MS}ms`);
  });
});
