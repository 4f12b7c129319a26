import { administer, type Administration, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { ask, OWNER, type PageAnswer, startSignInWorld } from './sign-in-world.suite';

/** A user's rights are taken away by a change that is under way, while they come in by the old ones. */
let gateway: GatewayWorld;
beforeEach(async () => (gateway = await startSignInWorld()));
afterEach(() => gateway.close());

const enter = (): Promise<PageAnswer> => ask(gateway, '/app/session', { method: 'POST', body: OWNER });
const getLink = (): Promise<PageAnswer> =>
  ask(gateway, '/public/v1/login/get_url', { method: 'POST', body: OWNER, headers: basic(gateway.apiKey) });

async function enterOnce(link: PageAnswer): Promise<PageAnswer> {
  const token = String(link.json().url).split('#t=')[1];
  return ask(gateway, '/app/session/once', { method: 'POST', body: { token } });
}

/** Changes the owner as PUT /users does, and commits once what `attempt` sent waits for it. */
async function behind(
  change: string,
  attempt: () => Promise<PageAnswer>,
): Promise<{ status: number; code: unknown }> {
  return administer(gateway.world.databaseUrl('gateway'), async (admin: Administration) => {
    await admin.query('begin');
    await admin.query('select from gateway.users for update');
    await admin.query('delete from gateway.sessions');
    await admin.query('delete from gateway.login_links');
    await admin.query(change);
    const answer = attempt();
    await eventually(waiting, (count) => count === 1, 'the sign-in to wait for the change');
    await admin.query('commit');
    const { status, json } = await answer;
    return { status, code: json().code };
  });
}

async function waiting(): Promise<number> {
  const [row] = await gateway.world.admin.query<{ count: number }>(
    `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and usename <> current_user`,
  );
  return Number(row?.count);
}

async function doors(): Promise<unknown> {
  return gateway.world.admin.query(
    'select user_id from gateway.sessions union all select user_id from gateway.login_links',
  );
}

const REFUSED = { status: 400, code: 'invalid_credentials' };

it.each([
  ['password', "update gateway.users set password_hash = 'another'"],
  ['sub accounts', 'update gateway.users set sub_accounts = array[7]'],
  ['user', 'delete from gateway.users'],
])('nobody comes in by a %s that was changed or deleted meanwhile', async (_what, change) => {
  expect(await behind(change, enter)).toEqual(REFUSED);
  expect(await doors()).toEqual([]);
});

it('nobody gets a link for a password that was changed meanwhile', async () => {
  expect(await behind("update gateway.users set password_hash = 'another'", getLink)).toEqual(REFUSED);
  expect(await doors()).toEqual([]);
});

it('nobody comes in by a link that is being taken away', async () => {
  const link = await getLink();
  expect(await behind("update gateway.users set password_hash = 'another'", () => enterOnce(link))).toEqual(
    REFUSED,
  );
  expect(await doors()).toEqual([]);
});

it('whoever came in first is out once the password has changed', async () => {
  const entered = await enter();
  expect(entered.status).toBe(200);
  const [user] = await gateway.world.admin.query<{ id: number }>('select id from gateway.users');
  const changes = Array.from({ length: 3 }, () => [
    ask(gateway, `/public/v1/users/${user?.id}`, {
      method: 'PUT',
      headers: basic(gateway.apiKey),
      body: { password: `${OWNER.password}!` },
    }),
    enter(),
  ]).flat();
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 400].includes(status))).toEqual([]);
  expect(await doors()).toEqual([]);
});
