import { AsyncLocalStorage } from 'node:async_hooks';
import { createDataSource } from './data-source';
import { Database } from './database';
import { queryRows } from './transaction';
import { JobEntity, openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';

/** The statements of each caller, and those that have ended. */
class RecordedStatements {
  readonly caller = new AsyncLocalStorage<string>();
  readonly started: string[] = [];
  readonly ended: [sql: string, code: unknown][] = [];

  /** How often a record was asked for, also without effect. */
  asked = 0;

  start(sql: string) {
    this.asked += 1;
    if (!this.caller.getStore()) return null;
    this.started.push(`${this.caller.getStore()}: ${sql}`);
    return { end: (error?: unknown) => void this.ended.push([sql, (error as { code?: string })?.code]) };
  }
}

describe('The record of statements', () => {
  let sample: SampleDatabase;
  let database: Database;
  let record: RecordedStatements;

  beforeAll(async () => {
    sample = await openSampleDatabase();
  });
  afterAll(() => sample.close());

  beforeEach(async () => {
    record = new RecordedStatements();
    const dataSource = createDataSource({
      url: sample.urlOf('reviews'),
      schema: 'reviews',
      entities: [JobEntity],
      migrations: [],
      poolSize: 1,
      trace: (sql) => record.start(sql),
    });
    database = new Database(await dataSource.initialize(), 'reviews');
  });
  afterEach(() => database.dataSource.destroy());

  it('has every statement of a transaction and of an entity once', async () => {
    await record.caller.run('a', () =>
      database.transaction(async (tx) => {
        await queryRows(tx, 'select 1 as one');
        await tx.query('select 2 as two');
        await tx.save(JobEntity, { name: 'saved' });
      }),
    );
    expect(record.started.map((each) => each.slice(0, 20))).toEqual([
      'a: START TRANSACTION',
      'a: set local stateme',
      'a: select 1 as one',
      'a: select 2 as two',
      'a: INSERT INTO "revi',
      'a: COMMIT',
    ]);
    expect(record.ended).toHaveLength(6);
  });

  it('belongs to the caller, also while all connections are taken', async () => {
    const sleep = (caller: string) =>
      record.caller.run(caller, () => database.query('select pg_sleep(0.02)'));
    await Promise.all(['a', 'b', 'c'].map(sleep));
    expect(record.started).toEqual(['a', 'b', 'c'].map((caller) => `${caller}: select pg_sleep(0.02)`));
    expect(record.ended).toHaveLength(3);
  });

  it('has the error of a statement', async () => {
    await record.caller.run('a', async () => {
      await expect(database.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
      const failing = database.transaction((tx) => queryRows(tx, 'select 1 / $1::integer', [0]));
      await expect(failing).rejects.toMatchObject({ code: '22012' });
    });
    expect(record.ended).toEqual([
      ['select 1 / 0', '22012'],
      ['START TRANSACTION', undefined],
      [expect.stringContaining('set local statement_timeout'), undefined],
      ['select 1 / $1::integer', '22012'],
      ['ROLLBACK', undefined],
    ]);
  });

  it('leaves out what the caller does not record', async () => {
    record.asked = 0;
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(record.started).toEqual([]);
    // The connection does not ask again, because it may be handed over in the context of another caller.
    expect(record.asked).toBe(1);
  });
});
