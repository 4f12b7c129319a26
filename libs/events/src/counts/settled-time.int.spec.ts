import { createDataSource, Database, queryRows } from '@plaudit/database';
import { EventsWorld } from '../fixtures/events-world';
import { settledTime } from './settled-time';

const FIVE_MINUTES_MS = 300_000;

describe('settledTime', () => {
  let world: EventsWorld;
  let database: Database;

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews']);
    const url = world.databaseUrl('reviews');
    const dataSource = createDataSource({ url, schema: 'reviews', entities: [], migrations: [] });
    await dataSource.initialize();
    database = new Database(dataSource, 'reviews');
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });

  it('is five minutes ago, in whole seconds, while no transaction is open', async () => {
    const before = Date.now();
    const settled = await settledTime(database);
    expect(settled.getMilliseconds()).toBe(0);
    expect(settled.getTime()).toBeGreaterThan(before - FIVE_MINUTES_MS - 2_000);
    expect(settled.getTime()).toBeLessThanOrEqual(Date.now() - FIVE_MINUTES_MS);
  });

  it('does not pass the begin of an open transaction, and throws while one has been open for too long', async () => {
    await database.transaction(async (tx) => {
      const [begin] = await queryRows<{ at: Date }>(tx, 'select now() as at');
      const limit = begin!.at.getTime() - FIVE_MINUTES_MS;
      // The clock of the database moves on, and the settled time does not.
      await queryRows(tx, 'select pg_sleep(1.1)');
      expect((await settledTime(database)).getTime()).toBeLessThanOrEqual(limit);
      await expect(settledTime(database, FIVE_MINUTES_MS)).rejects.toThrow('has been open since about');
    });
  });
});
