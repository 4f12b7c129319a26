import { inspect } from 'node:util';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';

/** Has quotation marks, because Postgres escapes none of them in a message. */
const SECRET = 'ida@example.com" said «$argon2id$v=19$hash» "so';

describe('DatabaseClient', () => {
  let sample: SampleDatabase;

  beforeAll(async () => {
    sample = await openSampleDatabase();
    await sample.database.query(
      'create table people (email text constraint people_email_key unique, age integer)',
    );
    await sample.database.query(
      "alter table people add constraint people_adult_check check (age >= 18), add column born date not null default '2000-01-01'",
    );
    await sample.database.query('insert into people values ($1, 20)', [SECRET]);
    await sample.database.query(`
      create function reject(value text) returns void language plpgsql as $$
      begin raise exception 'no "%"', value using detail = value, hint = value, errcode = 'P0001'; end $$`);
  });
  afterAll(() => sample.close());

  const failure = (sql: string, ...parameters: unknown[]): Promise<unknown> =>
    sample.database.query(sql, parameters).then(
      () => null,
      (error: unknown) => error,
    );

  it.each([
    ['a unique violation', 'insert into people values ($1, 20)', '23505'],
    ['a failed check', 'insert into people values ($1, 7)', '23514'],
    ['a missing value', 'insert into people values ($1, 20, null)', '23502'],
    ['text that is not a number', 'select $1::text::integer', '22P02'],
    ['text that is not a date', 'select $1::text::date', '22007'],
    ['text that is not JSON', 'select $1::text::jsonb', '22P02'],
    ['a search that is not valid', "select to_tsquery('simple', $1)", '42601'],
    ['an exception of a function', 'select reject($1)', 'P0001'],
  ])('reports %s without the value', async (_what, sql, code) => {
    const error = await failure(sql, SECRET);
    expect(error).toMatchObject({ code });
    expect(inspect(error, { depth: 8, showHidden: true })).not.toMatch(/ida@example|argon2/);
  });

  it('keeps what names the fault', async () => {
    expect(await failure('insert into people values ($1, 20)', SECRET)).toMatchObject({
      message: 'duplicate key value violates unique constraint "people_email_key"',
      code: '23505',
      schema: 'reviews',
      table: 'people',
      constraint: 'people_email_key',
      stack: expect.stringContaining('database.ts'),
    });
    expect(await failure('select $1::text::integer', SECRET)).toMatchObject({
      message: 'invalid input syntax for type integer: "…"',
    });
    expect(await failure('select * from nowhere')).toMatchObject({
      message: 'relation "nowhere" does not exist',
    });
  });

  it('also removes the values from the error that TypeORM makes of it', async () => {
    const error: unknown = await sample.database
      .transaction((tx) => tx.query('insert into people values ($1, 7)', [SECRET]))
      .catch((thrown: unknown) => thrown);
    const { parameters: _kept, ...others } = error as { parameters: unknown[] };
    expect(others).toMatchObject({ constraint: 'people_adult_check', table: 'people' });
    expect(inspect({ ...others, stack: (error as Error).stack }, { depth: 8 })).not.toMatch(
      /ida@example|argon2/,
    );
  });
});
