import { accountAccessReduced, accountChanged } from '@plaudit/contracts';
import { verify } from '@node-rs/argon2';
import {
  type AccountsWorld,
  type Api,
  newEmail,
  PASSWORD,
  startAccountsWorld,
  statusesOf,
} from '../accounts/accounts-world.suite';
import { isPasswordOf } from './password';
import { keyAttempt, pageAttempt, type Replica, startReplica } from '../sign-in/replica.suite';
import { canonicalEmail } from './canonical-email';
import { type CredentialCheckService, passesOf } from './credential-check.service';

let gateway: AccountsWorld;
let admin: Api;
beforeAll(async () => {
  gateway = await startAccountsWorld({ nats: true });
  ({ admin } = gateway);
});
afterAll(async () => gateway.close());

describe('users', () => {
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
        email: `\u200b${email}\u00a0`,
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
        invited_until: null,
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

    it('is announced with the sub accounts and the role that are left when it loses one, and when it is deleted', async () => {
      const recorder = await gateway.world.recorder('account.>');
      const [one, two] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
      const email = newEmail();
      const id = await gateway.addUser({ email });
      for (const sub_accounts of [[one], [one, two], [two], []])
        await admin.put(`/users/${id}`, { name: 'Noa', role_id: 1, sub_accounts });
      await admin.put(`/users/${id}`, { role_id: 3 });
      await admin.delete(`/users/${id}`);
      const events = await recorder.waitFor(accountAccessReduced, 4);
      const user = { maker_type: 'user', maker_id: id, name: email };
      expect(events.map(({ data }) => data)).toEqual([
        { ...user, removed: false, sub_accounts: [one], role: 'admin' },
        { ...user, removed: false, sub_accounts: [two], role: 'admin' },
        { ...user, removed: false, sub_accounts: [], role: 'editor' },
        { ...user, removed: true, sub_accounts: [] },
      ]);
      expect(events[0]).toMatchObject({ subaccountid: 0 });
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
      expect((await admin.post('/users', { email: 'eva@ÉCLAIR.example', password: PASSWORD })).status).toBe(
        200,
      );
      expect(await admin.post('/users', { email: 'eva@éclair.example', password: PASSWORD })).toMatchObject({
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
      expect((await admin.get('/users/get')).body.map(({ id }: { id: number }) => id)).not.toContain(
        theirs.id,
      );
      expect(await gateway.stored()).toBe(before);
    });
  });
});

describe('CredentialCheckService', () => {
  let replica: Replica;
  let credentials: CredentialCheckService;
  beforeAll(async () => {
    replica = await startReplica(gateway);
    credentials = replica.credentials;
  });
  afterAll(() => replica.close());

  it('returns the user for an email, ignoring its case, and the right password', async () => {
    const email = newEmail();
    const id = await gateway.addUser({ email, role_id: 3 });
    for (const spelled of [email, email.toUpperCase()])
      expect(await credentials.verify(pageAttempt(spelled), PASSWORD)).toMatchObject({
        users: [{ id, email, role: 'editor', sub_accounts: [] }],
        refusedIds: [],
      });
  });

  it.each([
    ['a wrong password', (email: string) => [email, 'wrong horse battery']],
    ['the password in another case', (email: string) => [email, PASSWORD.toUpperCase()]],
    ['an empty password', (email: string) => [email, '']],
    [
      'the password followed by 100,000 characters',
      (email: string) => [email, PASSWORD + 'x'.repeat(100_000)],
    ],
  ])('returns no user for %s, but the id of the user with that email', async (_what, of) => {
    const email = newEmail();
    const id = await gateway.addUser({ email });
    const [given, password] = of(email) as [string, string];
    expect(await credentials.verify(pageAttempt(given), password)).toEqual({ users: [], refusedIds: [id] });
  });

  it.each([
    ['an unknown email', 'nobody@example.com'],
    ['an empty email', ''],
    ['a SQL pattern as email', '%'],
  ])('returns neither a user nor an id for %s', async (_what, given) => {
    await gateway.addUser({ email: newEmail() });
    expect(await credentials.verify(pageAttempt(given), PASSWORD)).toEqual({ users: [], refusedIds: [] });
  });

  it('spends the same hashing cost on an unknown email as on a wrong password', async () => {
    const [user] = await gateway.world.admin.query<{ password_hash: string }>(
      'select password_hash from gateway.users limit 1',
    );
    const { dummyHash } = credentials as unknown as { dummyHash: string };
    const cost = (hash: string): string => hash.split('$').slice(0, 4).join('$');
    expect(cost(dummyHash)).toBe(cost(user?.password_hash as string));
    expect(await verify(dummyHash, '')).toBe(false);
  });

  it('returns neither a user nor an id for a deleted user', async () => {
    const email = newEmail();
    const id = await gateway.addUser({ email });
    await gateway.admin.delete(`/users/${id}`);
    expect(await credentials.verify(pageAttempt(email), PASSWORD)).toEqual({ users: [], refusedIds: [] });
  });

  it('returns the users of all accounts whose password it is, and no others', async () => {
    const email = newEmail();
    const mine = await gateway.addUser({ email });
    const [same, different] = [await gateway.addAccount(), await gateway.addAccount()];
    const theirs = (await same.post('/users', { email, password: PASSWORD })).body.id;
    const other = (await different.post('/users', { email, password: 'another password' })).body.id;
    const found = async (password: string): Promise<unknown> => {
      const { users, refusedIds } = await credentials.verify(pageAttempt(email), password);
      return [users.map(({ id }) => id), refusedIds];
    };
    expect(await found(PASSWORD)).toEqual([[mine, theirs], []]);
    expect(await found('another password')).toEqual([[other], []]);
    expect(await found('the wrong password')).toEqual([[], [mine, theirs, other]]);
  });

  it('looks only at the users of the given account that may enter', async () => {
    const email = newEmail();
    const other = await gateway.addAccount();
    const id = (await other.post('/users', { email, password: PASSWORD })).body.id;
    const accountId = (await other.get('/account')).body.id;
    const none = { users: [], refusedIds: [] };
    expect(await credentials.verify(keyAttempt(email), PASSWORD)).toEqual(none);
    expect(await credentials.verify(keyAttempt(email, { accountId }), PASSWORD)).toMatchObject({
      users: [{ id }],
    });
    expect(await credentials.verify(keyAttempt(email, { accountId }), PASSWORD, () => false)).toEqual({
      users: [],
      refusedIds: [id],
    });
  });

  it('counts all emails that find one user together, in whatever letters', async () => {
    const pairs = await gateway.world.admin.query<{ upper: string; lower: string }>(
      `select chr(n) as upper, lower(chr(n)) as lower from generate_series(128, 200000) n
        where n not between 55296 and 57343 and lower(chr(n)) <> chr(n)`,
    );
    expect(pairs).toContainEqual({ upper: '\u0130', lower: 'i' });
    const differ = pairs.filter(({ upper, lower }) =>
      [(text: string) => `a${text}@example.com`, (text: string) => `a@b${text}.example`].some(
        (email) => canonicalEmail(email(upper)) !== canonicalEmail(email(lower)),
      ),
    );
    expect(pairs.length).toBeGreaterThan(1_000);
    expect(differ).toEqual([]);
  });

  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 3],
  ])('hashes for an email with %i users over all accounts %i times', (found, passes) => {
    expect(passesOf(pageAttempt('noa@example.com'), found)).toBe(passes);
    expect(passesOf(pageAttempt('noa@example.com', { accountId: 7 }), Math.min(found, 1))).toBe(1);
  });
});

describe('UsersController', () => {
  const valid = { email: 'new@example.com', password: PASSWORD };

  it.each([
    [{ password: PASSWORD }, 'email', 'missing_field'],
    [{ email: valid.email }, 'password', 'missing_field'],
    [{ ...valid, email: null }, 'email', 'validation_failed'],
    [{ ...valid, email: '' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'nobody' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'a@b@example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'Noa <noa@example.com>' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'noa @example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'éva@example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'noa＠example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: 'noa@example.com\r\nBcc: x@example.com' }, 'email', 'validation_failed'],
    [{ ...valid, email: `${'x'.repeat(250)}@example.com` }, 'email', 'validation_failed'],
    [{ ...valid, email: ['noa@example.com'] }, 'email', 'validation_failed'],
    [{ ...valid, email: { $ne: null } }, 'email', 'validation_failed'],
    [{ ...valid, email: 'noa\u0000@example.com' }, 'email', 'invalid_value'],
  ])('refuses %j in POST and stores nothing', async (body, field, code) => {
    const before = await gateway.stored();
    const response = await admin.post('/users', body);
    expect(response).toMatchObject({ status: 400, body: { success: false, code, field } });
    expect(response.body.msg).toContain(field);
    expect(await gateway.stored()).toBe(before);
  });

  it.each([
    [{ password: '' }, 'password', 'weak_password'],
    [{ password: 'nine char' }, 'password', 'weak_password'],
    [{ password: 'e\u0301'.repeat(9) }, 'password', 'weak_password'],
    [{ password: 1234567890 }, 'password', 'validation_failed'],
    [{ password: null }, 'password', 'validation_failed'],
    [{ password: ['correct horse'] }, 'password', 'validation_failed'],
    [{ password: 'x'.repeat(257) }, 'password', 'validation_failed'],
    [{ name: '' }, 'name', 'validation_failed'],
    [{ name: '  ' }, 'name', 'validation_failed'],
    [{ name: 5 }, 'name', 'validation_failed'],
    [{ name: 'x'.repeat(192) }, 'name', 'validation_failed'],
    [{ role_id: 0 }, 'role_id', 'validation_failed'],
    [{ role_id: 4 }, 'role_id', 'validation_failed'],
    [{ role_id: '1' }, 'role_id', 'validation_failed'],
    [{ role_id: [1] }, 'role_id', 'validation_failed'],
    [{ role_id: null }, 'role_id', 'validation_failed'],
    [{ role_id: 'admin' }, 'role_id', 'validation_failed'],
    [{ sub_accounts: null }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: '1' }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: { 0: 1 } }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: ['1'] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [null] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [[1]] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [0] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [-1] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [1.5] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [2 ** 53] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [1e300] }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: Array.from({ length: 1_001 }, (_, n) => n + 1) }, 'sub_accounts', 'validation_failed'],
    [{ sub_accounts: [Number.MAX_SAFE_INTEGER] }, 'sub_accounts', 'invalid_value'],
  ])('refuses %j in POST and PUT and stores nothing', async (fields, field, code) => {
    const [first] = (await admin.get('/users/get')).body;
    const before = await gateway.stored();
    for (const response of [
      await admin.post('/users', { ...valid, ...fields }),
      await admin.put(`/users/${first.id}`, fields),
    ]) {
      expect(response).toMatchObject({ status: 400, body: { success: false, code, field } });
      expect(response.body.msg).toContain(field);
    }
    expect(await gateway.stored()).toBe(before);
  });

  it('refuses sub accounts that were deleted or belong to another account', async () => {
    const other = await gateway.addAccount();
    const [foreign] = (await other.get('/account/subaccounts')).body;
    const gone = await gateway.addSubAccount();
    const id = await gateway.addUser();
    await admin.delete(`/account/subaccount/${gone}`);
    const before = await gateway.stored();
    for (const sub_accounts of [[gone], [foreign.id], [gateway.mainId, foreign.id]])
      for (const response of [
        await admin.post('/users', { ...valid, sub_accounts }),
        await admin.put(`/users/${id}`, { sub_accounts }),
      ])
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'invalid_value', field: 'sub_accounts' },
        });
    expect(await gateway.stored()).toBe(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999'])('refuses the id %s', async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await admin.send(method, `/users/${id}`, method === 'PUT' ? {} : undefined)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
  });
});

describe('a key that manages users', () => {
  it('adds users only if its role is admin', async () => {
    const before = await gateway.stored();
    for (const role of ['editor', 'user']) {
      const key = await gateway.keyFor({ role });
      const response = await key.post('/users', { email: newEmail(), password: PASSWORD });
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden', required: 'admin' } });
    }
    expect((await gateway.stored()).match(/"email"/g)).toEqual(before.match(/"email"/g));
  });

  it('cannot give more rights than its own, nor set the password of a user who has more', async () => {
    const key = await gateway.keyFor({ role: 'user' });
    const boss = await gateway.addUser({ role_id: 1 });
    const peer = await gateway.addUser({ role_id: 2 });
    const before = await gateway.stored();
    for (const [id, patch] of [
      [peer, { role_id: 1 }],
      [peer, { role_id: 3 }],
      [boss, { password: 'taken over by me' }],
      [boss, { name: 'Boss' }],
    ] as const)
      expect(await key.put(`/users/${id}`, patch)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    expect(await gateway.stored()).toBe(before);
    expect((await key.put(`/users/${peer}`, { password: 'a new good password' })).status).toBe(200);
    expect((await key.delete(`/users/${peer}`)).status).toBe(200);
  });

  it('cannot add an admin or take over one if its scopes are restricted', async () => {
    const [plain, boss, branch] = [
      await gateway.addUser(),
      await gateway.addUser({ role_id: 1 }),
      await gateway.addSubAccount(),
    ];
    const local = await gateway.addUser({ role_id: 1, sub_accounts: [branch] });
    const key = await gateway.keyFor({ scopes: ['account:manage', 'reviews:read'] });
    const refusal = { status: 403, body: { code: 'forbidden', required: 'reviews:write' } };
    const before = await gateway.stored();
    for (const [id, patch] of [
      [plain, { role_id: 1 }],
      [boss, { password: 'taken over by me' }],
      [boss, { password: 'taken over by me', role_id: 2 }],
      [local, { sub_accounts: [] }],
    ] as const)
      expect(await key.put(`/users/${id}`, patch)).toMatchObject(refusal);
    const fields = { email: newEmail(), password: PASSWORD };
    expect(await key.post('/users', { ...fields, role_id: 1 })).toMatchObject(refusal);
    expect(await gateway.stored()).toBe(before);
    expect((await key.post('/users', fields)).status).toBe(200);
  });

  it('cannot give more sub accounts to a user with more rights than its own', async () => {
    const branch = await gateway.addSubAccount();
    const local = await gateway.addUser({ role_id: 1, sub_accounts: [branch] });
    const key = await gateway.keyFor({ role: 'editor' });
    expect(await key.put(`/users/${local}`, { sub_accounts: [] })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required: 'admin' },
    });
  });

  it('manages only the users of its own sub account unless that is the main one', async () => {
    const [own, sibling] = [await gateway.addSubAccount(), await gateway.addSubAccount()];
    const key = await gateway.keyFor({ sub_account_id: own });
    const mine = (await key.post('/users', { email: newEmail(), password: PASSWORD, sub_accounts: [own] }))
      .body.id;
    const others = [
      await gateway.addUser(),
      await gateway.addUser({ sub_accounts: [sibling] }),
      await gateway.addUser({ sub_accounts: [own, sibling] }),
    ];
    expect((await key.get('/users/get')).body.map(({ id }: { id: number }) => id)).toEqual([mine]);
    const before = await gateway.stored();
    for (const id of others) {
      expect((await key.get(`/users/${id}`)).status).toBe(404);
      expect((await key.put(`/users/${id}`, { name: 'x' })).status).toBe(404);
      expect((await key.delete(`/users/${id}`)).status).toBe(404);
    }
    for (const sub_accounts of [[], [sibling], [own, sibling]]) {
      expect((await key.post('/users', { email: newEmail(), password: PASSWORD, sub_accounts })).status).toBe(
        403,
      );
      expect((await key.put(`/users/${mine}`, { sub_accounts })).status).toBe(403);
    }
    expect(await gateway.stored()).toBe(before);
  });

  it('adds users of its own sub account unless it names others, and of the whole account if that is the main one', async () => {
    const own = await gateway.addSubAccount();
    const user = { email: newEmail(), password: PASSWORD };
    const key = await gateway.keyFor({ sub_account_id: own });
    const { id } = (await key.post('/users', user)).body;
    expect((await key.get(`/users/${id}`)).body.sub_accounts).toEqual([own]);
    const other = (await gateway.admin.post('/users', { ...user, email: newEmail() })).body.id;
    expect((await gateway.admin.get(`/users/${other}`)).body.sub_accounts).toEqual([]);
  });
});
