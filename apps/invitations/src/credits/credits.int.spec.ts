import { createDataSource, Database, type Tx } from '@plaudit/database';
import { type RequestsWorld, startRequestsWorld } from '../requests/requests-world.suite';
import { CreditsRepository } from './credits.repository';

const JUNE = new Date('2026-06-30T23:59:59Z');
const JULY = new Date('2026-07-01T00:00:00Z');

describe('CreditsRepository', () => {
  let world: RequestsWorld;
  let database: Database;
  const credits = new CreditsRepository();
  let account = 900;

  beforeAll(async () => {
    world = await startRequestsWorld();
    const source = createDataSource({
      url: world.databaseUrl('invitations'),
      schema: 'invitations',
      entities: [],
      migrations: [],
    });
    database = new Database(await source.initialize(), 'invitations');
  });
  beforeEach(() => {
    account++;
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });

  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transaction(work);

  it('counts the first messages that were sent in a month of UTC, also when many are sent at once', async () => {
    await Promise.all(
      Array.from({ length: 12 }, () =>
        run((tx) => credits.countSent(tx, [account, account + 100, account], JUNE)),
      ),
    );
    await run((tx) => credits.countSent(tx, [account], JULY));
    await run((tx) => credits.countSent(tx, [], JULY));
    expect(await run((tx) => credits.sentInMonth(tx, account, JUNE))).toBe(24);
    expect(await run((tx) => credits.sentInMonth(tx, account + 100, JUNE))).toBe(12);
    expect(await run((tx) => credits.sentInMonth(tx, account, JULY))).toBe(1);
    expect(await run((tx) => credits.sentInMonth(tx, account + 100, JULY))).toBe(0);
  });

  it('counts messages of a local day up to its limit, and takes them back', async () => {
    const take = () => run((tx) => credits.takeDay(tx, account, '2026-06-30', 3));
    expect((await Promise.all([take(), take(), take(), take()])).filter(Boolean)).toHaveLength(3);
    const counted = { sub_account_id: account, counted_day: '2026-06-30' };
    const waiting = { sub_account_id: account, counted_day: null };
    await run((tx) => credits.giveDaysBack(tx, [counted, waiting, counted]));
    expect(await take()).toBe(true);
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
  });
});
