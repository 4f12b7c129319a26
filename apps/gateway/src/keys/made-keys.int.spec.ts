import { keyRevoked } from '@plaudit/contracts';
import {
  type AccountsWorld,
  Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
} from '../accounts/accounts-world.suite';
import { ask, cookieOf, HOST, ORIGIN } from '../sign-in/sign-in-world.suite';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true, settings: { PUBLIC_URL: ORIGIN } });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

interface Employee {
  id: number;
  email: string;
  /** Makes a key in a browser. */
  make(fields?: object): Promise<Api>;
}

async function employ(fields: { sub_accounts?: number[] } = {}): Promise<Employee> {
  const email = newEmail();
  const id = await gateway.addUser({ email, role_id: 1, ...fields });
  const entered = await ask(gateway, '/app/session', { method: 'POST', body: { email, password: PASSWORD } });
  const [subAccount = 1] = fields.sub_accounts ?? [];
  const headers = { cookie: cookieOf(entered), host: HOST, 'x-sub-account': String(subAccount) };
  return {
    id,
    email,
    make: async (key = {}) => {
      const made = await ask(gateway, '/app/api/keys', {
        method: 'POST',
        headers,
        body: { name: 'made', ...key },
      });
      expect(made.status).toBe(201);
      return new Api(gateway.url, made.json().key as string);
    },
  };
}

const ALL = { role: 'admin', account_management: true };

async function makeWith(maker: Api, fields: object = {}): Promise<Api> {
  const made = await maker.post('/keys', { name: 'child', ...fields });
  expect(made.status).toBe(201);
  return new Api(gateway.url, made.body.key);
}

async function rowOf({ key }: Api): Promise<{ id: number; created_by: unknown } | undefined> {
  const { keys } = (await admin.get('/keys')).body as {
    keys: { id: number; prefix: string; created_by: unknown }[];
  };
  return keys.find(({ prefix }) => key.startsWith(prefix));
}

const statuses = (apis: readonly Api[]): Promise<number[]> =>
  Promise.all(apis.map(async (api) => (await api.get('/hello')).status));

describe('a key', () => {
  it('shows the user, the key or the operator that made it', async () => {
    const { id, email, make } = await employ();
    const byUser = await make(ALL);
    expect((await rowOf(byUser))?.created_by).toEqual({ type: 'user', id, name: email });
    const byKey = await makeWith(byUser);
    expect((await rowOf(byKey))?.created_by).toEqual({
      type: 'key',
      id: (await rowOf(byUser))?.id,
      name: 'made',
    });
    expect((await rowOf(admin))?.created_by).toEqual({ type: 'operator', id: null, name: null });
  });

  it('does not show the email of its maker outside the main sub account', async () => {
    const { make, id } = await employ();
    const branch = await make({ ...ALL, sub_account_id: await gateway.addSubAccount() });
    expect((await branch.get('/keys')).body.keys).toMatchObject([
      { created_by: { type: 'user', id, name: null } },
    ]);
    const own = (await branch.get('/keys')).body.keys[0].id as number;
    for (const body of [{}, { name: 'Branch' }])
      expect((await branch.put(`/keys/${own}`, body)).body.created_by).toEqual({
        type: 'user',
        id,
        name: null,
      });
    const child = await branch.post('/keys', { name: 'child' });
    expect(child.body.created_by).toEqual({ type: 'key', id: own, name: null });
  });

  it('has no maker if it is older than makers and the audit log does not name one', async () => {
    const old = new Api(gateway.url, await gateway.addKey());
    expect((await rowOf(old))?.created_by).toBeNull();
  });
});

describe('deleting a user', () => {
  it('revokes the keys that the user made and the keys that they made, and no others', async () => {
    const leaver = await employ();
    const stayer = await employ();
    const first = await leaver.make(ALL);
    const second = await makeWith(first, ALL);
    const third = await makeWith(second);
    const kept = [await stayer.make(ALL), await gateway.keyFor()];
    const gone = [first, second, third];
    expect(await statuses([...gone, ...kept])).toEqual([200, 200, 200, 200, 200]);
    const ids = await Promise.all(gone.map(async (api) => (await rowOf(api))?.id));
    const recorder = await gateway.world.recorder('key.>');

    expect(await admin.delete(`/users/${leaver.id}`)).toMatchObject({
      status: 200,
      body: { success: true, revoked_keys: 3 },
    });
    expect(await statuses([...gone, ...kept])).toEqual([401, 401, 401, 200, 200]);
    const events = await recorder.waitFor(keyRevoked, 3);
    expect(events.map(({ data }) => data.id)).toEqual(ids);
    const { items } = (await admin.get('/account/audit')).body as {
      items: { action: string; target: object }[];
    };
    expect(items.filter(({ action }) => action === 'key.revoked').map(({ target }) => target)).toEqual(
      ids.toReversed().map((id) => ({ type: 'key', id })),
    );
    expect(items.find(({ action }) => action === 'key.revoked')).toMatchObject({
      before: { name: 'child', created_by: { type: 'key', id: ids[1] } },
      after: null,
    });
  });

  it('revokes a key whose maker was deleted before, because deleting a key keeps the keys that it made', async () => {
    const leaver = await employ();
    const first = await leaver.make(ALL);
    const second = await makeWith(first, ALL);
    expect((await admin.delete(`/keys/${(await rowOf(first))?.id}`)).status).toBe(200);
    expect(await statuses([first, second])).toEqual([401, 200]);
    expect((await admin.delete(`/users/${leaver.id}`)).body).toEqual({ success: true, revoked_keys: 1 });
    expect(await statuses([second])).toEqual([401]);
  });

  it('can be done by a key of that user, which is revoked with the answer', async () => {
    const leaver = await employ();
    const own = await leaver.make(ALL);
    expect((await own.delete(`/users/${leaver.id}`)).body).toEqual({ success: true, revoked_keys: 1 });
    expect(await statuses([own])).toEqual([401]);
  });

  it('leaves no key behind that is made at the same time', async () => {
    const leaver = await employ();
    const own = await leaver.make(ALL);
    const [, ...made] = await Promise.all([
      admin.delete(`/users/${leaver.id}`),
      ...Array.from({ length: 4 }, () => own.post('/keys', { name: 'survivor', ...ALL })),
    ]);
    const survivors = made
      .filter(({ status }) => status === 201)
      .map(({ body }) => new Api(gateway.url, body.key));
    expect(await statuses([own, ...survivors])).toEqual([401, ...survivors.map(() => 401)]);
  });
});

describe('changing a user', () => {
  it('revokes the keys above the new role', async () => {
    const employee = await employ();
    const made = [
      await employee.make(ALL),
      await employee.make({ role: 'admin' }),
      await employee.make({ role: 'editor' }),
      await employee.make({ role: 'user', scopes: ['reviews:read'] }),
    ];
    expect((await admin.put(`/users/${employee.id}`, { role_id: 3 })).body).toEqual({
      success: true,
      revoked_keys: 2,
    });
    expect(await statuses(made)).toEqual([401, 401, 200, 200]);
    expect((await admin.put(`/users/${employee.id}`, { role_id: 2 })).body).toMatchObject({
      revoked_keys: 1,
    });
    expect(await statuses(made)).toEqual([401, 401, 401, 200]);
  });

  it('revokes the keys outside the new sub accounts', async () => {
    const [own, other] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
    const employee = await employ();
    const main = await employee.make(ALL);
    const made = [
      main,
      await employee.make({ role: 'user' }),
      await employee.make({ ...ALL, sub_account_id: own }),
      await employee.make({ ...ALL, sub_account_id: other }),
      await makeWith(main, { sub_account_id: own }),
    ];
    expect((await admin.put(`/users/${employee.id}`, { sub_accounts: [own] })).body).toMatchObject({
      revoked_keys: 3,
    });
    expect(await statuses(made)).toEqual([401, 401, 200, 401, 200]);
  });

  it('revokes nothing when the name, the password or nothing changes, or rights are added', async () => {
    const employee = await employ({ sub_accounts: [await gateway.addSubAccount()] });
    const [sub] = (await admin.get(`/users/${employee.id}`)).body.sub_accounts as number[];
    const made = await employee.make({ ...ALL, sub_account_id: sub });
    for (const patch of [{}, { name: 'Noa' }, { password: 'another good password' }, { sub_accounts: [] }])
      expect((await admin.put(`/users/${employee.id}`, patch)).body).toEqual({
        success: true,
        revoked_keys: 0,
      });
    expect(await statuses([made])).toEqual([200]);
  });
});
