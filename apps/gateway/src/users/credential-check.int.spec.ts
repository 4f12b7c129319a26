import { verify } from '@node-rs/argon2';
import { type AccountsWorld, newEmail, PASSWORD, startAccountsWorld } from '../accounts/accounts-world.suite';
import { keyAttempt, pageAttempt, type Replica, startReplica } from '../sign-in/replica.suite';
import { canonicalEmail } from './canonical-email';
import { type CredentialCheckService, passesOf } from './credential-check.service';

let gateway: AccountsWorld;
let replica: Replica;
let credentials: CredentialCheckService;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  replica = await startReplica(gateway);
  credentials = replica.credentials;
});
afterAll(async () => {
  await replica.close();
  await gateway.close();
});

describe('CredentialCheckService', () => {
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
