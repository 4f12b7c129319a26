import { administer, eventually } from '@plaudit/testing';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from './build-index';
import { createDataSource } from './data-source';
import {
  CreateJobs1763000000001,
  JobEntity,
  openSampleDatabase,
  type SampleDatabase,
} from './fixtures/sample-database';
import { databaseMigrations } from './index';
import { migrate } from './migrate';

const DEFINITION = "jobs_named_idx on jobs (name, id) where name <> 'hidden'";

class IndexNames1763000000005 implements MigrationInterface {
  readonly name = 'IndexNames1763000000005';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, DEFINITION);
    await dropIndex(runner, 'jobs_due_at_idx');
  }

  async down(): Promise<void> {}
}

/** A transaction of another session that has written to the table. An index is complete only after such transactions end. */
interface Writer {
  write(): Promise<unknown>;
  end(): Promise<void>;
}

describe('buildIndex', () => {
  let sample: SampleDatabase;
  let replicas: DataSource[];

  const open = async (): Promise<DataSource> => {
    const dataSource = createDataSource({
      url: sample.urlOf('reviews'),
      schema: 'reviews',
      entities: [JobEntity],
      migrations: [...databaseMigrations, CreateJobs1763000000001, IndexNames1763000000005],
      poolSize: 1,
    });
    replicas.push(await dataSource.initialize());
    return dataSource;
  };
  const startWriter = async (): Promise<Writer> => {
    const runner = sample.database.dataSource.createQueryRunner();
    const write = () => runner.query("insert into jobs (name) values ('written')");
    await runner.startTransaction();
    await write();
    const end = async (): Promise<void> => {
      await runner.commitTransaction();
      await runner.release();
    };
    return { write, end };
  };
  const indexes = () =>
    sample.database.query<{ name: string; valid: boolean }>(
      `select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
       where indrelid = 'jobs'::regclass and not indisprimary order by 1`,
    );
  /** Waits until a build of the index waits for the writer, and returns the process of its session. */
  const building = async (): Promise<number> => {
    const [build] = await eventually(
      () =>
        administer(sample.server.adminUrl, (admin) =>
          admin.query<{ pid: number }>(
            "select pid from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'",
          ),
        ),
      ({ length }) => length === 1,
      'the build to wait for the transaction',
    );
    return (build as { pid: number }).pid;
  };

  beforeEach(async () => {
    sample = await openSampleDatabase();
    replicas = [];
  });
  afterEach(async () => {
    for (const replica of replicas) await replica.destroy();
    await sample.close();
  });

  it('builds the index while others write to the table, however long their transactions take', async () => {
    const writer = await startWriter();
    const warnings: string[] = [];
    const migrating = migrate(await open(), { warn: (message) => warnings.push(message) });
    await building();
    await writer.write();
    await sample.database.transaction((tx) =>
      tx.query("set local lock_timeout = '20s'; insert into jobs (name) values ('beside')"),
    );
    // A lock with the limit of other migrations would give up after a second, and begin again.
    await administer(sample.server.adminUrl, (admin) => admin.query('select pg_sleep(1.2)'));
    await writer.end();
    await migrating;
    expect(warnings).toEqual([]);
    expect(await indexes()).toEqual([{ name: 'jobs_named_idx', valid: true }]);
    await expect(sample.database.query('select from jobs')).resolves.toHaveLength(3);
  });

  it('is not disturbed by a second replica that waits for the end of the migrations', async () => {
    const writer = await startWriter();
    const first = migrate(await open());
    await building();
    const steps: string[] = [];
    const second = migrate(await open(), { report: (step) => steps.push(step) });
    await eventually(
      () => steps,
      ([step]) => step === 'waiting for the migration lock',
      'the second replica to wait',
    );
    await writer.end();
    await Promise.all([first, second]);
    expect(steps).toEqual(['waiting for the migration lock', 'migrating']);
    expect(await indexes()).toEqual([{ name: 'jobs_named_idx', valid: true }]);
  });

  it('replaces what a build left that was killed, when the service starts again', async () => {
    const writer = await startWriter();
    const migrating = migrate(await open()).catch((error: unknown) => String(error));
    const pid = await building();
    await administer(sample.server.adminUrl, (admin) =>
      admin.query('select pg_terminate_backend($1)', [pid]),
    );
    expect(await migrating).toMatch(/terminat/);
    await writer.end();
    expect(await indexes()).toContainEqual({ name: 'jobs_named_idx', valid: false });
    await migrate(await open());
    expect(await indexes()).toEqual([{ name: 'jobs_named_idx', valid: true }]);
  });

  it('keeps an index that a migration built before its process was killed', async () => {
    await sample.database.query(`create index ${DEFINITION}`);
    const oid = () => sample.database.query("select 'jobs_named_idx'::regclass::oid::int as oid");
    const before = await oid();
    await migrate(await open());
    expect(await oid()).toEqual(before);
  });

  it('restores the lock_timeout that the session had', async () => {
    const runner = (await open()).createQueryRunner();
    await runner.query("set lock_timeout = '1234ms'");
    await buildIndex(runner, `unique ${DEFINITION}`);
    await dropIndex(runner, 'jobs_named_idx');
    await dropIndex(runner, 'jobs_named_idx');
    expect(await runner.query('show lock_timeout')).toEqual([{ lock_timeout: '1234ms' }]);
    await runner.release();
  });

  it.each([
    [
      'in a transaction',
      DEFINITION,
      /jobs_named_idx cannot be built in a transaction; set transaction = false/,
    ],
    [
      'for a text that is no definition',
      'create index a on b (c)',
      /"create index a on b \(c\)" is no definition/,
    ],
    ['of a partitioned table', 'parts_idx on parts (id)', /parts is partitioned/],
  ])('refuses an index %s', async (what, definition, message) => {
    const runner = (await open()).createQueryRunner();
    await runner.query('create table parts (id int) partition by range (id)');
    if (what === 'in a transaction') await runner.startTransaction();
    await expect(buildIndex(runner, definition)).rejects.toThrow(message);
    if (what === 'in a transaction') await runner.rollbackTransaction();
    await runner.release();
  });
});
