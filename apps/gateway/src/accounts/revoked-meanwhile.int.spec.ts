import { administer, type Administration, eventually } from '@plaudit/testing';
import { cookieOf, HOST, ORIGIN, ask } from '../sign-in/sign-in-world.suite';
import { type AccountsWorld, newEmail, PASSWORD, startAccountsWorld } from './accounts-world.suite';

// In each test, a transaction revokes a caller while a change by that caller waits for the transaction to end.
let gateway: AccountsWorld;
beforeAll(async () => (gateway = await startAccountsWorld({ nats: true, settings: { PUBLIC_URL: ORIGIN } })));
afterAll(async () => gateway.close());

/**
 * Runs `revoke` in a transaction that holds the account lock. Commits it as soon as the request of `attempt` waits for
 * that lock. Returns the response to the request.
 */
async function whileRevoking<T>(
  revoke: (admin: Administration) => Promise<unknown>,
  attempt: () => Promise<T>,
): Promise<T> {
  return administer(gateway.world.databaseUrl('gateway'), async (admin) => {
    await admin.query('begin');
    await admin.query('select from gateway.accounts for no key update');
    await revoke(admin);
    const response = attempt();
    await eventually(waitingForAccount, (count) => count === 1, 'the change to wait for the account');
    await admin.query('commit');
    return response;
  });
}

/**
 * Counts the requests that wait for the account lock. It ignores the update of `last_used_on`, which runs every 2 s and
 * waits for the key rows that `revoke` holds.
 */
async function waitingForAccount(): Promise<number> {
  const [row] = await gateway.world.admin.query<{ count: number }>(
    `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select * from accounts % for no key update'`,
  );
  return Number(row?.count);
}

const deleteKeys = (admin: Administration): Promise<unknown> =>
  admin.query("update gateway.keys set deleted_at = now() where name = 'doomed'");
const withoutDeletions = (stored: string): string => stored.replaceAll(/"deleted_at": ?(null|"[^"]*")/g, '');

describe('an API key', () => {
  it.each([
    ['add a key', 'POST', '/keys', { name: 'survivor' }],
    ['add a user', 'POST', '/users', { email: newEmail(), password: PASSWORD }],
    ['add a sub account', 'POST', '/account/subaccount', { name: 'survivor' }],
    ['change the account', 'PUT', '/account', { company_name: 'survivor' }],
  ])('cannot %s if it is deleted while the request waits', async (_what, method, path, body) => {
    const doomed = await gateway.keyFor({ name: 'doomed' });
    const before = await gateway.stored();
    const response = await whileRevoking(deleteKeys, () => doomed.send(method, path, body));
    expect(response).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect(withoutDeletions(await gateway.stored())).toBe(withoutDeletions(before));
  });

  it('cannot add a key if its sub account is deleted while the request waits', async () => {
    const sub_account_id = await gateway.addSubAccount();
    const doomed = await gateway.keyFor({ sub_account_id });
    const deleteSubAccount = (admin: Administration) =>
      admin.query('update gateway.sub_accounts set deleted_at = now() where id = $1', [sub_account_id]);
    const response = await whileRevoking(deleteSubAccount, () => doomed.post('/keys', { name: 'x' }));
    expect(response).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
  });
});

describe('a key of an account', () => {
  it('cannot add a key if the API is switched off while the request waits', async () => {
    const setApi = (on: boolean) => (admin: Administration) =>
      admin.query('update gateway.accounts set api_enabled = $1', [on]);
    const response = await whileRevoking(setApi(false), () => gateway.admin.post('/keys', { name: 'x' }));
    expect(response).toMatchObject({ status: 401, body: { code: 'api_disabled' } });
    await setApi(true)(gateway.world.admin);
  });
});

describe('a signed-in admin', () => {
  it.each([
    ['the user is deleted', 'delete from gateway.users where id = $1'],
    ['the role of the user becomes user', "update gateway.users set role = 'user' where id = $1"],
    [
      'the user is restricted to one sub account',
      'update gateway.users set sub_accounts = array[7] where id = $1',
    ],
    ['the session of the user is ended', 'delete from gateway.sessions where user_id = $1'],
  ])('cannot add a key if %s while the request waits', async (_what, sql) => {
    const email = newEmail();
    const id = await gateway.addUser({ email, role_id: 1 });
    const entered = await ask(gateway, '/app/session', {
      method: 'POST',
      body: { email, password: PASSWORD },
    });
    const request = {
      method: 'POST',
      headers: { cookie: cookieOf(entered), host: HOST, 'x-sub-account': '1' },
      body: { name: 'x' },
    };
    const made = await ask(gateway, '/app/api/keys', request);
    expect(made.status).toBe(201);
    const response = await whileRevoking(
      (admin) => admin.query(sql, [id]),
      () => ask(gateway, '/app/api/keys', request),
    );
    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ code: 'session_ended' });
  });
});
