import { createDataSource, Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { administer } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { LoginLinksRepository } from './login-links.repository';
import { SessionsRepository } from './sessions.repository';
import { SignInUpkeep } from './sign-in-upkeep';
import { signIns, startSignInWorld } from './sign-in-world.suite';

/** More than two batches. */
const EXPIRED = 2_500;

let gateway: GatewayWorld;
let database: Database;
const { sql, enter, linkToken } = signIns(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld();
  const url = gateway.world.databaseUrl('gateway');
  const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
  await dataSource.initialize();
  database = new Database(dataSource, 'gateway');
});
afterAll(async () => {
  await database.dataSource.destroy();
  await gateway.close();
});

beforeEach(async () => {
  await sql('delete from gateway.sessions');
  await sql('delete from gateway.login_links');
  await sql(
    `insert into gateway.sessions (hash, user_id, host, network, agent, created_on, last_seen_on, expires_on)
     select sha256(n::text::bytea), u.id, 'x', 'x', 'x', now(), now(), now() - interval '1 second'
       from gateway.users u, generate_series(1, ${EXPIRED}) n`,
  );
  await sql(
    `insert into gateway.login_links (hash, user_id, expires_on)
     select sha256(n::text::bytea), u.id, now() - interval '1 second'
       from gateway.users u, generate_series(1, ${EXPIRED}) n`,
  );
});

const purge = (): Promise<void> =>
  new SignInUpkeep(new SessionsRepository(database), new LoginLinksRepository(database), new Clock()).purge();

async function left(): Promise<unknown> {
  const [row] = await sql<{ sessions: number; links: number }>(
    `select (select count(*)::int from gateway.sessions) as sessions,
            (select count(*)::int from gateway.login_links) as links`,
  );
  return row;
}

/** Holds one expired session and one expired link, as another replica at the same work does. */
async function besideAnother(work: () => Promise<void>): Promise<void> {
  await administer(gateway.world.databaseUrl('gateway'), async (other) => {
    await other.query('begin');
    for (const table of ['sessions', 'login_links'])
      await other.query(`select from gateway.${table} where hash = sha256('7') for update`);
    await work();
    await other.query('rollback');
  });
}

it('forgets what has expired, in batches, and nothing else', async () => {
  await enter();
  await linkToken();
  await purge();
  expect(await left()).toEqual({ sessions: 1, links: 1 });
});

it('waits for no replica that is at the same', async () => {
  await besideAnother(async () => {
    await purge();
    expect(await left()).toEqual({ sessions: 1, links: 1 });
  });
  await purge();
  expect(await left()).toEqual({ sessions: 0, links: 0 });
});

it('keeps nobody waiting who signs in meanwhile', async () => {
  await besideAnother(async () => {
    expect((await enter()).status).toBe(200);
    expect(await linkToken()).toMatch(/^[\w-]{43}$/);
  });
});

it('tries again in an hour when the database is away, and says so', async () => {
  const url = gateway.world.databaseUrl('gateway');
  const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
  await dataSource.initialize();
  const away = new Database(dataSource, 'gateway');
  await dataSource.destroy();
  await new SignInUpkeep(new SessionsRepository(away), new LoginLinksRepository(away), new Clock()).purge();
  expect(gateway.world.logs.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', context: 'SignInUpkeep' }),
  );
});
