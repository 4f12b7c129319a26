import { reviewCounted } from '@plaudit/contracts';
import { createDataSource, Database, migrate, type Tx, queryRows } from '@plaudit/database';
import { EventsWorld } from '../fixtures/events-world';
import { eventMigrations, EventPartitions } from '../index';
import { Outbox } from '../outbox/outbox';
import { laterEvents } from './later-events';
import { type CountBatch, NightlyCount } from './nightly-count';
import { settledTime } from './settled-time';

describe('NightlyCount', () => {
  let world: EventsWorld;
  let database: Database;
  const outbox = new Outbox({ service: 'reviews', wake: () => {} });

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews']);
    const url = world.databaseUrl('reviews');
    const migrations = [...eventMigrations];
    const dataSource = createDataSource({ url, schema: 'reviews', entities: [], migrations });
    await dataSource.initialize();
    await migrate(dataSource);
    database = new Database(dataSource, 'reviews');
    await database.query(
      'create table count_runs (id smallint default 1, due_at timestamptz not null, after_id bigint not null default 0)',
    );
    await database.query('insert into count_runs (due_at) values (now())');
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });
  beforeEach(async () => {
    await database.query('truncate outbox');
    await database.query('update count_runs set due_at = now(), after_id = 0');
  });

  /** Publishes one event for each of the sub accounts 1 to 5, in batches of two. */
  async function publish(tx: Tx, { afterId }: CountBatch): Promise<number | null> {
    const subAccounts = [1, 2, 3, 4, 5].filter((id) => id > afterId).slice(0, 2);
    const events = subAccounts.map((subAccountId) => {
      return { accountId: 1, subAccountId, subject: subAccountId, version: 1, data: reviewCounted.example };
    });
    await outbox.addAll(tx, reviewCounted, events);
    return subAccounts.length < 2 ? null : subAccounts[1]!;
  }

  async function published(): Promise<number[]> {
    const rows = await database.query<{ sub: number }>(
      `select split_part(subject, '.', 5)::int as sub from outbox order by id`,
    );
    return rows.map(({ sub }) => sub);
  }

  it('publishes every batch of a run that is due, and nothing until the next night', async () => {
    const count = new NightlyCount(database, publish);
    expect(await count.overdueSeconds()).toBeGreaterThan(0);
    expect(await count.run()).toBe(3);
    expect(await published()).toEqual([1, 2, 3, 4, 5]);
    expect(await count.overdueSeconds()).toBe(0);
    expect(await count.run()).toBe(0);
    expect(await published()).toHaveLength(5);
  });

  it('publishes every batch once while several replicas run', async () => {
    const replicas = [1, 2, 3, 4].map(() => new NightlyCount(database, publish));
    const batches = await Promise.all(replicas.map((replica) => replica.run()));
    expect(batches.reduce((sum, one) => sum + one)).toBe(3);
    expect(await published()).toEqual([1, 2, 3, 4, 5]);
  });

  it('continues after the last committed batch when a replica fails, and repeats nothing', async () => {
    const dying = new NightlyCount(database, async (tx, batch) => {
      const last = await publish(tx, batch);
      if (batch.afterId === 2) throw new Error('the replica dies');
      return last;
    });
    await expect(dying.run()).rejects.toThrow('the replica dies');
    expect(await published()).toEqual([1, 2]);
    expect(await new NightlyCount(database, publish).run()).toBe(2);
    expect(await published()).toEqual([1, 2, 3, 4, 5]);
  });

  it('leaves the rest of the run to other replicas when it is stopped', async () => {
    let batches = 0;
    const stopping = new NightlyCount(database, (tx, batch) => {
      batches += 1;
      return publish(tx, batch);
    });
    expect(await stopping.run(() => batches === 1)).toBe(1);
    expect(await published()).toEqual([1, 2]);
    expect(await new NightlyCount(database, publish).run()).toBe(2);
    expect(await published()).toEqual([1, 2, 3, 4, 5]);
  });

  it('knows the later events wherever they are: pending, parked by an operator or published', async () => {
    const begun = new Date(Date.now() - 60_000);
    // outbox_sent has a partition for today then.
    await new EventPartitions(database).maintain();
    await new NightlyCount(database, publish).run();
    const columns = 'id, event_id, subject, payload, created_at';
    for (const [table, sub] of [
      ['outbox_parked', 2],
      ['outbox_sent', 3],
    ]) {
      await database.query(
        `with taken as (delete from outbox where subject like $1 returning *)
         insert into ${table} (${columns}) select ${columns} from taken`,
        [`%.${sub}`],
      );
    }
    const later = (since: Date) =>
      database.query(`select subject from ${laterEvents([reviewCounted.pattern], since)} events`);
    expect(await later(begun)).toHaveLength(5);
    expect(await later(new Date(Date.now() + 60_000))).toEqual([]);
  });
});

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
