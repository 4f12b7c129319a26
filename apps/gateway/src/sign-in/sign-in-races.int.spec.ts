import { administer, type Administration, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { ask, OWNER, type PageAnswer, startSignInWorld } from './sign-in-world.suite';

let gateway: GatewayWorld;
beforeEach(async () => (gateway = await startSignInWorld()));
afterEach(() => gateway.close());

const signInByPassword = (): Promise<PageAnswer> =>
  ask(gateway, '/app/session', { method: 'POST', body: OWNER });
const getLink = (): Promise<PageAnswer> =>
  ask(gateway, '/public/v1/login/get_url', { method: 'POST', body: OWNER, headers: basic(gateway.apiKey) });

async function signInByLink(link: PageAnswer): Promise<PageAnswer> {
  const token = String(link.json().url).split('#t=')[1];
  return ask(gateway, '/app/session/once', { method: 'POST', body: { token } });
}

/** Changes the owner as PUT /users does, and commits as soon as the request of `attempt` waits for the change. */
async function duringChange(
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
    await eventually(waitingConnections, (count) => count === 1, 'the sign-in to wait for the change');
    await admin.query('commit');
    const { status, json } = await answer;
    return { status, code: json().code };
  });
}

async function waitingConnections(): Promise<number> {
  const [row] = await gateway.world.admin.query<{ count: number }>(
    `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and usename <> current_user`,
  );
  return Number(row?.count);
}

async function sessionsAndLinks(): Promise<unknown> {
  return gateway.world.admin.query(
    'select user_id from gateway.sessions union all select user_id from gateway.login_links',
  );
}

const REFUSED = { status: 400, code: 'invalid_credentials' };

describe('sign-in during a change of the user', () => {
  it.each([
    ['the password is changed', "update gateway.users set password_hash = 'another'"],
    ['the sub accounts of the user are changed', 'update gateway.users set sub_accounts = array[7]'],
    ['the user is deleted', 'delete from gateway.users'],
  ])('refuses a sign-in by password while %s', async (_what, change) => {
    expect(await duringChange(change, signInByPassword)).toEqual(REFUSED);
    expect(await sessionsAndLinks()).toEqual([]);
  });

  it('refuses to create a link while the password is changed', async () => {
    expect(await duringChange("update gateway.users set password_hash = 'another'", getLink)).toEqual(
      REFUSED,
    );
    expect(await sessionsAndLinks()).toEqual([]);
  });

  it('refuses a sign-in by a link while the link is deleted', async () => {
    const link = await getLink();
    expect(
      await duringChange("update gateway.users set password_hash = 'another'", () => signInByLink(link)),
    ).toEqual(REFUSED);
    expect(await sessionsAndLinks()).toEqual([]);
  });

  it('ends all earlier sessions when the password changes', async () => {
    const entered = await signInByPassword();
    expect(entered.status).toBe(200);
    const [user] = await gateway.world.admin.query<{ id: number }>('select id from gateway.users');
    const changes = Array.from({ length: 3 }, () => [
      ask(gateway, `/public/v1/users/${user?.id}`, {
        method: 'PUT',
        headers: basic(gateway.apiKey),
        body: { password: `${OWNER.password}!` },
      }),
      signInByPassword(),
    ]).flat();
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 400].includes(status))).toEqual([]);
    expect(await sessionsAndLinks()).toEqual([]);
  });
});
