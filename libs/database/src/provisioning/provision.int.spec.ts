import { randomBytes } from 'node:crypto';
import { administer, cloneDatabase, TEST_ROLE_PASSWORD } from '@plaudit/testing';
import { openSampleDatabase, type SampleDatabase } from '../fixtures/sample-database';
import { provisionDatabase, roleOf, serviceDatabaseUrl } from './provision';

describe('the database role of a service', () => {
  let sample: SampleDatabase;
  const as = (service: string, sql: string) =>
    administer(sample.urlOf(service), (role) => role.query<Record<string, unknown>>(sql));

  beforeAll(async () => {
    sample = await openSampleDatabase();
    await as('channels', 'create table channels.secrets as select 1 as id');
  });
  afterAll(() => sample.close());

  it('may do everything in its own schema', async () => {
    await as('reviews', 'create table reviews.own as select 7 as id');
    await expect(as('reviews', 'select id from reviews.own')).resolves.toEqual([{ id: 7 }]);
  });

  it.each([
    ['read a table of another service', 'select * from channels.secrets'],
    ['create a table in the schema of another service', 'create table channels.mine (id int)'],
    ['write to a table of another service', 'insert into channels.secrets values (2)'],
    ['create a table in public', 'create table public.mine (id int)'],
    ['create a schema', 'create schema mine'],
    ['create an extension', 'create extension hstore'],
    ['create a role', 'create role mine'],
    ['switch to the role of another service', 'set role plaudit_channels'],
  ])('may not %s', async (_name, sql) => {
    await expect(as('reviews', sql)).rejects.toThrow(/permission denied|must be/);
  });

  it('has a limit for every statement, which is below the two seconds that other services wait', async () => {
    const { adminUrl } = sample.server;
    const services = [{ name: 'channels', password: TEST_ROLE_PASSWORD }];
    await provisionDatabase({ adminUrl, services });
    await expect(as('channels', 'show statement_timeout')).resolves.toEqual([
      { statement_timeout: '1800ms' },
    ]);
    await provisionDatabase({ adminUrl, services, timeoutFactor: 2.5 });
    await expect(as('channels', 'show statement_timeout')).resolves.toEqual([
      { statement_timeout: '4500ms' },
    ]);
  });

  it('may use the extensions that the administrator created', async () => {
    const [row] = await as('reviews', "select similarity('plaudit', 'plaudits') > 0.5 as alike");
    expect(row).toEqual({ alike: true });
  });

  it('may not connect with a wrong password', async () => {
    const url = serviceDatabaseUrl(sample.server.adminUrl, 'reviews', 'wrong');
    await expect(administer(url, (role) => role.query('select 1'))).rejects.toThrow(/password/);
  });

  it('may be created by the owner of the database who is no superuser but may create roles', async () => {
    const owned = await cloneDatabase();
    const owner = `owner_${randomBytes(6).toString('hex')}`;
    const service = `made_by_${owner}`;
    const url = new URL(owned.adminUrl);
    await administer(owned.adminUrl, async (admin) => {
      await admin.query(`create role ${owner} login createrole password 'owner'`);
      await admin.query(`alter database "${url.pathname.slice(1)}" owner to ${owner}`);
    });
    url.username = owner;
    url.password = 'owner';
    const services = [{ name: service, password: 'made' }];
    for (const _repetition of [1, 2]) await provisionDatabase({ adminUrl: url.toString(), services });
    const made = serviceDatabaseUrl(owned.adminUrl, service, 'made');
    const [row] = await administer(made, (role) => role.query("select similarity('a', 'a') as alike"));
    expect(row).toEqual({ alike: 1 });
    await owned.drop();
    await administer(sample.server.adminUrl, async (admin) => {
      await admin.query(`drop role ${roleOf(service)}`);
      await admin.query(`drop role ${owner}`);
    });
  });

  it('may not connect to a database in which it was not provisioned', async () => {
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

  it('can be repeated, concurrently and in several databases', async () => {
    const databases = await Promise.all([cloneDatabase(), cloneDatabase(), cloneDatabase()]);
    const services = [{ name, password: 'first' }];
    const all = databases.flatMap(({ adminUrl }) => [adminUrl, adminUrl, adminUrl, adminUrl]);
    await Promise.all(all.map((adminUrl) => provisionDatabase({ adminUrl, services })));
    for (const { adminUrl } of databases)
      await expect(connect(adminUrl, 'first')).resolves.toEqual([{ role: roleOf(name), owns_schema: true }]);
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('sets a changed password on the existing role', async () => {
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
