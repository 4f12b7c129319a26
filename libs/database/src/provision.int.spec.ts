import { randomBytes } from 'node:crypto';
import { administer, cloneDatabase, TEST_ROLE_PASSWORD } from '@plaudit/testing';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';
import { provisionDatabase, roleOf, serviceDatabaseUrl } from './provision';

describe('a service’s role', () => {
  let sample: SampleDatabase;
  const as = (service: string, sql: string) =>
    administer(sample.urlOf(service), (role) => role.query<Record<string, unknown>>(sql));

  beforeAll(async () => {
    sample = await openSampleDatabase();
    await as('channels', 'create table channels.secrets as select 1 as id');
  });
  afterAll(() => sample.close());

  it('does as it likes in its own schema', async () => {
    await as('reviews', 'create table reviews.own as select 7 as id');
    await expect(as('reviews', 'select id from reviews.own')).resolves.toEqual([{ id: 7 }]);
  });

  it.each([
    ['read another’s table', 'select * from channels.secrets'],
    ['list what is in another’s schema', 'create table channels.mine (id int)'],
    ['write another’s table', 'insert into channels.secrets values (2)'],
    ['create in public', 'create table public.mine (id int)'],
    ['make a schema', 'create schema mine'],
    ['make an extension', 'create extension hstore'],
    ['make a role', 'create role mine'],
    ['become another', 'set role plaudit_channels'],
  ])('may not %s', async (_name, sql) => {
    await expect(as('reviews', sql)).rejects.toThrow(/permission denied|must be/);
  });

  it('uses the extensions of the administrator', async () => {
    const [row] = await as('reviews', "select similarity('plaudit', 'plaudits') > 0.5 as alike");
    expect(row).toEqual({ alike: true });
  });

  it('may not connect with another’s password', async () => {
    const url = serviceDatabaseUrl(sample.server.adminUrl, 'reviews', 'wrong');
    await expect(administer(url, (role) => role.query('select 1'))).rejects.toThrow(/password/);
  });

  it('may not connect to a database that it was not given', async () => {
    const other = await cloneDatabase();
    await provisionDatabase({ adminUrl: other.adminUrl, services: [] });
    const url = serviceDatabaseUrl(other.adminUrl, 'reviews', TEST_ROLE_PASSWORD);
    await expect(administer(url, (role) => role.query('select 1'))).rejects.toThrow(/permission denied/);
    await other.drop();
  });
});

describe('provisionDatabase', () => {
  const name = `spec_${randomBytes(6).toString('hex')}`;
  const connect = (adminUrl: string, password: string) =>
    administer(serviceDatabaseUrl(adminUrl, name, password), (role) =>
      role.query("select current_user as role, has_schema_privilege($1, 'create') as owns_schema", [name]),
    );

  it('may be repeated, also by many at once and in many databases', async () => {
    const databases = await Promise.all([cloneDatabase(), cloneDatabase(), cloneDatabase()]);
    const services = [{ name, password: 'first' }];
    const all = databases.flatMap(({ adminUrl }) => [adminUrl, adminUrl, adminUrl, adminUrl]);
    await Promise.all(all.map((adminUrl) => provisionDatabase({ adminUrl, services })));
    for (const { adminUrl } of databases)
      await expect(connect(adminUrl, 'first')).resolves.toEqual([{ role: roleOf(name), owns_schema: true }]);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('gives a role its new password', async () => {
    const database = await cloneDatabase();
    const { adminUrl } = database;
    await provisionDatabase({ adminUrl, services: [{ name, password: 'second' }] });
    const odd = `p@ss:w/o%20rd'"`;
    await provisionDatabase({ adminUrl, services: [{ name, password: odd }] });
    await expect(connect(adminUrl, 'second')).rejects.toThrow(/password/);
    await expect(connect(adminUrl, odd)).resolves.toHaveLength(1);
    await database.drop();
  });

  afterAll(async () => {
    const database = await cloneDatabase();
    await administer(database.adminUrl, (admin) => admin.query(`drop role ${roleOf(name)}`));
    await database.drop();
  });
});
