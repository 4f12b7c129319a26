import { administer, type Administration, eventually } from '@plaudit/testing';
import { cookieOf, HOST, ORIGIN, ask } from '../sign-in/sign-in-world.suite';
import { type AccountsWorld, newEmail, PASSWORD, startAccountsWorld } from './accounts-world.suite';

/** Somebody is revoked by a change that is under way, while a change of their own waits behind it. */
let gateway: AccountsWorld;
beforeAll(async () => (gateway = await startAccountsWorld({ nats: true, settings: { PUBLIC_URL: ORIGIN } })));
afterAll(async () => gateway.close());

/** Runs `revoke` in a transaction that holds the account, and commits it once what `attempt` sent waits for it. */
async function behind<T>(
  revoke: (admin: Administration) => Promise<unknown>,
  attempt: () => Promise<T>,
): Promise<T> {
  return administer(gateway.world.databaseUrl('gateway'), async (admin) => {
    await admin.query('begin');
    await admin.query('select from gateway.accounts for no key update');
    await revoke(admin);
    const answer = attempt();
    await eventually(waiting, (count) => count === 1, 'the change to wait for the account');
    await admin.query('commit');
    return answer;
  });
}

/** For the account alone: when keys were last used is written every 2 s, and waits for the keys that `revoke` holds. */
async function waiting(): Promise<number> {
  const [row] = await gateway.world.admin.query<{ count: number }>(
    `select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select * from accounts % for no key update'`,
  );
  return Number(row?.count);
}

const buryKeys = (admin: Administration): Promise<unknown> =>
  admin.query("update gateway.keys set deleted_at = now() where name = 'doomed'");
const withoutBurials = (stored: string): string => stored.replaceAll(/"deleted_at": ?(null|"[^"]*")/g, '');

it.each([
  ['makes no key that outlives it', 'POST', '/keys', { name: 'survivor' }],
  ['makes no user', 'POST', '/users', { email: newEmail(), password: PASSWORD }],
  ['makes no sub account', 'POST', '/account/subaccount', { name: 'survivor' }],
  ['changes no account', 'PUT', '/account', { company_name: 'survivor' }],
])('a key that was deleted meanwhile %s', async (_what, method, path, body) => {
  const doomed = await gateway.keyFor({ name: 'doomed' });
  const before = await gateway.stored();
  const answer = await behind(buryKeys, () => doomed.send(method, path, body));
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
  expect(withoutBurials(await gateway.stored())).toBe(withoutBurials(before));
});

it('a key whose sub account was deleted meanwhile makes no key', async () => {
  const sub_account_id = await gateway.addSubAccount();
  const doomed = await gateway.keyFor({ sub_account_id });
  const bury = (admin: Administration) =>
    admin.query('update gateway.sub_accounts set deleted_at = now() where id = $1', [sub_account_id]);
  const answer = await behind(bury, () => doomed.post('/keys', { name: 'x' }));
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
});

it.each([
  ['was deleted', 'delete from gateway.users where id = $1'],
  ['is no admin any more', "update gateway.users set role = 'user' where id = $1"],
  ['may enter only one sub account now', 'update gateway.users set sub_accounts = array[7] where id = $1'],
])('a signed-in admin who %s makes no key', async (_what, sql) => {
  const email = newEmail();
  const id = await gateway.addUser({ email, role_id: 1 });
  const entered = await ask(gateway, '/app/session', { method: 'POST', body: { email, password: PASSWORD } });
  const request = { method: 'POST', headers: { cookie: cookieOf(entered), host: HOST }, body: { name: 'x' } };
  const made = await ask(gateway, '/app/keys', request);
  expect(made.status).toBe(200);
  const answer = await behind(
    (admin) => admin.query(sql, [id]),
    () => ask(gateway, '/app/keys', request),
  );
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'invalid_credentials' });
});
