import 'reflect-metadata';
import {
  createDataSource,
  type MigrationClass,
  migrate,
  provisionDatabase,
  serviceDatabaseUrl,
} from '@plaudit/database';
import { cloneDatabase, type TestDatabase, TEST_ROLE_PASSWORD } from '@plaudit/testing';
import type { DataSource } from 'typeorm';
import { newEventId } from '../envelope/event-id';
import { CreateOutbox1763000100000 } from './1763000100000-create-outbox';
import { CreateInbox1763000200000 } from './1763000200000-create-inbox';
import { PartitionInbox1763000400000 } from './1763000400000-partition-inbox';

const DAY_MS = 86_400_000;
const BEFORE = [CreateOutbox1763000100000, CreateInbox1763000200000];

describe('the migration PartitionInbox', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let file: number;

  async function open(migrations: readonly MigrationClass[]): Promise<void> {
    dataSource = createDataSource({
      url: serviceDatabaseUrl(database.adminUrl, 'ai', TEST_ROLE_PASSWORD),
      schema: 'ai',
      entities: [],
      migrations,
    });
    await dataSource.initialize();
    await migrate(dataSource);
  }

  /** Returns the ids in each partition, whose name is without its day. */
  async function stored(): Promise<Record<string, string[]>> {
    const rows = (await dataSource.query(
      `select regexp_replace(tableoid::regclass::text, '_[0-9]{8}$', '') as name, event_id
       from inbox order by event_id collate "C"`,
    )) as { name: string; event_id: string }[];
    const partitions: Record<string, string[]> = {};
    for (const { name, event_id } of rows) (partitions[name] ??= []).push(event_id);
    return partitions;
  }

  /** Returns the number of the file in which Postgres stores the rows of a table. */
  async function fileOf(table: string): Promise<number> {
    const [row] = (await dataSource.query('select pg_relation_filenode($1::text::regclass) as file', [
      table,
    ])) as [{ file: number }];
    return row.file;
  }

  beforeEach(async () => {
    database = await cloneDatabase();
    const services = [{ name: 'ai', password: TEST_ROLE_PASSWORD }];
    await provisionDatabase({ adminUrl: database.adminUrl, services, timeoutFactor: 20 });
    await open(BEFORE);
    file = await fileOf('inbox');
  });
  afterEach(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('keeps the existing rows in their table, moves the others, and can be undone', async () => {
    const ids = [newEventId(Date.now() - 20 * DAY_MS), newEventId(Date.now())].sort();
    const later = newEventId(Date.now() + 2 * DAY_MS);
    await dataSource.query("insert into inbox (handler, event_id) select 'H', unnest($1::text[])", [
      [later, 'evt_x', ...ids],
    ]);
    await dataSource.destroy();
    await open([...BEFORE, PartitionInbox1763000400000]);

    await expect(stored()).resolves.toEqual({ inbox_before: ids, inbox_other: [later, 'evt_x'] });
    const [{ before }] = (await dataSource.query(
      "select relname as before from pg_class where relname ~ '^inbox_before_[0-9]{8}$'",
    )) as [{ before: string }];
    await expect(fileOf(before)).resolves.toBe(file);
    const repeated = await dataSource.query(
      "insert into inbox (handler, event_id) select 'H', unnest($1::text[]) on conflict do nothing returning 1",
      [[later, 'evt_x', ...ids]],
    );
    expect(repeated).toEqual([]);

    await dataSource.undoLastMigration();
    await expect(stored()).resolves.toEqual({ inbox: [...ids, later, 'evt_x'] });
    await migrate(dataSource);
    await expect(stored()).resolves.toEqual({ inbox_before: ids, inbox_other: [later, 'evt_x'] });
  });
});
