import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { administer, cloneDatabase, TEST_ROLE_PASSWORD, type TestDatabase } from '@plaudit/testing';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { provisionFrom } from '../cli/provision-command';
import { initSql } from './init-sql';
import { passwordVariable, serviceDatabaseUrl, retryConcurrentErrors } from './provision';

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
