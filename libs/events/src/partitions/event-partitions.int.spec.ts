import 'reflect-metadata';
import { reviewCreated } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildEvent, eventually } from '@plaudit/testing';
import { newEventId } from '../envelope/event-id';
import { duringDump } from '../fixtures/dump';
import { EventsWorld } from '../fixtures/events-world';
import { published, type Replica } from '../fixtures/replica';
import { EventPartitions } from './event-partitions';
import { daysAfter, INBOX, OUTBOX_SENT, partitionOf, type PartitionedTable } from './partitioned-table';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Longer than maintenance waits for a lock that readers and writers need. */
const LONG_WAIT = `select from pg_locks
  where locktype = 'advisory' and not granted and clock_timestamp() - waitstart > interval '300 ms'
    and database = (select oid from pg_database where datname = current_database())`;

describe('EventPartitions', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let partitions: EventPartitions;
  let today: Date;

  beforeEach(async () => {
    // The partitions have the names of days, so the day must not end during a test.
    await eventually(
      () => DAY_MS - (Date.now() % DAY_MS),
      (leftMs) => leftMs > MINUTE_MS,
      'a day that outlasts this test',
      { timeoutMs: 2 * MINUTE_MS },
    );
    today = new Date(Date.now() - (Date.now() % DAY_MS));
    world = await EventsWorld.start(['reviews']);
    reviews = await world.replica('reviews');
    partitions = new EventPartitions(reviews.database);
    // As after the retention: the partition of the upgrade is gone, and every day has its own.
    const [before] = await named("relname ~ '^inbox_before_[0-9]{8}$'");
    await reviews.database.query(`drop table ${before}`);
    await partitions.maintain();
  });
  afterEach(() => world.close());

  const day = (offset: number) => daysAfter(today, offset);
  const partition = (table: PartitionedTable, offset: number) => partitionOf(table, day(offset));

  async function named(condition: string): Promise<string[]> {
    const rows = await reviews.database.query<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where ${condition} order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  const partitionsOf = ({ name }: PartitionedTable) =>
    named(`inhparent = '${name}'::regclass and relkind = 'r'`);

  async function addPartition(table: PartitionedTable, offset: number): Promise<void> {
    await reviews.database.query(
      `create table ${partition(table, offset)} partition of ${table.name}
       for values from ('${table.bound(day(offset))}') to ('${table.bound(day(offset + 1))}')`,
    );
  }

  const once = (id: string) => reviews.inbox.once(buildEvent(reviewCreated, { id }), 'H', async () => 'done');

  it('creates the partitions of the coming days and drops those whose rows have expired', async () => {
    for (const offset of [-6, -4, -3]) await addPartition(OUTBOX_SENT, offset);
    for (const offset of [-92, -91, -90, -1]) await addPartition(INBOX, offset);
    await expect(partitions.maintain()).resolves.toEqual([]);
    await expect(partitionsOf(OUTBOX_SENT)).resolves.toEqual(
      [-3, 0, 1, 2].map((offset) => partition(OUTBOX_SENT, offset)),
    );
    const days = [-90, -1, 0, 1, 2, 3, 4, 5, 6, 7];
    await expect(partitionsOf(INBOX)).resolves.toEqual([
      ...days.map((offset) => partition(INBOX, offset)),
      'inbox_other',
    ]);
  });

  it('creates each partition once when several replicas start together', async () => {
    const before = [await partitionsOf(OUTBOX_SENT), await partitionsOf(INBOX)];
    for (const name of [...before[0]!, ...before[1]!]) {
      if (name !== 'inbox_other') await reviews.database.query(`drop table ${name}`);
    }
    await Promise.all([1, 2, 3].map(() => new EventPartitions(reviews.database).maintain()));
    await partitions.maintain();
    expect([await partitionsOf(OUTBOX_SENT), await partitionsOf(INBOX)]).toEqual(before);
  });

  it('waits while another replica maintains the same table, and has no problem then', async () => {
    const name = partition(OUTBOX_SENT, 1);
    await reviews.database.query(`drop table ${name}`);
    const { maintained } = await reviews.database.transaction(async (tx) => {
      await queryRows(
        tx,
        "select pg_advisory_xact_lock(hashtextextended('plaudit.partitions.' || current_schema() || 'outbox_sent', 0))",
      );
      const waiting = partitions.maintain();
      await eventually(
        () => queryRows(tx, LONG_WAIT),
        ({ length }) => length > 0,
        'the other replica to wait for long',
      );
      return { maintained: waiting };
    });
    await expect(maintained).resolves.toEqual([]);
    await expect(partitionsOf(OUTBOX_SENT)).resolves.toContain(name);
  });

  it('keeps an entry of the inbox for 90 days after its event was handled, however old the event is', async () => {
    const [redelivered, forgotten] = [-100, -101].map((offset) => newEventId(day(offset).getTime()));
    for (const offset of [-100, -101]) await addPartition(INBOX, offset);
    await once(redelivered!);
    await once(forgotten!);
    await reviews.database.query(
      `update inbox set processed_at = now() - interval '90 days 1 hour' where event_id = '${forgotten}'`,
    );
    await partitions.maintain();
    const names = await partitionsOf(INBOX);
    expect(names).toContain(partition(INBOX, -100));
    expect(names).not.toContain(partition(INBOX, -101));
    await expect(once(redelivered!)).resolves.toBeUndefined();
    await expect(once(forgotten!)).resolves.toBe('done');
  });

  it('moves the entry of a clock that is ahead into the partition of its day', async () => {
    const early = newEventId(day(5).getTime() + 1);
    await reviews.database.query(`drop table ${partition(INBOX, 5)}`);
    await once(early);
    await expect(reviews.database.query('select from inbox_other')).resolves.toHaveLength(1);
    await expect(partitions.maintain()).resolves.toEqual([]);
    await expect(reviews.database.query(`select from ${partition(INBOX, 5)}`)).resolves.toHaveLength(1);
    await expect(once(early)).resolves.toBeUndefined();
  });

  it('stops neither the relay nor the consumers while a dump holds all tables, and catches up after it', async () => {
    await addPartition(OUTBOX_SENT, -6);
    await addPartition(INBOX, -91);
    await reviews.database.query(`drop table ${partition(OUTBOX_SENT, 1)}`);
    await duringDump(reviews.database, async () => {
      reviews.relay.start();
      for (let round = 1; round <= 3; round += 1) {
        const [problems] = await Promise.all([
          partitions.maintain(),
          reviews.changeReview(1),
          once(`evt_${round}`),
        ]);
        expect(problems).toEqual([
          expect.stringContaining(`drop ${partition(OUTBOX_SENT, -6)}: `),
          expect.stringContaining(`drop ${partition(INBOX, -91)}: `),
        ]);
        await published(reviews);
      }
      await expect(world.stored()).resolves.toHaveLength(3);
      await expect(partitionsOf(OUTBOX_SENT)).resolves.toContain(partition(OUTBOX_SENT, 1));
    });
    await expect(partitions.maintain()).resolves.toEqual([]);
    await expect(partitionsOf(OUTBOX_SENT)).resolves.not.toContain(partition(OUTBOX_SENT, -6));
    await expect(partitionsOf(INBOX)).resolves.not.toContain(partition(INBOX, -91));
  });

  it('leaves the relay working when tomorrow has no partition, and stops it when today has none', async () => {
    for (const offset of [0, 1]) {
      const name = partition(OUTBOX_SENT, offset);
      await reviews.database.query(`drop table ${name}`);
      await reviews.database.query(`create table ${name} ()`);
    }
    await expect(partitions.maintain()).resolves.toHaveLength(2);
    await reviews.changeReview(1);
    reviews.relay.start();
    await eventually(
      () => reviews.relay.metrics,
      ({ oldestAgeSeconds, blockedSeconds }) => oldestAgeSeconds > 1 && blockedSeconds > 0,
      'the metrics to show the blocked event',
    );
    await expect(world.stored()).resolves.toEqual([]);
    await reviews.database.query(`drop table ${partition(OUTBOX_SENT, 0)}`);
    await published(reviews);
    await expect(world.stored()).resolves.toHaveLength(1);
  });
});
