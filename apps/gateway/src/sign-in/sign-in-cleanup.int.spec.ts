import { createDataSource, Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { administer } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { SignInCleanupWorker } from './sign-in-cleanup.worker';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';
import { SignInRepository } from './sign-in.repository';
import { signIns, startSignInWorld } from './sign-in-world.suite';

/** More rows than two batches hold. */
const EXPIRED = 2_500;

let gateway: GatewayWorld;
let database: Database;
const { sql, signInByPassword, linkToken } = signIns(() => gateway);

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

const deleteExpired = (on = database): Promise<void> =>
  new SignInCleanupWorker(
    new SignInRepository(on),
    new SignInAttemptsRepository(on),
    new Clock(),
  ).deleteExpired();

async function remaining(): Promise<unknown> {
  const [row] = await sql<{ sessions: number; links: number }>(
    `select (select count(*)::int from gateway.sessions) as sessions,
            (select count(*)::int from gateway.login_links) as links`,
  );
  return row;
}

/** Runs `work` while another connection locks one expired session and one expired link, as another replica would. */
async function besideOtherReplica(work: () => Promise<void>): Promise<void> {
  await administer(gateway.world.databaseUrl('gateway'), async (other) => {
    await other.query('begin');
    for (const table of ['sessions', 'login_links'])
      await other.query(`select from gateway.${table} where hash = sha256('7') for update`);
    await work();
    await other.query('rollback');
  });
}

describe('SignInCleanupWorker', () => {
  it('deletes all expired sessions and links in batches, and no others', async () => {
    await signInByPassword();
    await linkToken();
    await deleteExpired();
    expect(await remaining()).toEqual({ sessions: 1, links: 1 });
  });

  it('deletes expired links of the set-up and for a new password, and no others', async () => {
    const add = (seconds: number) =>
      sql(
        `with setup as (
           insert into gateway.setup_links (hash, user_id, key_id, expires_on)
           select sha256('${seconds}'), min(id), 1, now() + interval '${seconds} seconds' from gateway.users)
         insert into gateway.password_resets (user_id, hash, expires_on)
         select min(id), sha256('${seconds}'), now() + interval '${seconds} seconds' from gateway.users
         on conflict (user_id) do update set expires_on = excluded.expires_on`,
      );
    const left = async () => {
      const [row] = await sql<object>(
        `select (select count(*)::int from gateway.setup_links) as setups,
                (select count(*)::int from gateway.password_resets) as resets`,
      );
      return row;
    };
    await add(-1);
    await deleteExpired();
    expect(await left()).toEqual({ setups: 0, resets: 0 });
    await add(60);
    await deleteExpired();
    expect(await left()).toEqual({ setups: 1, resets: 1 });
  });

  it('skips rows that another replica has locked', async () => {
    await besideOtherReplica(async () => {
      await deleteExpired();
      expect(await remaining()).toEqual({ sessions: 1, links: 1 });
    });
    await deleteExpired();
    expect(await remaining()).toEqual({ sessions: 0, links: 0 });
  });

  it('does not block sign-ins while it runs', async () => {
    await besideOtherReplica(async () => {
      expect((await signInByPassword()).status).toBe(200);
      expect(await linkToken()).toMatch(/^[\w-]{43}$/);
    });
  });

  it('logs a warning and does not throw when the database is unavailable', async () => {
    const url = gateway.world.databaseUrl('gateway');
    const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
    await dataSource.initialize();
    const unavailable = new Database(dataSource, 'gateway');
    await dataSource.destroy();
    await deleteExpired(unavailable);
    expect(gateway.world.logs.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', context: 'SignInCleanupWorker' }),
    );
  });
});
