import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@plaudit/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from './data-source';
import { queryRows } from './transaction';
import {
  CreateJobs1763000000001,
  JobEntity,
  openSampleDatabase,
  type SampleDatabase,
} from './fixtures/sample-database';
import { databaseMigrations } from './index';
import { drift, migrate } from './migrate';

/** Takes 200 ms, so that the other replicas wait for the lock. */
class CountRuns1763000000002 implements MigrationInterface {
  readonly name = 'CountRuns1763000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table if not exists runs (id int)');
    await runner.query('insert into runs select 1 from pg_sleep(0.2)');
  }

  async down(): Promise<void> {}
}

class Broken1763000000003 implements MigrationInterface {
  readonly name = 'Broken1763000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table half_made (id int)');
    await runner.query('select nonsense');
  }

  async down(): Promise<void> {}
}

/** The second statement needs a lock that readers of the table block. */
class AddPriority1763000000004 implements MigrationInterface {
  readonly name = 'AddPriority1763000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table priorities (id int)');
    await runner.query('alter table jobs add column priority int');
  }

  async down(): Promise<void> {}
}

/** Is idle between its statements for longer than the role allows to others. */
class PauseBetween1763000000005 implements MigrationInterface {
  readonly name = 'PauseBetween1763000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table pauses (id int)');
    await pause(200);
    await runner.query('insert into pauses values (1)');
  }

  async down(): Promise<void> {}
}

describe('migrate', () => {
  let sample: SampleDatabase;
  const open = async (migrations: (new () => MigrationInterface)[], poolSize = 5) => {
    const dataSource = createDataSource({
      url: sample.urlOf('reviews'),
      schema: 'reviews',
      entities: [JobEntity],
      migrations: [...databaseMigrations, CreateJobs1763000000001, ...migrations],
      poolSize,
    });
    return dataSource.initialize();
  };

  beforeEach(async () => {
    sample = await openSampleDatabase();
  });
  afterEach(() => sample.close());

  it('runs each migration once when several replicas start together', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => open([CountRuns1763000000002])));
    await Promise.all(replicas.map((replica) => migrate(replica)));
    await expect(sample.database.query('select id from runs')).resolves.toHaveLength(1);
    await Promise.all(replicas.map((replica) => migrate(replica)));
    await expect(sample.database.query('select id from runs')).resolves.toHaveLength(1);
    await Promise.all(replicas.map((replica) => replica.destroy()));
  });

  it('may pause between two statements for longer than other transactions', async () => {
    const admin = new Client({ connectionString: sample.server.adminUrl });
    await admin.connect();
    await admin.query(
      `do $$ begin
         execute format('alter role plaudit_reviews in database %I set idle_in_transaction_session_timeout = 50', current_database());
       end $$`,
    );
    await admin.end();
    const slow = await open([PauseBetween1763000000005], 1);
    await migrate(slow);
    await expect(slow.query('select id from pauses')).resolves.toEqual([{ id: 1 }]);
    const [limit] = await slow.query<object[]>('show idle_in_transaction_session_timeout');
    expect(limit).toEqual({ idle_in_transaction_session_timeout: '50ms' });
    await slow.destroy();
  });

  it('needs only one connection', async () => {
    const narrow = await open([CountRuns1763000000002], 1);
    await migrate(narrow);
    await expect(sample.database.query('select id from runs')).resolves.toHaveLength(1);
    await narrow.destroy();
  });

  it('rolls a failed migration back, keeps the earlier ones and releases the lock', async () => {
    const broken = await open([CountRuns1763000000002, Broken1763000000003]);
    await expect(migrate(broken)).rejects.toThrow('nonsense');
    const [found] = await sample.database.query<object>(
      "select to_regclass('runs') is not null as runs, to_regclass('half_made') is not null as half",
    );
    expect(found).toEqual({ runs: true, half: false });
    const mended = await open([CountRuns1763000000002]);
    await migrate(mended);
    await Promise.all([broken.destroy(), mended.destroy()]);
  });

  it('lets others read a table while it waits for a long transaction, and completes afterwards', async () => {
    const dump = sample.database.dataSource.createQueryRunner();
    await dump.startTransaction();
    await dump.query('select from jobs');
    const replica = await open([AddPriority1763000000004]);
    const warnings: string[] = [];
    const migrating = migrate(replica, { warn: (message) => warnings.push(message) });
    await eventually(
      () =>
        sample.database.query(
          "select from pg_locks where not granted and relation = 'reviews.jobs'::regclass and mode like 'AccessExclusive%'",
        ),
      ({ length }) => length === 1,
      'the migration to wait for its lock',
    );
    // Without a limit this read waits for the migration, and the migration for the dump.
    await sample.database.transaction(async (tx) => {
      await queryRows(tx, "set local lock_timeout = '20s'");
      await expect(queryRows(tx, 'select from jobs')).resolves.toEqual([]);
    });
    await eventually(
      () => warnings.length,
      (count) => count >= 1,
      'the end of the first attempt',
    );
    expect(warnings[0]).toMatch(/^A migration waits for a lock that another session holds \(.*lock timeout/);
    await dump.rollbackTransaction();
    await dump.release();
    await migrating;
    await expect(sample.database.query('select priority from jobs, priorities')).resolves.toEqual([]);
    await replica.destroy();
  });

  it('creates the schema that the entities describe', async () => {
    await expect(drift(sample.database.dataSource)).resolves.toEqual([]);
  });

  it.each([
    ['a column', 'alter table jobs drop column lease_id', /lease_id/],
    ['a constraint', 'alter table jobs drop constraint jobs_name_check', /jobs_name_check/],
    ['not null', 'alter table jobs alter column name drop not null', /name/],
    ['the table', 'drop table jobs', /CREATE TABLE.*jobs/],
  ])('drift reports %s that the schema lacks', async (_name, sql, expected) => {
    await sample.database.query(sql);
    expect((await drift(sample.database.dataSource)).join('\n')).toMatch(expected);
  });
});
