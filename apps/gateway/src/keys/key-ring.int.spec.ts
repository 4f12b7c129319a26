import { createDataSource, Database } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { type AccountsWorld, startAccountsWorld } from '../accounts/accounts-world.suite';
import type { KeyHolder } from './key-holder';
import { KeyRing } from './key-ring';
import { KeysRepository } from './keys.repository';

let gateway: AccountsWorld;
let database: Database;

beforeAll(async () => {
  gateway = await startAccountsWorld();
  const url = gateway.world.databaseUrl('gateway');
  const dataSource = createDataSource({ url, schema: 'gateway', entities: [], migrations: [] });
  await dataSource.initialize();
  database = new Database(dataSource, 'gateway');
});
afterAll(async () => {
  await database.dataSource.destroy();
  await gateway.close();
});

/** The real one, whose answers arrive when they are let through. */
class SlowRepository extends KeysRepository {
  letThrough: () => void = () => {};
  private readonly gate = new Promise<void>((resolve) => (this.letThrough = resolve));

  override async findHolder(prefix: string, hash: Buffer): Promise<KeyHolder | null> {
    const holder = await super.findHolder(prefix, hash);
    await this.gate;
    return holder;
  }
}

it('forgets one key, the keys of one account, or all', async () => {
  const ring = new KeyRing(new KeysRepository(database));
  const mine = [gateway.apiKey, (await gateway.keyFor()).key, (await gateway.keyFor()).key];
  const theirs = (await gateway.addAccount()).key;
  const known = (): boolean[] => [...mine, theirs].map((key) => Boolean(ring.recall(key)));
  for (const key of [...mine, theirs]) await ring.lookUp(key);
  expect(known()).toEqual([true, true, true, true]);
  ring.forgetKey(ring.recall(mine[1] as string)?.keyId as number);
  expect(known()).toEqual([true, false, true, true]);
  ring.forgetAccount(ring.recall(theirs)?.principal.account_id as number);
  expect(known()).toEqual([true, false, true, false]);
  ring.forgetAll();
  expect(known()).toEqual([false, false, false, false]);
});

it.each(['forgetAll', 'forgetKey', 'forgetAccount'] as const)(
  'does not remember what a look-up read before %s was called meanwhile',
  async (forget) => {
    const { key } = await gateway.keyFor();
    const repository = new SlowRepository(database);
    const ring = new KeyRing(repository);
    const early = ring.lookUp(key);
    // What others ask for meanwhile shares the answer, until it may be old.
    expect(ring.isLookingUp(key)).toBe(true);
    ring[forget](0);
    expect(ring.isLookingUp(key)).toBe(false);
    const late = ring.lookUp(key);
    repository.letThrough();
    expect((await early)?.principal.role).toBe('admin');
    await late;
    // The later one is remembered, the earlier one has not written over it or dropped it.
    expect(ring.recall(key)).toBe(await late);
    expect(ring.isLookingUp(key)).toBe(false);
  },
);

describe('as time goes by', () => {
  /** Milliseconds that the monotonic clock is ahead; the memory goes by it, so that nobody's date can stretch it. */
  let ahead = 0;
  beforeEach(() => {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  });
  afterEach(() => jest.restoreAllMocks());

  it('remembers a key for 30 s and no longer, which bounds what NATS cannot tell', async () => {
    const ring = new KeyRing(new KeysRepository(database));
    const { key } = await gateway.keyFor();
    const wrong = `rk_${'0'.repeat(40)}`;
    await Promise.all([ring.lookUp(key), ring.lookUp(wrong)]);
    ahead = 20_000;
    expect([ring.recall(key)?.principal.role, ring.recall(wrong)]).toEqual(['admin', null]);
    ahead = 30_001;
    await eventually(
      () => [ring.recall(key), ring.recall(wrong)],
      (both) => both.every((one) => one === undefined),
      'both to be forgotten',
      { timeoutMs: 5_000 },
    );
  });
});
