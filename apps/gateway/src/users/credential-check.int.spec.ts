import { verify } from '@node-rs/argon2';
import { createDataSource, Database } from '@plaudit/database';
import { Clock, Randomness, Secrets } from '@plaudit/runtime';
import { type AccountsWorld, newEmail, PASSWORD, startAccountsWorld } from '../accounts/accounts-world.suite';
import { AuditRepository } from '../audit/audit.repository';
import { AuditService } from '../audit/audit.service';
import { TwoFactorCheckService } from '../two-factor/two-factor-check.service';
import { TwoFactorSecretsService } from '../two-factor/two-factor-secrets.service';
import { TwoFactorsRepository } from '../two-factor/two-factors.repository';
import { CredentialCheckService } from './credential-check.service';
import { UsersRepository } from './users.repository';

let gateway: AccountsWorld;
let database: Database;
let credentials: CredentialCheckService;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  const dataSource = createDataSource({
    url: gateway.world.databaseUrl('gateway'),
    schema: 'gateway',
    entities: [],
    migrations: [],
  });
  await dataSource.initialize();
  database = new Database(dataSource, 'gateway');
  const randomness = new Randomness();
  const clock = new Clock();
  const secrets = new Secrets(randomness.bytes(32).toString('base64'));
  const twoFactor = new TwoFactorCheckService(
    database,
    new TwoFactorsRepository(database),
    new AuditService(new AuditRepository()),
    new TwoFactorSecretsService(secrets, clock, randomness),
    clock,
  );
  credentials = new CredentialCheckService(new UsersRepository(database), randomness, twoFactor);
  await credentials.onModuleInit();
});
afterAll(async () => {
  await database.dataSource.destroy();
  await gateway.close();
});

describe('CredentialCheckService', () => {
  it('returns the user for an email, ignoring its case, and the right password', async () => {
    const email = newEmail();
    const id = await gateway.addUser({ email, role_id: 3 });
    for (const spelled of [email, email.toUpperCase()])
      expect(await credentials.verify(spelled, PASSWORD)).toMatchObject({
        user: { id, email, role: 'editor', sub_accounts: [] },
        refusedId: null,
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
    expect(await credentials.verify(given, password)).toEqual({ user: null, refusedId: id });
  });

  it.each([
    ['an unknown email', 'nobody@example.com'],
    ['an empty email', ''],
    ['a SQL pattern as email', '%'],
  ])('returns neither a user nor an id for %s', async (_what, given) => {
    await gateway.addUser({ email: newEmail() });
    expect(await credentials.verify(given, PASSWORD)).toEqual({ user: null, refusedId: null });
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
    expect(await credentials.verify(email, PASSWORD)).toEqual({ user: null, refusedId: null });
  });
});
