import { eventually } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { people, type Person } from '../sign-in/people.suite';
import { signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { sessionApi } from './session-api.suite';

let gateway: GatewayWorld;
let admin: Person;
let branch: number;
const { sql } = signIns(() => gateway);
const team = people(() => gateway);
const { send, addSubAccount } = sessionApi(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld({ MAX_IN_FLIGHT_PER_KEY: '2' });
  admin = await team.add();
  branch = await addSubAccount('Branch');
});
afterAll(() => gateway.close());

describe('the audit log', () => {
  const newest = async (): Promise<object> =>
    (
      await sql(
        'select actor_type, actor_id, actor_name, action, target_id from gateway.audit order by id desc limit 1',
      )
    )[0] ?? {};

  it('names the user as the actor of a change that another service makes', async () => {
    gateway.upstreams.webhooks.handle(() => ({ body: { id: 77 } }));
    expect((await send('POST', '/webhooks/add', { cookie: admin.cookie, body: {} })).status).toBe(200);
    expect(await newest()).toEqual({
      actor_type: 'user',
      actor_id: admin.id,
      actor_name: admin.email,
      action: 'webhook.created',
      target_id: 77,
    });
  });

  it('names the user as the actor of a change that the gateway makes, and as the maker of a key', async () => {
    const added = await send('POST', '/keys', {
      cookie: admin.cookie,
      subAccount: branch,
      body: { name: 'Till', role: 'user' },
    });
    expect(added.status).toBe(201);
    expect(added.json()).toMatchObject({
      sub_account_id: branch,
      created_by: { type: 'user', id: admin.id },
    });
    expect(await newest()).toMatchObject({
      actor_type: 'user',
      actor_id: admin.id,
      action: 'key.created',
      target_id: added.json().id,
    });
  });

  it('names the user whose right was refused', async () => {
    const user = await team.add({ role_id: 2 });
    await send('GET', '/users/get', { cookie: user.cookie });
    expect(await newest()).toMatchObject({
      actor_type: 'user',
      actor_id: user.id,
      action: 'access.refused',
    });
  });
});

describe('the requests in flight of a signed-in user', () => {
  it('are limited as those of a key', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    gateway.upstreams.reports.handle(() => released.then(() => ({ body: {} })));
    const ask = (cookie: string) => send('GET', '/reports/ratings', { cookie });
    const waiting = [ask(admin.cookie), ask(admin.cookie)];
    await eventually(
      () => gateway.upstreams.reports.requests.length,
      (count) => count === 2,
      'two requests at the service',
    );
    const refused = await ask(admin.cookie);
    expect([refused.status, refused.json().msg]).toEqual([429, expect.stringContaining('This user has 2')]);
    const other = ask((await team.add()).cookie);
    release();
    const statuses = (await Promise.all([...waiting, other])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
  });
});

describe('a repeated request below /app/api', () => {
  it('with the same Idempotency-Key gets the same response, and another user gets one of their own', async () => {
    const other = await team.add();
    const add = (cookie: string) =>
      send('POST', '/users', {
        cookie,
        headers: { 'idempotency-key': 'once' },
        body: { email: `${cookie.slice(-8)}@example.com`, password: 'a password of theirs', role_id: 2 },
      });
    const first = await add(admin.cookie);
    const again = await add(admin.cookie);
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(again.json()).toEqual(first.json());
    const theirs = await add(other.cookie);
    expect(theirs.headers['idempotency-replayed']).toBeUndefined();
    expect(theirs.json().id).not.toBe(first.json().id);
  });
});
