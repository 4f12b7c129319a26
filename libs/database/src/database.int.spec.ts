import { eventually } from '@plaudit/testing';
import { Database } from './database';
import { afterCommit, beforeCommit, queryRows, type Tx } from './transaction';
import { JobEntity, openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';

describe('Database', () => {
  let sample: SampleDatabase;
  const names = async () =>
    (await sample.database.query<JobEntity>('select name from jobs order by id')).map(({ name }) => name);
  const add = (tx: Tx, name: string) =>
    queryRows<{ id: number }>(tx, 'insert into jobs (name) values ($1) returning id', [name]);

  beforeEach(async () => {
    sample = await openSampleDatabase();
  });
  afterEach(() => sample.close());

  it('commits all of a transaction or nothing', async () => {
    await sample.database.transaction((tx) => add(tx, 'kept'));
    const failing = sample.database.transaction(async (tx) => {
      await add(tx, 'lost');
      throw new Error('rolled back on purpose');
    });
    await expect(failing).rejects.toThrow('rolled back on purpose');
    await expect(names()).resolves.toEqual(['kept']);
  });

  it('rolls back the entities that the work saved', async () => {
    const failing = sample.database.transaction(async (tx) => {
      await tx.save(JobEntity, { name: 'lost' });
      throw new Error('rolled back on purpose');
    });
    await expect(failing).rejects.toThrow('rolled back on purpose');
    await expect(names()).resolves.toEqual([]);
  });

  it('returns the result of the work', async () => {
    await expect(sample.database.transaction(() => Promise.resolve(7))).resolves.toBe(7);
  });

  it('fails a statement that waits for a lock longer than the limit of its transaction', async () => {
    await sample.database.transaction(async (holder) => {
      await queryRows(holder, 'lock table jobs');
      const waiting = sample.database.transaction((tx) => add(tx, 'lost'), 'request', 50);
      await expect(waiting).rejects.toMatchObject({ code: '55P03' });
    });
  });

  it('reads one state in all statements of a consistent read, which cannot write', async () => {
    const read = sample.database.consistentRead(async (tx) => {
      const names = () => queryRows<{ name: string }>(tx, 'select name from jobs');
      await expect(names()).resolves.toEqual([]);
      await sample.database.transaction((writer) => add(writer, 'kept'));
      await expect(names()).resolves.toEqual([]);
      await add(tx, 'lost');
    });
    await expect(read).rejects.toMatchObject({ code: '25006' });
    await expect(names()).resolves.toEqual(['kept']);
  });

  it.each([
    ['prepares a named statement of a transaction', true, ['named']],
    ['prepares none behind a pooler of transactions', false, []],
  ])('%s', async (_what, namesStatements, prepared) => {
    const { dataSource, schema } = sample.database;
    const database = new Database(dataSource, schema, { namesStatements });
    const found = await database.transaction(async (tx) => {
      await queryRows(tx, 'select name from jobs where name = $1', ['any'], 'named');
      return queryRows<{ name: string }>(tx, 'select name from pg_prepared_statements');
    });
    expect(found.map(({ name }) => name)).toEqual(prepared);
  });

  it('counts the connections that are held, idle and waited for', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const max = sample.database.poolUsage().max;
    const transactions = Array.from({ length: max + 2 }, () =>
      sample.database.transaction(async (tx) => {
        await add(tx, 'held');
        await held;
      }),
    );
    const usage = await eventually(
      () => Promise.resolve(sample.database.poolUsage()),
      ({ inUse, waiting }) => inUse === max && waiting === 2,
      'all connections to be held',
    );
    expect(usage).toEqual({ inUse: max, idle: 0, waiting: 2, max });
    release();
    await Promise.all(transactions);
    expect(sample.database.poolUsage()).toEqual({ inUse: 0, idle: max, waiting: 0, max });
  });

  it('runs afterCommit hooks in order after the transaction has committed', async () => {
    const seen: string[] = [];
    await sample.database.transaction(async (tx) => {
      afterCommit(tx, () => seen.push('first'));
      afterCommit(tx, () => seen.push('second'));
      await add(tx, 'kept');
      seen.push('work');
    });
    expect(seen).toEqual(['work', 'first', 'second']);
  });

  it('waits for the promises of afterCommit hooks, without a connection', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const more = sample.database.poolUsage().max + 1;
    let ended = 0;
    const transactions = Array.from({ length: more }, async () => {
      await sample.database.transaction(async (tx) => {
        afterCommit(tx, () => held);
        await add(tx, 'kept');
      });
      ended += 1;
    });
    await eventually(names, ({ length }) => length === more, 'all transactions to commit');
    expect(ended).toBe(0);
    release();
    await Promise.all(transactions);
  });

  it('returns the result of a committed transaction although a hook after it fails, and logs the failure', async () => {
    const lines: object[] = [];
    const database = new Database(sample.database.dataSource, sample.database.schema, {
      lines: { warn: (line) => lines.push(line), log: () => {} },
    });
    const seen: string[] = [];
    const result = await database.transaction(async (tx) => {
      afterCommit(tx, () => Promise.reject(new Error('no cache')));
      afterCommit(tx, () => seen.push('second'));
      await add(tx, 'kept');
      return 'stored';
    });
    expect([result, seen, await names()]).toEqual(['stored', ['second'], ['kept']]);
    expect(lines).toEqual([
      expect.objectContaining({ message: 'A hook after a commit failed', reason: 'no cache' }),
    ]);
  });

  it('runs beforeCommit hooks after all work and inside the transaction', async () => {
    const seen: string[] = [];
    await sample.database.transaction(async (tx) => {
      beforeCommit(tx, async () => {
        await add(tx, 'by the hook');
        seen.push('hook');
      });
      afterCommit(tx, () => seen.push('committed'));
      await add(tx, 'by the work');
      seen.push('work');
    });
    expect(seen).toEqual(['work', 'hook', 'committed']);
    await expect(names()).resolves.toEqual(['by the work', 'by the hook']);
  });

  it('rolls back when a beforeCommit hook fails', async () => {
    const failing = sample.database.transaction(async (tx) => {
      beforeCommit(tx, () => Promise.reject(new Error('too late')));
      await add(tx, 'lost');
    });
    await expect(failing).rejects.toThrow('too late');
    await expect(names()).resolves.toEqual([]);
  });

  it('runs no hook when the transaction rolled back', async () => {
    const seen: string[] = [];
    const failing = sample.database.transaction((tx) => {
      afterCommit(tx, () => seen.push('hook'));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(seen).toEqual([]);
  });

  it('runs no hook when the commit itself fails', async () => {
    await sample.database.query('alter table jobs add unique (name) deferrable initially deferred');
    const seen: string[] = [];
    const failing = sample.database.transaction(async (tx) => {
      afterCommit(tx, () => seen.push('hook'));
      await add(tx, 'twice');
      await add(tx, 'twice');
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(seen).toEqual([]);
  });

  it('refuses hooks and queries outside a transaction', async () => {
    const { manager } = sample.database.dataSource;
    expect(() => afterCommit(manager, () => {})).toThrow('needs the tx');
    expect(() => beforeCommit(manager, () => Promise.resolve())).toThrow('needs the tx');
    await expect(queryRows(manager, 'select 1')).rejects.toThrow('needs the tx');
  });

  it('returns the rows of every kind of statement', async () => {
    await sample.database.transaction(async (tx) => {
      const [added] = await add(tx, 'a');
      const id = added?.id;
      await expect(queryRows(tx, 'select name from jobs where id = $1', [id])).resolves.toEqual([
        { name: 'a' },
      ]);
      await expect(
        queryRows(tx, "update jobs set name = 'b' where id = $1 returning name", [id]),
      ).resolves.toEqual([{ name: 'b' }]);
      await expect(queryRows(tx, 'delete from jobs where id = $1 returning id', [id])).resolves.toEqual([
        { id },
      ]);
      await expect(queryRows(tx, 'delete from jobs')).resolves.toEqual([]);
    });
  });

  it('reads bigint as a number, through SQL and through entities', async () => {
    await sample.database.query("insert into jobs (name) values ('a')");
    const [row] = await sample.database.query<JobEntity>(
      'select id, 9007199254740991::bigint as largest, count(*) over () as count from jobs',
    );
    expect(row).toEqual({ id: 1, largest: Number.MAX_SAFE_INTEGER, count: 1 });
    const [entity] = await sample.database.dataSource.getRepository(JobEntity).find();
    expect(entity?.id).toBe(1);
  });

  it('searches its own schema first and works in UTC', async () => {
    const [row] = await sample.database.query<object>(
      "select current_schema() as schema, current_setting('timezone') as zone, current_setting('application_name') as application",
    );
    expect(row).toEqual({ schema: 'reviews', zone: 'UTC', application: 'plaudit-reviews' });
  });

  it('returns its connections to the pool, also after failures', async () => {
    for (let asked = 0; asked < 12; asked += 1) {
      const failing = 'select nonsense';
      await expect(sample.database.query(failing)).rejects.toThrow('column "nonsense" does not exist');
      await expect(sample.database.transaction((tx) => queryRows(tx, failing))).rejects.toThrow(
        'column "nonsense" does not exist',
      );
    }
    await expect(sample.database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  });
});
