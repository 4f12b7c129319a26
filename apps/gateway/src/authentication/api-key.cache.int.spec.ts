import { createDataSource, Database } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { type AccountsWorld, startAccountsWorld } from '../accounts/accounts-world.suite';
import { KeysRepository, type VerifiedKey } from '../keys/keys.repository';
import { ApiKeyCache } from './api-key.cache';

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

/** The real repository, but its results are held back until `release` is called. */
class SlowRepository extends KeysRepository {
  release: () => void = () => {};
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));

  override async findVerified(prefix: string, hash: Buffer): Promise<VerifiedKey | null> {
    const key = await super.findVerified(prefix, hash);
    await this.released;
    return key;
  }
}

describe('ApiKeyCache', () => {
  it('forgets one key, the keys of one account, or all keys', async () => {
    const cache = new ApiKeyCache(new KeysRepository(database));
    const mine = [gateway.apiKey, (await gateway.keyFor()).key, (await gateway.keyFor()).key];
    const theirs = (await gateway.addAccount()).key;
    const cached = (): boolean[] => [...mine, theirs].map((key) => Boolean(cache.get(key)));
    for (const key of [...mine, theirs]) await cache.load(key);
    expect(cached()).toEqual([true, true, true, true]);
    cache.forgetKey(cache.get(mine[1] as string)?.keyId as number);
    expect(cached()).toEqual([true, false, true, true]);
    cache.forgetAccount(cache.get(theirs)?.principal.account_id as number);
    expect(cached()).toEqual([true, false, true, false]);
    cache.forgetAll();
    expect(cached()).toEqual([false, false, false, false]);
  });

  it.each(['forgetAll', 'forgetKey', 'forgetAccount'] as const)(
    'does not cache the result of a look-up that started before %s was called',
    async (forget) => {
      const { key } = await gateway.keyFor();
      const repository = new SlowRepository(database);
      const cache = new ApiKeyCache(repository);
      const early = cache.load(key);
      // Other requests share this look-up until its result may be out of date.
      expect(cache.isLoading(key)).toBe(true);
      cache[forget](0);
      expect(cache.isLoading(key)).toBe(false);
      const late = cache.load(key);
      repository.release();
      expect((await early)?.principal.role).toBe('admin');
      await late;
      // The later result is cached. The earlier one has neither overwritten nor removed it.
      expect(cache.get(key)).toBe(await late);
      expect(cache.isLoading(key)).toBe(false);
    },
  );

  describe('when time passes', () => {
    /** Milliseconds added to the monotonic clock. The cache uses that clock, so changes of the system date do not matter. */
    let ahead = 0;
    beforeEach(() => {
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    });
    afterEach(() => jest.restoreAllMocks());

    it('keeps a key for 30 s and no longer, even if no revocation arrives over NATS', async () => {
      const cache = new ApiKeyCache(new KeysRepository(database));
      const { key } = await gateway.keyFor();
      const wrong = `rk_${'0'.repeat(40)}`;
      await Promise.all([cache.load(key), cache.load(wrong)]);
      ahead = 20_000;
      expect([cache.get(key)?.principal.role, cache.get(wrong)]).toEqual(['admin', null]);
      ahead = 30_001;
      await eventually(
        () => [cache.get(key), cache.get(wrong)],
        (both) => both.every((one) => one === undefined),
        'both keys to leave the cache',
        { timeoutMs: 5_000 },
      );
    });
  });
});
