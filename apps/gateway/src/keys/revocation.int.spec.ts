import { PRINCIPAL_HEADER, type Principal } from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { eventually } from '@plaudit/testing';
import { type AccountsWorld, type Answer, Api, startAccountsWorld } from '../accounts/accounts-world.suite';
import { COMMANDS } from '../cli/commands';
import { gatewayService } from '../service';

let gateway: AccountsWorld;
let admin: Api;
let replica: RunningServices;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
  ({ admin } = gateway);
  replica = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
});
afterAll(async () => {
  await replica.close();
  await gateway.close();
});

/** Less than the 30 s for which a key is remembered: whoever forgets it in this time was told to. */
const TOLD = { timeoutMs: 20_000 };

/** The same key at the other gateway, which remembers it from here on. */
async function elsewhere(api: Api): Promise<Api> {
  const there = new Api(replica.url('gateway'), api.key);
  expect((await there.get('/hello')).status).toBe(200);
  return there;
}

async function refused(api: Api, code: string): Promise<Answer> {
  return eventually(
    () => api.get('/hello'),
    ({ status, body }) => status === 401 && body.code === code,
    `${code} at the other gateway`,
    TOLD,
  );
}

async function idOf(api: Api): Promise<number> {
  const { keys } = (await admin.get('/keys')).body as { keys: { id: number; prefix: string }[] };
  return keys.find(({ prefix }) => api.key.startsWith(prefix))?.id as number;
}

/** What the other gateway says of a key to a service. */
async function principalOf(there: Api): Promise<Principal> {
  await there.get('/reviews/get');
  const token = String(gateway.upstreams.reviews.requests.at(-1)?.headers[PRINCIPAL_HEADER]);
  const claims = Buffer.from(token.split('.')[1] as string, 'base64url').toString();
  return (JSON.parse(claims) as { principal: Principal }).principal;
}

it('a deleted key is refused by every gateway at once', async () => {
  const key = await gateway.keyFor();
  const there = await elsewhere(key);
  await admin.delete(`/keys/${await idOf(key)}`);
  expect((await key.get('/hello')).status).toBe(401);
  await refused(there, 'invalid_key');
});

it('a deleted sub account takes its keys along everywhere', async () => {
  const sub_account_id = await gateway.addSubAccount();
  const there = await elsewhere(await gateway.keyFor({ sub_account_id }));
  await admin.delete(`/account/subaccount/${sub_account_id}`);
  await refused(there, 'invalid_key');
});

it('the switch of the integration counts everywhere, off and on', async () => {
  const other = await gateway.addAccount();
  const { id } = (await other.get('/account')).body;
  const there = await elsewhere(other);
  await other.put('/account', { api_enabled: false });
  await refused(there, 'api_disabled');
  await COMMANDS['change']?.({
    options: { account: String(id), api: 'on' },
    env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
    print: () => {},
  });
  for (const api of [there, other])
    await eventually(
      () => api.get('/hello'),
      ({ status }) => status === 200,
      'the key to work again',
      TOLD,
    );
});

it('limits that change reach the services with the next request through any gateway', async () => {
  const sub_account_id = await gateway.addSubAccount();
  const there = await elsewhere(await gateway.keyFor({ sub_account_id }));
  expect((await principalOf(there)).limits.properties).toBe(-1);
  await admin.put(`/account/subaccount/${sub_account_id}`, { properties: 3 });
  await eventually(
    () => principalOf(there),
    ({ limits }) => limits.properties === 3,
    'the new limit',
    TOLD,
  );
});

it('no answer and no log line ever holds a signed principal, which would outlive its key', async () => {
  const key = await gateway.keyFor();
  const answer = await key.get('/reviews/get');
  const token = String(gateway.upstreams.reviews.requests.at(-1)?.headers[PRINCIPAL_HEADER]);
  expect(token.split('.')).toHaveLength(3);
  expect(JSON.stringify([[...answer.headers], answer.body])).not.toContain(token);
  expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(token);
});

it('what was missed while NATS was away is forgotten as soon as it is back', async () => {
  const key = await gateway.keyFor();
  const there = await elsewhere(key);
  const id = await idOf(key);
  await gateway.world.nats.kill();
  // Without an event: nothing but the reconnect can tell.
  await gateway.world.admin.query('update gateway.keys set deleted_at = now() where id = $1', [id]);
  await gateway.world.nats.restart();
  await refused(there, 'invalid_key');
});

it('a key that is deleted while NATS is away is refused where it was deleted, and elsewhere once NATS is back', async () => {
  const key = await gateway.keyFor();
  const there = await elsewhere(key);
  const id = await idOf(key);
  await gateway.world.nats.kill();
  expect((await admin.delete(`/keys/${id}`)).status).toBe(200);
  expect((await key.get('/hello')).status).toBe(401);
  await gateway.world.nats.restart();
  await refused(there, 'invalid_key');
});
