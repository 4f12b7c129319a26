import { eventually } from '@plaudit/testing';
import { queryRows, type Tx } from './transaction';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';
import { IdempotencyKeys, type IdempotencyScope, type ResponseSeal } from './idempotency-keys';

const SCOPE: IdempotencyScope = {
  subAccountId: 12,
  caller: 'key:7',
  method: 'POST',
  path: '/public/v1/reviews/add',
  key: 'key-1',
};

/** Reverses the text, and opens it only in its row. */
const SEAL: ResponseSeal = {
  encrypt: (text, rowId) => Buffer.from(`${rowId} ${[...text].reverse().join('')}`),
  decrypt: (encrypted, rowId) => {
    const [id, ...rest] = encrypted.toString().split(' ');
    if (id !== String(rowId)) throw new Error('another row');
    return [...rest.join(' ')].reverse().join('');
  },
};

/** Times the factor of the tests. */
const LOCK_LIMIT_MS = 5;

class Signal {
  give: () => void = () => {};
  readonly given = new Promise<void>((resolve) => (this.give = resolve));
}

describe('IdempotencyKeys', () => {
  let sample: SampleDatabase;
  let keys: IdempotencyKeys;

  beforeAll(async () => {
    sample = await openSampleDatabase();
    keys = new IdempotencyKeys(sample.database, SEAL);
  });
  afterEach(() => sample.database.query('truncate jobs, idempotency_keys restart identity'));
  afterAll(() => sample.close());

  /** Adds a job and returns its id as the response body. */
  const addJob = async (tx: Tx): Promise<{ id: number }> => {
    const [job] = await queryRows<{ id: number }>(tx, "insert into jobs (name) values ('x') returning id");
    return { id: job!.id };
  };
  const add = (scope: IdempotencyScope | null = SCOPE, work: (tx: Tx) => Promise<{ id: number }> = addJob) =>
    sample.database.transaction((tx) => keys.run(tx, scope, () => work(tx)));
  const jobs = async () => (await sample.database.query('select id from jobs')).length;
  const age = (interval: string) =>
    sample.database.query(`update idempotency_keys set created_at = now() - interval '${interval}'`);

  it('runs the work once and replays its response', async () => {
    await expect(add()).resolves.toEqual({ body: { id: 1 }, replayed: false });
    await expect(add()).resolves.toEqual({ body: { id: 1 }, replayed: true });
    await expect(keys.find(SCOPE)).resolves.toEqual({ body: { id: 1 } });
    await expect(jobs()).resolves.toBe(1);
  });

  it('stores the response encrypted, for its row only', async () => {
    await add(SCOPE, async (tx) => ({ ...(await addJob(tx)), secret: 'whsec_1' }));
    const [row] = await sample.database.query<object>('select * from idempotency_keys');
    expect(JSON.stringify(row)).not.toContain('whsec_1');
    expect(row).toMatchObject({ response: expect.any(Buffer), body: '', record_id: 1 });
    await add({ ...SCOPE, key: 'key-2' });
    await sample.database.query(
      'update idempotency_keys set response = (select response from idempotency_keys where id = 1) where id = 2',
    );
    await expect(keys.find({ ...SCOPE, key: 'key-2' })).rejects.toThrow('another row');
  });

  it('runs the work each time when the request has no key', async () => {
    await add(null);
    await expect(add(null)).resolves.toMatchObject({ replayed: false });
    await expect(jobs()).resolves.toBe(2);
  });

  it.each([
    ['sub account', { subAccountId: 13 }],
    ['caller', { caller: 'key:8' }],
    ['method', { method: 'PUT' }],
    ['path', { path: '/public/v1/reviews/add/bulk' }],
    ['key', { key: 'KEY-1' }],
  ])('runs the work again for another %s', async (_name, other) => {
    await add();
    await expect(add({ ...SCOPE, ...other })).resolves.toMatchObject({ replayed: false, body: { id: 2 } });
  });

  it('deletes the stored responses of one path and id and no others', async () => {
    await add();
    await add({ ...SCOPE, key: 'key-2' });
    await add({ ...SCOPE, subAccountId: 13 });
    await add({ ...SCOPE, path: '/public/v1/tags' }, async () => ({ id: 1 }));
    await add({ ...SCOPE, key: 'list' }, async () => [1] as unknown as { id: number });
    await sample.database.transaction((tx) =>
      keys.run(tx, { ...SCOPE, key: 'under way' }, async () => {
        await keys.forget(tx, SCOPE, [1, 3]);
        return null;
      }),
    );
    const kept = await sample.database.query(
      'select sub_account_id, path, key from idempotency_keys order by 1, 2, 3',
    );
    expect(kept).toEqual([
      { sub_account_id: 12, path: SCOPE.path, key: 'key:7 key-2' },
      { sub_account_id: 12, path: SCOPE.path, key: 'key:7 list' },
      { sub_account_id: 12, path: SCOPE.path, key: 'key:7 under way' },
      { sub_account_id: 12, path: '/public/v1/tags', key: 'key:7 key-1' },
      { sub_account_id: 13, path: SCOPE.path, key: 'key:7 key-1' },
    ]);
  });

  it('stores nothing when the work fails', async () => {
    const failing = add(SCOPE, async (tx) => {
      await addJob(tx);
      throw new Error('the platform refused');
    });
    await expect(failing).rejects.toThrow('the platform refused');
    await expect(keys.find(SCOPE)).resolves.toBeNull();
    await expect(add()).resolves.toMatchObject({ replayed: false });
    await expect(jobs()).resolves.toBe(1);
  });

  it('makes concurrent repeats wait for the first request and replays its response', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add()));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await expect(jobs()).resolves.toBe(1);
  });

  it('lets a waiting repeat run the work when the first request fails', async () => {
    const [atWork, failed] = [new Signal(), new Signal()];
    const first = add(SCOPE, async () => {
      atWork.give();
      await failed.given;
      throw new Error('no');
    });
    await atWork.given;
    const repeat = add();
    try {
      await eventually(
        () => waiting(),
        (count) => count === 1,
        'the repeat to wait',
      );
    } finally {
      // An open transaction would keep the tables from being emptied.
      failed.give();
    }
    await expect(first).rejects.toThrow('no');
    await expect(repeat).resolves.toMatchObject({ replayed: false });
  });

  it('answers 409 to a repeat that waited too long for the first request', async () => {
    const [atWork, finished] = [new Signal(), new Signal()];
    const first = add(SCOPE, async (tx) => {
      atWork.give();
      await finished.given;
      return addJob(tx);
    });
    await atWork.given;
    const impatient = sample.database.transaction(
      (tx) => keys.run(tx, SCOPE, () => addJob(tx)),
      'request',
      LOCK_LIMIT_MS,
    );
    try {
      await expect(impatient).rejects.toMatchObject({ code: 'idempotency_in_progress', status: 409 });
    } finally {
      finished.give();
    }
    await expect(first).resolves.toMatchObject({ replayed: false });
    await expect(add()).resolves.toMatchObject({ replayed: true });
  });

  it('replays a response for 24 hours', async () => {
    await add();
    await age('23 hours 59 minutes');
    await expect(add()).resolves.toMatchObject({ replayed: true });
    await age('24 hours');
    await expect(keys.find(SCOPE)).resolves.toBeNull();
    await expect(add()).resolves.toMatchObject({ replayed: false, body: { id: 2 } });
    await expect(add()).resolves.toMatchObject({ replayed: true, body: { id: 2 } });
  });

  it('lets exactly one of several concurrent requests take over an expired key', async () => {
    await add();
    await age('25 hours');
    const answers = await Promise.all(Array.from({ length: 5 }, () => add()));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(jobs()).resolves.toBe(2);
  });

  it('deletes responses after 24 hours', async () => {
    await add();
    await add({ ...SCOPE, key: 'key-2' });
    await expect(keys.purge()).resolves.toBe(0);
    await sample.database.query(
      "update idempotency_keys set created_at = now() - interval '24 hours' where key = 'key:7 key-1'",
    );
    await expect(keys.purge()).resolves.toBe(1);
    await expect(keys.find({ ...SCOPE, key: 'key-2' })).resolves.not.toBeNull();
  });

  it('stores a response without a body', async () => {
    const nothing = () => Promise.resolve(undefined as never);
    await add(SCOPE, nothing);
    await expect(add(SCOPE, nothing)).resolves.toEqual({ body: null, replayed: true });
  });

  const waiting = async () =>
    (
      await sample.database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).length;
});
