import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { administer, cloneDatabase, TEST_ROLE_PASSWORD, type TestDatabase } from '@plaudit/testing';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { provisionFrom } from '../cli/provision-command';
import { initSql } from './init-sql';
import {
  passwordVariable,
  serviceDatabaseUrl,
  retryConcurrentErrors,
  provisionDatabase,
  roleOf,
} from './provision';
import { openSampleDatabase, type SampleDatabase } from '../fixtures/sample-database';

const FILE = join(__dirname, '..', '..', '..', '..', 'deploy', 'postgres', 'init.sql');

const PASSWORDS = Object.fromEntries(
  SERVICE_NAMES.map((name) => [passwordVariable(name), TEST_ROLE_PASSWORD] as const),
);

/** Replaces psql's variables by the values of the environment, as psql does. */
function readByPsql(script: string, database: string, env: Readonly<Record<string, string>>): string {
  const variables = new Map(
    [...script.matchAll(/^\\getenv (\S+) (\S+)$/gm)].map(([, name, from]) => [name, env[from as string]]),
  );
  return script
    .replace(/^\\.*$/gm, '')
    .replaceAll(':"DBNAME"', escapeIdentifier(database))
    .replace(/:'(\w+)'/g, (_reference, name: string) => escapeLiteral(variables.get(name) as string));
}

/** Reads owners and privileges from the catalogue of Postgres. */
function rightsIn({ adminUrl }: TestDatabase): Promise<unknown[]> {
  return administer(adminUrl, (admin) =>
    admin.query(`
      select 'schema' as kind, nspname::text as name, nspowner::regrole::text as owner, nspacl::text as rights
        from pg_namespace where nspname !~ '^pg_|^information'
      union all select 'database', 'this', datdba::regrole::text, datacl::text
        from pg_database where datname = current_database()
      union all select 'extension', extname, extowner::regrole::text, extnamespace::regnamespace::text
        from pg_extension
      union all select 'setting', setrole::regrole::text, 'this', setconfig::text
        from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())
      order by kind, name`),
  );
}

describe('deploy/postgres/init.sql', () => {
  it('equals the output of `npm run generate`', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(initSql());
  });

  it('grants the same privileges and limits as the provision command, also when repeated, and lets every service log in', async () => {
    const [scripted, commanded] = await Promise.all([cloneDatabase(), cloneDatabase()]);
    const sql = readByPsql(readFileSync(FILE, 'utf8'), scripted.name, PASSWORDS);
    // Other specs provision the same roles on this server at the same time.
    const run = () => retryConcurrentErrors(() => administer(scripted.adminUrl, (admin) => admin.query(sql)));
    await run();
    await run();
    await provisionFrom({ ...PASSWORDS, DATABASE_ADMIN_URL: commanded.adminUrl });
    const rights = await rightsIn(scripted);
    expect(rights).toEqual(await rightsIn(commanded));
    expect(rights).toContainEqual(
      expect.objectContaining({ kind: 'schema', name: 'reviews', owner: 'plaudit_reviews' }),
    );
    expect(rights).toContainEqual(
      expect.objectContaining({
        kind: 'setting',
        name: 'plaudit_ai',
        rights: expect.stringMatching(/"search_path=ai, public",TimeZone=UTC,.*statement_timeout=1800/),
      }),
    );
    for (const name of SERVICE_NAMES) {
      const url = serviceDatabaseUrl(scripted.adminUrl, name, TEST_ROLE_PASSWORD);
      await administer(url, (role) => role.query(`create table ${name}.own as select 1 as id`));
    }
    const reviews = serviceDatabaseUrl(scripted.adminUrl, 'reviews', TEST_ROLE_PASSWORD);
    const reading = administer(reviews, (role) => role.query('select id from channels.own'));
    await expect(reading).rejects.toThrow(/permission denied/);
    await Promise.all([scripted.drop(), commanded.drop()]);
  });
});

describe('the provision command', () => {
  it('lists every environment variable that is missing', async () => {
    const { REVIEWS_DATABASE_PASSWORD: _gone, ...rest } = PASSWORDS;
    await expect(provisionFrom({ ...rest, AI_DATABASE_PASSWORD: '' })).rejects.toThrow(
      'Set these environment variables: DATABASE_ADMIN_URL, REVIEWS_DATABASE_PASSWORD, AI_DATABASE_PASSWORD.',
    );
  });
});

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
