import {
  accountSubAccountDeleted,
  type ChannelCountedPayload,
  channelCounted,
  type DomainEvent,
  reviewCounted,
  type ReviewCountedPayload,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { buildEvent, eventually, Exposition } from '@plaudit/testing';
import { createDataSource, Database } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { Metrics } from '@plaudit/runtime';
import fc from 'fast-check';
import { appUrl, ChannelsWorld } from '../channels-world.suite';
import { ChannelCountsRepository } from './channel-counts.repository';
import { ChannelCountsService } from './channel-counts.service';
import { ReviewCountsRepository } from './review-counts.repository';

const SAVED = `
  select id, subject, payload from channels.outbox union all select id, subject, payload from channels.outbox_sent`;

let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
});
afterAll(() => own.close());

describe('the nightly count of channels', () => {
  let apps = 8_000;
  let database: Database;
  beforeAll(async () => {
    const url = own.world.databaseUrl('channels');
    const dataSource = createDataSource({ url, schema: 'channels', entities: [], migrations: [] });
    await dataSource.initialize();
    database = new Database(dataSource, 'channels');
  });
  afterAll(() => database.dataSource.destroy());
  const sql = <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    own.world.admin.query<Row>(text, parameters);

  it('counts exactly the channels whose events are old enough, and sub accounts without channels as 0', async () => {
    const deleted = await connect(1);
    await connect(1);
    await connect(2);
    const closed = buildEvent(accountSubAccountDeleted, { subaccountid: 2, data: { id: 2 } });
    await own.world.publish(closed);
    await eventually(
      () => sql('select from channels.inbox where event_id = $1', [closed.id]),
      (rows) => rows.length === 1,
      'the sub account to be closed',
    );
    await age();
    // Both events are too recent to be included, though both changes are committed.
    const emptied = await connect(3);
    await own.api.delete('channels', `/public/v1/channels/delete/${deleted}`);
    expect(await countNow()).toEqual({ 1: 2, 3: 0 });
    await own.world.as({ sub_account_id: 3 }).delete('channels', `/public/v1/channels/delete/${emptied}`);
    await age();
    expect(await countNow()).toEqual({ 1: 1, 3: 0 });
  });

  function replica(): ChannelCountsService {
    const outbox = new Outbox({ service: 'channels', wake: () => {} });
    return new ChannelCountsService(database, new Metrics('channels'), new ChannelCountsRepository(), outbox);
  }

  /** Makes the nightly count due, counts in a second replica, and returns the counts by sub account. */
  async function countNow(): Promise<Record<number, number>> {
    const [last] = await sql<{ id: number }>(`select coalesce(max(id), 0) as id from (${SAVED}) saved`);
    await sql('update channels.count_runs set due_at = now()');
    await replica().count(new Date(), new AbortController().signal);
    await eventually(
      () => sql('select from channels.count_runs where due_at > now()'),
      (rows) => rows.length === 1,
      'the run to end',
    );
    const counted = await sql<{ sub: number; data: ChannelCountedPayload }>(
      `select split_part(subject, '.', 5)::int as sub, payload::json -> 'data' as data from (${SAVED}) saved
     where id > $1 and subject like '${channelCounted.pattern}.%'`,
      [last!.id],
    );
    return Object.fromEntries(counted.map(({ sub, data }) => [sub, data.channels]));
  }

  /** Moves every event of the outbox an hour into the past. */
  async function age(): Promise<void> {
    await eventually(
      () => sql('select from channels.outbox'),
      (rows) => rows.length === 0,
      'the outbox to be empty',
    );
    const hourAgo = (Date.now() - 3_600_000).toString(16).padStart(12, '0');
    await sql(`update channels.outbox_sent set event_id = 'evt_' || $1 || substr(event_id, 17)`, [hourAgo]);
  }

  async function connect(sub_account_id: number): Promise<number> {
    const app = String((apps += 1));
    own.apple.app(app);
    const caller = own.world.as({ sub_account_id });
    const { body } = await own.add({ type: 'app_store', url: appUrl(app) }, {}, caller);
    return body.channel.id;
  }
});

/** Yesterday, in whole seconds. */
const NIGHT = Math.floor(Date.now() / 1_000) * 1_000 - 86_400_000;

/** Returns a time of that night. */
const at = (second: number): Date => new Date(NIGHT + second * 1_000);

const created = (id: number, time: Date): DomainEvent =>
  buildEvent(reviewCreated, { time: time.toISOString(), data: { channel_id: id } });

const deleted = (id: number, time: Date): DomainEvent =>
  buildEvent(reviewDeleted, { time: time.toISOString(), data: { channel_id: id } });

function counted(
  asOf: Date,
  reviews: Record<number, number>,
  range: Partial<ReviewCountedPayload> = {},
): DomainEvent {
  const channels = Object.entries(reviews).map(([id, count]) => ({ channel_id: Number(id), reviews: count }));
  return buildEvent(reviewCounted, {
    subject: 'sub_account:1',
    data: { as_of: wireDate(asOf), channels, ...range },
  });
}

describe('review counts', () => {
  let apps = 7_000;

  const sql = <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    own.world.admin.query<Row>(text, parameters);

  /** Adds a channel that was connected two days ago and has a counter of `collected` reviews. */
  async function channel(collected: number): Promise<number> {
    const app = String((apps += 1));
    own.apple.app(app);
    const { id } = await own.connect(app);
    await sql(
      `update channels.channels set collected_reviews = $2, counted_until = now() - interval '2 days' where id = $1`,
      [id, collected],
    );
    return id;
  }

  async function handle(...events: DomainEvent[]): Promise<void> {
    for (const event of events) await own.world.publish(event);
    await eventually(
      () => sql('select from channels.inbox where event_id = any ($1)', [events.map(({ id }) => id)]),
      (rows) => rows.length === events.length,
      'the events to be handled',
    );
  }

  async function collected(id: number): Promise<number> {
    const [row] = await sql<{ count: number }>(
      'select collected_reviews as count from channels.channels where id = $1',
      [id],
    );
    return row!.count;
  }

  async function metric(name: string): Promise<number> {
    const lines = (await (await fetch(own.world.metricsUrl)).text()).split('\n');
    const line = lines.find(
      (one) => one.startsWith(`plaudit_${name}{`) && one.includes('counter="collected_reviews"'),
    );
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  describe('review.counted', () => {
    it('corrects counters that differ, logs each correction and adds it to the drift', async () => {
      const [low, right, high] = [await channel(3), await channel(5), await channel(9)];
      // Fills the cache of the list, which a correction drops.
      await own.api.get('channels', '/public/v1/channels/get');
      const drift = await metric('counter_drift_total');
      await handle(counted(at(0), { [low]: 5, [right]: 5, [high]: 5 }));
      expect([await collected(low), await collected(right), await collected(high)]).toEqual([5, 5, 5]);
      expect((await metric('counter_drift_total')) - drift).toBe(6);
      expect(await metric('counter_last_reconciled_seconds')).toBe(at(0).getTime() / 1_000);
      const warnings = own.world.logs.lines.filter(
        ({ level, context }) => level === 'warn' && context === 'Counters',
      );
      const message = 'Corrected a counter that differed from the rows that it counts';
      const fields = { message, counter: 'collected_reviews', account_id: 1, sub_account_id: 1, is: 5 };
      expect(warnings.map((line) => line.message)).toEqual([
        { ...fields, channel_id: low, was: 3 },
        { ...fields, channel_id: high, was: 9 },
      ]);
      const { body } = await own.api.get('channels', '/public/v1/channels/get');
      const listed = body.items.filter(({ id }: { id: number }) => id === low || id === high);
      expect(listed.map((one: { collected_reviews: number }) => one.collected_reviews)).toEqual([5, 5]);
    });

    it('leaves a channel for the next night if it has counted a later event', async () => {
      const id = await channel(4);
      await handle(created(id, at(60)));
      await handle(counted(at(0), { [id]: 2 }));
      expect(await collected(id)).toBe(5);
      await handle(counted(at(60), { [id]: 3 }));
      expect(await collected(id)).toBe(3);
    });

    it('is not followed by a second count of an event that it includes', async () => {
      const id = await channel(4);
      const late = [created(id, at(-5)), deleted(id, at(0)), created(id, at(0))];
      await handle(counted(at(0), { [id]: 5 }));
      await handle(...late);
      expect(await collected(id)).toBe(5);
      await handle(created(id, new Date(at(0).getTime() + 1)));
      expect(await collected(id)).toBe(6);
    });

    it('is not needed for a review that outlived the former channel of the profile', async () => {
      const id = await channel(4);
      const changed = (names: string[], channel_id: number | null): DomainEvent =>
        buildEvent(reviewUpdated, { time: new Date().toISOString(), data: { channel_id, changed: names } });
      const adopted = changed(['channel_id', 'text'], id);
      const others = [changed(['channel_id'], null), changed(['text'], id)];
      for (const event of others) await own.world.publish(event);
      await handle(adopted);
      expect(await collected(id)).toBe(5);
      await own.world.publish(adopted);
      await handle(created(id, new Date()));
      expect(await collected(id)).toBe(6);
    });

    it('has no effect if a newer count arrived before it', async () => {
      const id = await channel(4);
      await handle(counted(at(60), { [id]: 7 }));
      await handle(counted(at(0), { [id]: 1 }));
      expect(await collected(id)).toBe(7);
    });

    it('sets channels of the sub account that are within its ids and not listed to 0, and no others', async () => {
      const [before, listed, unlisted, after, stranger] = [
        await channel(1),
        await channel(1),
        await channel(1),
        await channel(1),
        await channel(1),
      ];
      await sql('update channels.channels set sub_account_id = 2 where id = $1', [stranger]);
      const range = { after_channel_id: before, up_to_channel_id: unlisted };
      await handle(counted(at(0), { [listed]: 2 }, range));
      const counts = await Promise.all([before, listed, unlisted, after, stranger].map(collected));
      expect(counts).toEqual([1, 2, 0, 1, 1]);
      await handle(counted(at(0), {}, { after_channel_id: unlisted, up_to_channel_id: null }));
      expect([await collected(after), await collected(stranger)]).toEqual([0, 1]);
    });

    it('is ignored for a channel that was deleted', async () => {
      const id = await channel(3);
      await own.api.delete('channels', `/public/v1/channels/delete/${id}`);
      const drift = await metric('counter_drift_total');
      await handle(counted(at(0), { [id]: 8 }, { after_channel_id: id - 1 }));
      expect(await sql('select from channels.channels where id = $1', [id])).toEqual([]);
      expect(await metric('counter_drift_total')).toBe(drift);
    });
  });

  describe('the time of the last comparison', () => {
    const exported = async (): Promise<number[]> =>
      (await Exposition.fetch(own.world.metricsUrl))
        .of('plaudit_counter_last_reconciled_seconds', { counter: 'collected_reviews' })
        .map(({ value }) => value);

    it('is that of the rows, whichever replica has compared them, and of the creation if none has', async () => {
      const id = await channel(3);
      await sql(
        `update channels.channels set collected_reviews = 0, reconciled_as_of = null where id <> $1`,
        [id],
      );
      await sql('update channels.channels set reconciled_as_of = $2 where id = $1', [id, at(-9_000)]);
      // A count without channels corrects nothing, and the next scrape reads the rows again.
      const nothing = () => handle(counted(at(0), {}, { after_channel_id: id }));
      await nothing();
      expect(await exported()).toEqual([at(-9_000).getTime() / 1_000]);
      await sql(
        `update channels.channels set reconciled_as_of = null, created_on = '2026-01-02' where id = $1`,
        [id],
      );
      await nothing();
      expect(await exported()).toEqual([Date.parse('2026-01-02T00:00:00Z') / 1_000]);
    });

    it('does not exist while all counters are 0, so that no alert rings after the last channel is deleted', async () => {
      await sql('delete from channels.channels');
      await handle(counted(at(0), {}));
      expect(await exported()).toEqual([]);
    });
  });

  describe('ReviewCountsRepository', () => {
    /** An event of the owner at `second`, or its count as of `second`. */
    type Message = { second: number; by: 1 | -1 } | { second: number; by: 'count' };

    it('ends with the right number, whatever the order in which events and counts arrive', async () => {
      const dataSource = createDataSource({
        url: own.world.databaseUrl('channels'),
        schema: 'channels',
        entities: [],
        migrations: [],
      });
      await dataSource.initialize();
      const database = new Database(dataSource, 'channels');
      const counts = new ReviewCountsRepository();
      const id = await channel(0);

      async function receive(message: Message, all: readonly Message[]): Promise<void> {
        const time = at(message.second);
        if (message.by !== 'count') {
          const { by } = message;
          await database.transaction((tx) => counts.add(tx, id, by, time.toISOString()));
          return;
        }
        const event = counted(time, {
          [id]: total(all, message.second),
        }) as DomainEvent<ReviewCountedPayload>;
        await database.transaction((tx) => counts.reconcile(tx, event));
      }

      const message = fc.record({
        second: fc.integer({ min: 1, max: 8 }),
        by: fc.constantFrom<Message['by'][]>(1, 1, -1, 'count'),
      }) as fc.Arbitrary<Message>;
      const history = fc
        .array(message, { minLength: 4, maxLength: 12 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
      await fc.assert(
        fc.asyncProperty(history, async ([all, arriving]) => {
          await sql(
            `update channels.channels set collected_reviews = 0, counted_until = $2, reconciled_as_of = null where id = $1`,
            [id, at(0)],
          );
          for (const one of arriving) await receive(one, all);
          expect(await collected(id)).toBe(total(all, 8));
        }),
        { numRuns: 60 },
      );
      await dataSource.destroy();
    });

    function total(all: readonly Message[], until: number): number {
      return all.reduce((sum, { second, by }) => sum + (by !== 'count' && second <= until ? by : 0), 0);
    }
  });
});
