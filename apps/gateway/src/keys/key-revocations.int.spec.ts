import { PRINCIPAL_HEADER, type Principal } from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { eventually } from '@plaudit/testing';
import {
  type AccountsWorld,
  type ApiResponse,
  Api,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';
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

/** Shorter than the 30 s for which a key is cached, so only a broadcast can cause a change in this time. */
const WITHIN_CACHE_TTL = { timeoutMs: 20_000 };

/** Sends the key to the other replica, which caches it, and returns a client of that replica. */
async function onOtherReplica(api: Api): Promise<Api> {
  const other = new Api(replica.url('gateway'), api.key);
  expect((await other.get('/hello')).status).toBe(200);
  return other;
}

async function expectRefused(api: Api, code: string): Promise<ApiResponse> {
  return eventually(
    () => api.get('/hello'),
    ({ status, body }) => status === 401 && body.code === code,
    `${code} at the other replica`,
    WITHIN_CACHE_TTL,
  );
}

async function idOf(api: Api): Promise<number> {
  const { keys } = (await admin.get('/keys')).body as { keys: { id: number; prefix: string }[] };
  return keys.find(({ prefix }) => api.key.startsWith(prefix))?.id as number;
}

/** Returns the principal that the other replica sends to a service for this key. */
async function principalOf(otherReplica: Api): Promise<Principal> {
  await otherReplica.get('/reviews/get');
  const token = String(gateway.upstreams.reviews.requests.at(-1)?.headers[PRINCIPAL_HEADER]);
  const claims = Buffer.from(token.split('.')[1] as string, 'base64url').toString();
  return (JSON.parse(claims) as { principal: Principal }).principal;
}

describe('a gateway with two replicas', () => {
  it('refuses a deleted key on every replica', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    await admin.delete(`/keys/${await idOf(key)}`);
    expect((await key.get('/hello')).status).toBe(401);
    await expectRefused(otherReplica, 'invalid_key');
  });

  it('refuses the keys of a deleted sub account on every replica', async () => {
    const sub_account_id = await gateway.addSubAccount();
    const otherReplica = await onOtherReplica(await gateway.keyFor({ sub_account_id }));
    await admin.delete(`/account/subaccount/${sub_account_id}`);
    await expectRefused(otherReplica, 'invalid_key');
  });

  it('applies the switch of the API integration on every replica, off and on', async () => {
    const other = await gateway.addAccount();
    const { id } = (await other.get('/account')).body;
    const otherReplica = await onOtherReplica(other);
    await other.put('/account', { api_enabled: false });
    await expectRefused(otherReplica, 'api_disabled');
    await COMMANDS['change']?.({
      options: { account: String(id), api: 'on' },
      env: { DATABASE_URL: gateway.world.databaseUrl('gateway') },
      print: () => {},
    });
    for (const api of [otherReplica, other])
      await eventually(
        () => api.get('/hello'),
        ({ status }) => status === 200,
        'the key to work again',
        WITHIN_CACHE_TTL,
      );
  });

  it('applies the allowed_ips of a changed key on every replica', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    const id = await idOf(key);
    await admin.put(`/keys/${id}`, { allowed_ips: ['203.0.113.7'] });
    expect(await key.get('/hello')).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } });
    await eventually(
      () => otherReplica.get('/hello'),
      ({ body }) => body.code === 'address_not_allowed',
      'the other replica to refuse the address',
      WITHIN_CACHE_TTL,
    );
  });

  it('sends changed limits to the services from every replica', async () => {
    const sub_account_id = await gateway.addSubAccount();
    const otherReplica = await onOtherReplica(await gateway.keyFor({ sub_account_id }));
    expect((await principalOf(otherReplica)).limits.properties).toBe(-1);
    await admin.put(`/account/subaccount/${sub_account_id}`, { properties: 3 });
    await eventually(
      () => principalOf(otherReplica),
      ({ limits }) => limits.properties === 3,
      'the new limit',
      WITHIN_CACHE_TTL,
    );
  });

  it('shows no signed principal in responses or logs, because it stays valid after its key is deleted', async () => {
    const key = await gateway.keyFor();
    const answer = await key.get('/reviews/get');
    const token = String(gateway.upstreams.reviews.requests.at(-1)?.headers[PRINCIPAL_HEADER]);
    expect(token.split('.')).toHaveLength(3);
    expect(JSON.stringify([[...answer.headers], answer.body])).not.toContain(token);
    expect(JSON.stringify(gateway.world.logs.lines)).not.toContain(token);
  });

  it('clears the cache of every replica when NATS is back after an outage', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    const id = await idOf(key);
    await gateway.world.nats.kill();
    // This deletion publishes no event, so only the reconnect can clear the cache.
    await gateway.world.admin.query('update gateway.keys set deleted_at = now() where id = $1', [id]);
    await gateway.world.nats.restart();
    await expectRefused(otherReplica, 'invalid_key');
  });

  it('refuses a key that is deleted during a NATS outage, on the other replicas as soon as NATS is back', async () => {
    const key = await gateway.keyFor();
    const otherReplica = await onOtherReplica(key);
    const id = await idOf(key);
    await gateway.world.nats.kill();
    expect((await admin.delete(`/keys/${id}`)).status).toBe(200);
    expect((await key.get('/hello')).status).toBe(401);
    await gateway.world.nats.restart();
    await expectRefused(otherReplica, 'invalid_key');
  });
});
