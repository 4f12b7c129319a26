import {
  channelConnected,
  reviewCounted,
  type ReviewCountedPayload,
  reviewsCollected,
  channelDeleted,
  type ChannelPayload,
  type ChannelRecord,
  channelSnapshot,
  channelUpdated,
  type EventDefinition,
  wireDate,
} from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { DriftMetrics, Metrics } from '@plaudit/runtime';
import {
  administer,
  buildCollectedReview,
  buildEvent,
  eventually,
  startWorld,
  type World,
  buildChannel,
  sendDirect,
  waitUntilConsumed,
} from '@plaudit/testing';
import { REVIEWS_ALONE, type ReviewsWorld, startReviewsWorld } from '../reviews/reviews-world.suite';
import { CountRepairRepository } from '../counts/count-repair.repository';
import { ReviewWordsRepository } from '../search/review-words.repository';
import { ChannelCountsPublisher } from './channel-counts.publisher';
import { ChannelCountsRepository } from './channel-counts.repository';
import { ChannelCountsService } from './channel-counts.service';

const CHANNEL = 42;

const outbox = new Outbox({ service: 'reviews', wake: () => {} });

interface Counted {
  sub: number;
  data: ReviewCountedPayload;
}

const SAVED = `
  select id, subject, payload from reviews.outbox union all select id, subject, payload from reviews.outbox_sent`;

describe('the nightly count of reviews', () => {
  let world: World;
  let database: Database;
  /** The worker of a second replica. That of the service ticks every five seconds. */
  let worker: ChannelCountsService;
  beforeAll(async () => {
    world = await startWorld({ services: [REVIEWS_ALONE] });
    const url = world.databaseUrl('reviews');
    const dataSource = createDataSource({ url, schema: 'reviews', entities: [], migrations: [] });
    await dataSource.initialize();
    database = new Database(dataSource, 'reviews');
    worker = replica();
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });
  const sql = <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    world.admin.query<Row>(text, parameters);

  it('counts exactly the reviews whose events are as old as the count', async () => {
    const connected = buildEvent(channelConnected, { data: { id: CHANNEL } });
    const page = buildEvent(reviewsCollected, {
      subject: String(CHANNEL),
      data: {
        channel_id: CHANNEL,
        reviews: ['a', 'b', 'c'].map((external_id) =>
          buildCollectedReview({ external_id, text: external_id }),
        ),
      },
    });
    await world.publish(connected);
    await world.publish(page);
    await handled(connected.id, page.id);
    const counts = async (): Promise<unknown[]> => (await countNow()).map(({ data }) => data.channels);
    expect(await counts()).toEqual([[{ channel_id: CHANNEL, reviews: 0 }]]);
    await age();
    expect(await counts()).toEqual([[{ channel_id: CHANNEL, reviews: 3 }]]);
    const [review] = await sql<{ id: number }>('select id from reviews.reviews limit 1');
    const path = `/public/v1/reviews/delete/${review!.id}`;
    expect((await world.as().delete('reviews', path)).status).toBe(200);
    expect(await counts()).toEqual([[{ channel_id: CHANNEL, reviews: 3 }]]);
    await age();
    expect(await counts()).toEqual([[{ channel_id: CHANNEL, reviews: 2 }]]);
  });

  it('counts a review that came from a deleted channel once its event is as old as the count', async () => {
    const collect = async (channel_id: number): Promise<void> => {
      const reviews = [buildCollectedReview({ external_id: 'moved', text: 'Moved' })];
      const page = buildEvent(reviewsCollected, {
        subaccountid: 4,
        subject: String(channel_id),
        data: { channel_id, reviews },
      });
      await world.publish(page);
      await handled(page.id);
    };
    const counted = async (): Promise<unknown> =>
      (await countNow()).find(({ sub }) => sub === 4)?.data.channels;
    await collect(90);
    await sql('update reviews.reviews set channel_id = null where channel_id = 90');
    await sql('update reviews.channel_copies set deleted_on = now() where channel_id = 90');
    await age();
    await collect(91);
    expect(await counted()).toEqual([{ channel_id: 91, reviews: 0 }]);
    await age();
    expect(await counted()).toEqual([{ channel_id: 91, reviews: 1 }]);
  });

  it('lists the channels of each sub account and leaves out deleted ones', async () => {
    await addChannels([
      [50, 5],
      [51, 5],
      [52, 6],
    ]);
    await sql('update reviews.channel_copies set deleted_on = now() where channel_id in (51, 52)');
    const [five, ...more] = (await countNow()).filter(({ sub }) => sub === 5 || sub === 6);
    expect(more).toEqual([]);
    expect(five?.data).toMatchObject({
      after_channel_id: 0,
      up_to_channel_id: null,
      channels: [{ channel_id: 50, reviews: 0 }],
    });
    const asOf = new Date(`${five?.data.as_of.replace(' ', 'T')}Z`).getTime();
    expect(asOf).toBeLessThanOrEqual(Date.now() - 300_000);
  });

  it('is published once by several replicas, in batches of 200 sub accounts', async () => {
    const subs = Array.from({ length: 450 }, (_, index) => 1_000 + index);
    await addChannels(subs.map((sub) => [sub * 10, sub]));
    const counted = await countNow([worker, replica(), replica()]);
    expect(counted.map(({ sub }) => sub).filter((sub) => sub >= 1_000)).toEqual(subs);
  });

  it('repairs the counters of reviews and tags while others write, and logs each correction', async () => {
    const client = world.as({ sub_account_id: 77 });
    const add = (n: number) =>
      client.post('reviews', '/public/v1/reviews/add', {
        body: {
          from_name: 'Noa',
          text: `Review ${n}`,
          posted_on: '2026-01-31',
          rating_value: 4,
          tags: ['bread'],
        },
      });
    await add(1);
    await sql('update reviews.review_counts set total = 9 where sub_account_id = 77');
    await sql('update reviews.review_counts set with_photos = 5 where sub_account_id = 77');
    await sql('delete from reviews.tag_counts where sub_account_id = 77');
    const writes = Promise.all(Array.from({ length: 8 }, (_, n) => add(n + 2)));
    await countNow();
    expect((await writes).map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [kept] = await sql(
      `select (select sum(total)::int from reviews.review_counts where sub_account_id = 77) as reviews,
         (select sum(with_photos)::int from reviews.review_counts where sub_account_id = 77) as photos,
         (select sum(total)::int from reviews.tag_counts where sub_account_id = 77) as tags`,
    );
    expect(kept).toEqual({ reviews: 9, photos: 0, tags: 9 });
    const logged = world.logs.lines
      .filter(({ context }) => context === 'Counters')
      .map(({ message }) => message);
    const record = { sub_account_id: 77 };
    expect(logged).toEqual([
      expect.objectContaining({ ...record, counter: 'review_counts', status: 0, star: 4, rating: 4 }),
      expect.objectContaining({ ...record, counter: 'photo_counts', was: 5, is: 0 }),
      expect.objectContaining({ ...record, counter: 'tag_counts', tag_id: expect.any(Number) }),
    ]);
  });

  it('repairs the counters of a sub account in the order in which writers lock them', async () => {
    const rows = 'reviews.review_counts where sub_account_id = 79 and status';
    await sql(
      `insert into reviews.review_counts (sub_account_id, status, star, rating, total, with_photos)
       values (79, 0, 5, 5, 0, 1), (79, 1, 5, 5, 1, 0)`,
    );
    const repairing = await administer(world.databaseUrl('reviews'), async (writer) => {
      await writer.query(`begin; select from ${rows} = 0 for update`);
      const running = { ended: database.transaction((tx) => new CountRepairRepository().repair(tx, [79])) };
      await eventually(
        () =>
          sql(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with difference%'`,
          ),
        (waiting) => waiting.length === 1,
        'the repair to wait for the writer',
      );
      await writer.query(`select from ${rows} = 1 for update`);
      await writer.query('commit');
      return running;
    });
    expect(await repairing.ended).toMatchObject([
      { counter: 'review_counts', counters: [{ status: 1, was: 1, is: 0 }] },
      { counter: 'photo_counts', counters: [{ status: 0, was: 1, is: 0 }] },
      { counter: 'tag_counts', counters: [] },
    ]);
    expect(await sql(`select from ${rows} in (0, 1) and (total <> 0 or with_photos <> 0)`)).toEqual([]);
  });

  it('repairs the words of reviews that a replica of the old release wrote, and logs it', async () => {
    const client = world.as({ sub_account_id: 78 });
    const ids: number[] = [];
    for (const text of ['Bread', 'Rolls', 'Cake', 'Coffee']) {
      const body = { from_name: 'Noa', text, posted_on: '2026-01-31' };
      ids.push((await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number);
    }
    const [bread, rolls, cake] = ids;
    await sql(`update reviews.reviews set text = 'Biscuits', version = 2 where id = $1`, [bread]);
    await sql('delete from reviews.review_words where review_id = $1', [rolls]);
    await sql(`update reviews.reviews set posted_on = '2026-02-01', version = 2 where id = $1`, [cake]);
    await countNow();
    const found = async (q: string): Promise<number> =>
      (await client.get('reviews', '/public/v1/reviews/get', { query: { q, until: '2026-02-01' } })).body
        .count as number;
    for (const word of ['biscuits', 'rolls', 'cake', 'coffee'])
      expect([word, await found(word)]).toEqual([word, 1]);
    expect(await found('bread')).toBe(0);
    expect(world.logs.lines.filter(({ context }) => context === 'ReviewWords')).toEqual([
      expect.objectContaining({ message: expect.objectContaining({ sub_account_id: 78, rows: 4 }) }),
    ]);
  });

  it('is due again in the next night, at a random time from 01:00 to 04:00 UTC', async () => {
    await countNow();
    const [run] = await sql<{ hour: number; days: number }>(
      `select extract(hour from due_at at time zone 'UTC')::int as hour,
         (due_at at time zone 'UTC')::date - (now() at time zone 'UTC')::date as days from reviews.count_runs`,
    );
    expect(run!.days).toBe(1);
    expect([1, 2, 3]).toContain(run!.hour);
  });

  function replica(): ChannelCountsService {
    const metrics = new Metrics('reviews');
    const publisher = new ChannelCountsPublisher(
      new ChannelCountsRepository(),
      new CountRepairRepository(),
      new ReviewWordsRepository(),
      outbox,
      new DriftMetrics(metrics),
    );
    return new ChannelCountsService(database, metrics, publisher);
  }

  /** Makes the run due and waits until it has ended. Returns what it published, in order. */
  async function countNow(workers = [worker]): Promise<Counted[]> {
    const [last] = await sql<{ id: number }>(`select coalesce(max(id), 0) as id from (${SAVED}) saved`);
    await sql('update reviews.count_runs set due_at = now()');
    await eventually(
      async () => {
        await Promise.all(workers.map((one) => one.count(new Date(), new AbortController().signal)));
        return sql<{ due_at: Date }>('select from reviews.count_runs where due_at > now() and after_id = 0');
      },
      (rows) => rows.length === 1,
      'the run to end',
    );
    return sql<Counted>(
      `select split_part(subject, '.', 5)::int as sub, payload::json -> 'data' as data from (${SAVED}) saved
     where id > $1 and subject like '${reviewCounted.pattern}.%' order by id`,
      [last!.id],
    );
  }

  async function handled(...ids: string[]): Promise<void> {
    await eventually(
      () => sql('select from reviews.inbox where event_id = any ($1)', [ids]),
      (rows) => rows.length >= ids.length,
      'the events to be handled',
    );
  }

  /** Moves every event of the outbox an hour into the past. */
  async function age(): Promise<void> {
    await eventually(
      () => sql('select from reviews.outbox'),
      (rows) => rows.length === 0,
      'the outbox to be empty',
    );
    const hourAgo = (Date.now() - 3_600_000).toString(16).padStart(12, '0');
    await sql(`update reviews.outbox_sent set event_id = 'evt_' || $1 || substr(event_id, 17)`, [hourAgo]);
  }

  /** Adds channels by id to sub accounts by id, without events. */
  async function addChannels(channels: readonly (readonly [channel: number, sub: number])[]): Promise<void> {
    await sql(
      `insert into reviews.channel_copies (channel_id, account_id, sub_account_id, name, version)
     select channel, 1, sub, 'Shop', 1 from unnest($1::bigint[], $2::bigint[]) as added (channel, sub)`,
      [channels.map(([channel]) => channel), channels.map(([, sub]) => sub)],
    );
  }
});

const inOneHour = (): string => wireDate(new Date(Date.now() + 3_600_000));

describe('snapshots of channels in reviews', () => {
  let world: ReviewsWorld;
  let first = 1;

  beforeAll(async () => {
    world = await startReviewsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => {
    first += 100;
  });

  const record = (id: number, version: number): ChannelRecord => ({
    ...buildChannel({ id, name: `owner ${version}`, group: 8 }),
    account_id: 1,
    sub_account_id: 1,
    version,
  });

  /** Applies a page of the channels from `first` to `first + 99`. By default it began after every event of the test. */
  async function page(
    records: ChannelRecord[],
    begun_on = inOneHour(),
    deleted?: ChannelRecord[],
  ): Promise<void> {
    const data = { after: first - 1, through: first + 99, begun_on, records, deleted };
    await sendDirect(world.natsUrl, 'reviews__channel', buildEvent(channelSnapshot, { data }));
    await waitUntilConsumed(world.natsUrl, 'reviews__channel', 'DIRECT');
  }

  async function event(
    definition: EventDefinition<ChannelPayload>,
    id: number,
    version: number,
  ): Promise<void> {
    const data = { ...definition.example, id, name: `event ${version}`, group: 5 };
    await world.publish(buildEvent(definition, { data, aggregateversion: version }));
    await waitUntilConsumed(world.natsUrl, 'reviews__channel');
  }

  async function copies(): Promise<
    { name: string; group_id: number | null; version: number; deleted: boolean; cleanup_pending: boolean }[]
  > {
    return world.admin.query(
      `select name, group_id, version, deleted_on is not null as deleted, cleanup_pending
       from reviews.channel_copies where channel_id >= $1 order by channel_id`,
      [first],
    );
  }

  it('add the channels that are missing and correct the wrong ones', async () => {
    await event(channelUpdated, first, 2);
    await event(channelUpdated, first + 1, 9);
    await page([record(first, 2), record(first + 1, 8), record(first + 2, 1)]);
    expect((await copies()).map(({ name }) => name)).toEqual(['owner 2', 'event 9', 'owner 1']);
    expect((await copies()).map(({ group_id }) => group_id)).toEqual([8, 5, 8]);
  });

  it('do not bring back a channel that was deleted while its page was on the way', async () => {
    await event(channelConnected, first, 1);
    await event(channelDeleted, first, 2);
    await page([record(first, 1)]);
    expect(await copies()).toMatchObject([{ deleted: true, version: 2 }]);
  });

  it('restore a channel that is marked as deleted although the owner has a version of it that is as new', async () => {
    await event(channelConnected, first, 1);
    await world.admin.query(
      'update reviews.channel_copies set deleted_on = now(), cleanup_pending = true where channel_id = $1',
      [first],
    );
    await page([record(first, 1)]);
    expect(await copies()).toMatchObject([{ deleted: false, cleanup_pending: false }]);
  });

  it('mark a channel that the owner does not have as deleted, and leave its reviews alone', async () => {
    await event(channelConnected, first, 1);
    await event(channelConnected, first + 1, 1);
    const id = await world.add();
    await world.admin.query('update reviews.reviews set channel_id = $1, source_id = null where id = $2', [
      first,
      id,
    ]);
    await page([record(first + 1, 1)]);
    expect(await copies()).toMatchObject([{ deleted: true, cleanup_pending: false }, { deleted: false }]);
    const { body } = await world.client.get('reviews', `/public/v1/reviews/get/${id}`);
    expect(body).toMatchObject({ channel_id: first });
  });

  it('add no channel that the page lists as deleted, and leave the reviews of a copy of it alone', async () => {
    await event(channelConnected, first, 1);
    await page([record(first + 1, 1)], inOneHour(), [record(first, 2), record(first + 2, 2)]);
    expect(await copies()).toMatchObject([
      { name: 'event 1', version: 1, deleted: true, cleanup_pending: false },
      { name: 'owner 1', deleted: false },
    ]);
  });

  it('keep a channel that an event changed after the snapshot began, even if the page does not list it', async () => {
    const begunOn = wireDate(new Date());
    await event(channelConnected, first, 1);
    await page([], begunOn);
    expect(await copies()).toMatchObject([{ deleted: false }]);
  });
});
