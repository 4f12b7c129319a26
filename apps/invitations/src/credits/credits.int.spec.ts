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

  it('counts up to the limit of a month of UTC, also when many count at once', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, () => run((tx) => credits.takeMonth(tx, account, 5, 1, JUNE))),
    );
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await run((tx) => credits.sentInMonth(tx, account, JUNE))).toBe(5);
    expect(await run((tx) => credits.sentInMonth(tx, account, JULY))).toBe(0);
    expect(await run((tx) => credits.takeMonth(tx, account, 5, 5, JULY))).toBe(true);
  });

  it('counts all or nothing of several, and without a limit always', async () => {
    expect(await run((tx) => credits.takeMonth(tx, account, 5, 6, JUNE))).toBe(false);
    expect(await run((tx) => credits.takeMonth(tx, account, 0, 1, JUNE))).toBe(false);
    expect(await run((tx) => credits.takeMonth(tx, account, -1, 1_000, JUNE))).toBe(true);
    await run((tx) => credits.giveMonthBack(tx, account, 400, JUNE));
    expect(await run((tx) => credits.sentInMonth(tx, account, JUNE))).toBe(600);
  });

  it('counts messages of a local day up to its limit, and takes them back', async () => {
    const take = () => run((tx) => credits.takeDay(tx, account, '2026-06-30', 3));
    expect((await Promise.all([take(), take(), take(), take()])).filter(Boolean)).toHaveLength(3);
    await run((tx) => credits.giveDayBack(tx, account, '2026-06-30'));
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
  });
});
