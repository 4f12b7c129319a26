import { accountChanged } from '@plaudit/contracts';
import {
  type AccountsWorld,
  type Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
  statusesOf,
} from '../accounts/accounts-world.suite';
import { isPasswordOf } from './password';

let gateway: AccountsWorld;
let admin: Api;

beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

async function storedHash(id: number): Promise<string> {
  const [row] = await gateway.world.admin.query<{ password_hash: string }>(
    'select password_hash from gateway.users where id = $1',
    [id],
  );
  return row?.password_hash as string;
}

describe('a user', () => {
  it('is added with the fields that are sent, returned without the password, and published', async () => {
    const recorder = await gateway.world.recorder('account.>');
    const subs = [await gateway.addSubAccount(), await gateway.addSubAccount()];
    const email = newEmail();
    const made = await admin.post('/users', {
      email,
      password: PASSWORD,
      name: ' Noa ',
      role_id: 3,
      sub_accounts: [subs[1], subs[0], subs[1]],
    });
    expect(made).toMatchObject({ status: 200, body: { success: true, id: expect.any(Number) } });
    const { id } = made.body;
    const shown = {
      id,
      email,
      name: 'Noa',
      role_id: 3,
      sub_accounts: subs,
      created_on: expect.stringMatching(/^\d{4}-/),
      two_factor: false,
    };
    expect((await admin.get(`/users/${id}`)).body).toEqual(shown);
    expect((await admin.get('/users/get')).body).toContainEqual(shown);
    expect(await isPasswordOf(await storedHash(id), PASSWORD)).toBe(true);
    const events = await recorder.waitFor(accountChanged, 3);
    expect(events.at(-1)?.data).toMatchObject({ part: 'user', part_id: id });
  });

  it('has role 2 and all sub accounts by default', async () => {
    const id = await gateway.addUser();
    expect((await admin.get(`/users/${id}`)).body).toMatchObject({
      name: null,
      role_id: 2,
      sub_accounts: [],
    });
  });

  it('changes only in the fields that are sent', async () => {
    const sub = await gateway.addSubAccount();
    const id = await gateway.addUser({ name: 'Noa' });
    const before = await storedHash(id);
    const patch = { name: null, password: 'another good password', role_id: 1, sub_accounts: [sub] };
    expect(await admin.put(`/users/${id}`, patch)).toMatchObject({ status: 200, body: { success: true } });
    expect((await admin.get(`/users/${id}`)).body).toMatchObject({
      name: null,
      role_id: 1,
      sub_accounts: [sub],
    });
    expect(await storedHash(id)).not.toBe(before);
    expect(await isPasswordOf(await storedHash(id), 'another good password')).toBe(true);
    await admin.put(`/users/${id}`, { sub_accounts: [] });
    expect((await admin.get(`/users/${id}`)).body).toMatchObject({ role_id: 1, sub_accounts: [] });
    const after = await gateway.stored();
    for (const body of [{}, { role_id: 1 }, { name: null, sub_accounts: [] }])
      expect((await admin.put(`/users/${id}`, body)).status).toBe(200);
    expect(await gateway.stored()).toBe(after);
  });

  it('accepts its own GET response as the body of PUT', async () => {
    const id = await gateway.addUser({ sub_accounts: [await gateway.addSubAccount()] });
    const { body } = await admin.get(`/users/${id}`);
    expect((await admin.put(`/users/${id}`, { ...body, name: body.name ?? undefined })).status).toBe(200);
  });

  it('is deleted once, and its email can be used again', async () => {
    const email = newEmail();
    const id = await gateway.addUser({ email });
    const responses = await Promise.all([1, 2, 3].map(() => admin.delete(`/users/${id}`)));
    expect(statusesOf(responses)).toEqual([200, 404, 404]);
    for (const gone of [await admin.get(`/users/${id}`), await admin.put(`/users/${id}`, { name: 'x' })])
      expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await gateway.addUser({ email });
  });
});

describe('the email of a user', () => {
  it('is unique in the account, ignoring case, even when requests arrive at once', async () => {
    const email = newEmail();
    const responses = await Promise.all(
      [email, email.toUpperCase(), email.replace('user', 'User'), email].map((one) =>
        admin.post('/users', { email: one, password: PASSWORD }),
      ),
    );
    expect(statusesOf(responses)).toEqual([200, 400, 400, 400]);
    expect(responses.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'email_taken',
      field: 'email',
    });
  });

  it('may have a user in another account, which no response of this account reveals', async () => {
    const other = await gateway.addAccount();
    const email = newEmail();
    const [theirs, ours, unused] = await Promise.all([
      other.post('/users', { email, password: PASSWORD }),
      admin.post('/users', { email: email.toUpperCase(), password: PASSWORD }),
      admin.post('/users', { email: newEmail(), password: PASSWORD }),
    ]);
    expect(statusesOf([theirs, ours, unused])).toEqual([200, 200, 200]);
    expect(Object.keys(ours.body)).toEqual(Object.keys(unused.body));
    const listed = (await admin.get('/users/get')).body as { id: number }[];
    expect(listed.map(({ id }) => id)).not.toContain(theirs.body.id);
    expect((await other.delete(`/users/${theirs.body.id}`)).status).toBe(200);
    expect((await admin.get(`/users/${ours.body.id}`)).body).toMatchObject({ email: email.toUpperCase() });
  });

  it('is compared without case for letters outside ASCII too', async () => {
    expect((await admin.post('/users', { email: 'ÉVA@example.com', password: PASSWORD })).status).toBe(200);
    expect(await admin.post('/users', { email: 'éva@example.com', password: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'email_taken' },
    });
  });
});

describe('the last admin of the whole account', () => {
  it('cannot be replaced by an admin of some sub accounts', async () => {
    const other = await gateway.addAccount();
    const [first] = (await other.get('/users/get')).body;
    const branch = (await other.post('/account/subaccount', { name: 'Branch' })).body.id;
    const local = { email: newEmail(), password: PASSWORD, role_id: 1, sub_accounts: [branch] };
    const { id } = (await other.post('/users', local)).body;
    for (const refused of [
      await other.delete(`/users/${first.id}`),
      await other.put(`/users/${first.id}`, { role_id: 2 }),
      await other.put(`/users/${first.id}`, { sub_accounts: [branch] }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_value', field: 'id' } });
    expect((await other.put(`/users/${id}`, { sub_accounts: [] })).status).toBe(200);
    expect((await other.put(`/users/${first.id}`, { sub_accounts: [branch] })).status).toBe(200);
    expect((await other.delete(`/users/${id}`)).status).toBe(400);
    expect((await other.delete(`/users/${first.id}`)).status).toBe(200);
  });

  it('cannot be deleted or demoted, even when requests arrive at once', async () => {
    const other = await gateway.addAccount();
    const [first] = (await other.get('/users/get')).body;
    for (const refused of [
      await other.delete(`/users/${first.id}`),
      await other.put(`/users/${first.id}`, { role_id: 3 }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_value', field: 'id' } });
    expect((await other.put(`/users/${first.id}`, { role_id: 1, name: 'Owner' })).status).toBe(200);
    const { id } = (await other.post('/users', { email: newEmail(), password: PASSWORD, role_id: 1 })).body;
    const [one, two] = await Promise.all([
      other.delete(`/users/${first.id}`),
      other.put(`/users/${id}`, { role_id: 2 }),
    ]);
    expect(statusesOf([one, two])).toEqual([200, 400]);
  });
});

describe('the plan limit', () => {
  it('bounds the number of users, even when many are added at once', async () => {
    const starter = await gateway.addAccount('starter');
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => starter.post('/users', { email: newEmail(), password: PASSWORD })),
    );
    expect(statusesOf(responses)).toEqual([200, 200, 402, 402, 402]);
    expect(responses.find(({ status }) => status === 402)?.body).toMatchObject({
      code: 'plan_limit_reached',
      limit: 3,
      used: 3,
    });
  });
});

describe('a user of another account', () => {
  it('is not found', async () => {
    const other = await gateway.addAccount();
    const [theirs] = (await other.get('/users/get')).body;
    const before = await gateway.stored();
    for (const response of [
      await admin.get(`/users/${theirs.id}`),
      await admin.put(`/users/${theirs.id}`, { password: 'taken over by me' }),
      // An invalid body does not reveal whether the user exists either.
      await admin.put(`/users/${theirs.id}`, { password: 'short' }),
      await admin.delete(`/users/${theirs.id}`),
    ])
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await admin.get('/users/get')).body.map(({ id }: { id: number }) => id)).not.toContain(theirs.id);
    expect(await gateway.stored()).toBe(before);
  });
});
