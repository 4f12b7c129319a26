import { createDataSource, Database, queryRows } from '@plaudit/database';
import { cloneDatabase, type TestDatabase } from '@plaudit/testing';
import { claimDue, type DueWork } from './claim-due';

interface Claimed {
  id: number;
  name: string;
  lease_id: string;
  lease_until: Date;
}

describe('claimDue', () => {
  let server: TestDatabase;
  let database: Database;
  const claim = (work: Partial<DueWork> = {}) =>
    database.transaction((tx) =>
      claimDue<Claimed>(tx, { table: 'jobs', batch: 10, leaseMs: 60_000, ...work }),
    );
  const fill = (count: number, dueAt = 'now()') =>
    database.query(
      `insert into jobs (name, due_at) select 'job ' || n, ${dueAt} from generate_series(1, ${count}) n`,
    );
  /** Deletes the row as a worker does when it is done: only while it still holds the lease. */
  const finish = async ({ id, lease_id }: Claimed) =>
    (await database.query('delete from jobs where id = $1 and lease_id = $2 returning id', [id, lease_id]))
      .length === 1;

  beforeEach(async () => {
    server = await cloneDatabase();
    const url = server.adminUrl;
    const dataSource = createDataSource({ url, schema: 'public', entities: [], migrations: [], poolSize: 5 });
    database = new Database(await dataSource.initialize(), 'jobs');
    await database.query(
      `create table jobs (id bigint generated always as identity primary key, name text not null,
         due_at timestamptz not null, lease_until timestamptz, lease_id uuid)`,
    );
  });
  afterEach(async () => {
    await database.dataSource.destroy();
    await server.drop();
  });

  it('claims due rows, the longest due first, at most one batch', async () => {
    await fill(5, 'now() - make_interval(mins => n)');
    await fill(1, "now() + interval '1 minute'");
    const claimed = await claim({ batch: 3 });
    expect(claimed.map(({ name }) => name).sort()).toEqual(['job 3', 'job 4', 'job 5']);
    await expect(claim()).resolves.toHaveLength(2);
    await expect(claim()).resolves.toEqual([]);
  });

  it('gives every row its own lease', async () => {
    await fill(3);
    const claimed = await claim({ leaseMs: 60_000 });
    expect(new Set(claimed.map(({ lease_id }) => lease_id)).size).toBe(3);
    const [row] = await database.query<{ ms: number }>(
      'select extract(epoch from max(lease_until) - clock_timestamp())::float8 * 1000 as ms from jobs',
    );
    expect(row?.ms).toBeGreaterThan(30_000);
    expect(row?.ms).toBeLessThanOrEqual(60_000);
  });

  it('never gives a row to two workers, even before the first one has committed', async () => {
    await fill(200);
    const taken: number[] = [];
    const worker = async (): Promise<void> => {
      for (;;) {
        const claimed = await claim({ batch: 7 });
        if (claimed.length === 0) return;
        taken.push(...claimed.map(({ id }) => id));
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(taken).toHaveLength(200);
    expect(new Set(taken).size).toBe(200);
  });

  it('skips rows that another transaction is claiming', async () => {
    await fill(2);
    await database.transaction(async (tx) => {
      const [first] = await claimDue<Claimed>(tx, { table: 'jobs', batch: 1, leaseMs: 60_000 });
      const others = await claim();
      expect(others).toHaveLength(1);
      expect(others[0]?.id).not.toBe(first?.id);
    });
  });

  it('gives a row to the next worker when the lease has expired, and fences the first worker off', async () => {
    await fill(1);
    const [frozen] = (await claim({ leaseMs: 0 })) as [Claimed];
    const [next] = (await claim()) as [Claimed];
    expect(next.id).toBe(frozen.id);
    expect(next.lease_id).not.toBe(frozen.lease_id);
    await expect(finish(frozen)).resolves.toBe(false);
    await expect(finish(next)).resolves.toBe(true);
  });

  it('uses the clock of the database at the time of the claim, not at the start of the transaction', async () => {
    await database.transaction(async (tx) => {
      const take = () => claimDue(tx, { table: 'jobs', batch: 1, leaseMs: 0 });
      await queryRows(tx, "insert into jobs (name, due_at) values ('later', now() + interval '1 hour')");
      await expect(take()).resolves.toEqual([]);
      const [due] = await queryRows<{ is_later: boolean }>(
        tx,
        "insert into jobs (name, due_at) values ('now', clock_timestamp()) returning due_at > now() as is_later",
      );
      expect(due).toEqual({ is_later: true });
      await expect(take()).resolves.toMatchObject([{ name: 'now' }]);
      // The lease of 0 ms has expired, although it was given after the transaction started.
      await expect(take()).resolves.toMatchObject([{ name: 'now' }]);
    });
  });

  it('releases the rows when the transaction fails', async () => {
    await fill(1);
    const failing = database.transaction(async (tx) => {
      await claimDue(tx, { table: 'jobs', batch: 1, leaseMs: 60_000 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(claim()).resolves.toHaveLength(1);
  });

  it('claims only rows that meet the given condition, in the given order', async () => {
    await fill(4);
    const claimed = await claim({
      where: 'due.name <> $3',
      parameters: ['job 2'],
      orderBy: 'due.id desc',
      batch: 2,
    });
    expect(claimed.map(({ name }) => name).sort()).toEqual(['job 3', 'job 4']);
  });
});
