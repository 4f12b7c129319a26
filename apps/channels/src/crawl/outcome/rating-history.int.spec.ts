import { ratingChanged, ratingRecordId, ratingSnapshot } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { storeReviews } from '../../apple-stand-in.suite';
import { ChannelsWorld } from '../../channels-world.suite';
import { ExplainedDatabase } from '../../explained-database.suite';
import { RatingHistoryReadModel } from './rating-history.read-model';

describe('the rating history', () => {
  let own: ChannelsWorld;

  beforeAll(async () => {
    own = await ChannelsWorld.start();
  });
  afterAll(() => own.close());

  const figuresOf = async (channelId: number) =>
    (await own.published(ratingSnapshot, channelId)).map(({ data }) => [data.score, data.reviews]);

  it('is published by each successful crawl with the figures that it stores, whether they changed or not', async () => {
    const { app, channelId } = await own.crawledApp('900', 3);
    const { last_success_on, name } = await own.get(channelId);
    const [first] = await own.published(ratingSnapshot, channelId);
    expect(first).toMatchObject({ accountid: 1, subaccountid: 1, subject: String(channelId) });
    expect(first?.data).toEqual({
      profile_id: channelId,
      profile_name: name,
      platform: 'app_store',
      sub_account_id: 1,
      rating_scale: 5,
      score: 4.5,
      reviews: 3,
      checked_on: last_success_on,
    });
    await own.crawlAgain(channelId);
    Object.assign(app, { score: 4.625, count: 4 });
    await own.crawlAgain(channelId);
    // A platform that shows no figures for a moment is doubted, so the stored ones are published.
    Object.assign(app, { score: null, count: 0 });
    await own.crawlAgain(channelId);
    expect(await figuresOf(channelId)).toEqual([
      [4.5, 3],
      [4.5, 3],
      [4.63, 4],
      [4.63, 4],
    ]);
    const changed = own.events(ratingChanged, channelId);
    const versions = own.events(ratingSnapshot, channelId).map(({ aggregateversion }) => aggregateversion);
    expect(changed.map(({ aggregateversion }) => aggregateversion + 1)).toEqual([versions[2]]);
  });

  it('has null figures for a profile without any, and nothing of a crawl that failed', async () => {
    own.apple.app('901', { score: null, count: 0, reviews: { gb: [] } });
    const { id } = await own.connect('901');
    await own.crawled(id);
    own.apple.apps.delete('901');
    expect(await own.crawlAgain(id)).toMatchObject({ status: 'error' });
    expect(await figuresOf(id)).toEqual([[null, 0]]);
  });

  describe('as a snapshot', () => {
    const PLANTED = 8_000_000;
    let database: Database;
    let read: RatingHistoryReadModel;
    let close: () => Promise<void>;

    beforeAll(async () => {
      const url = own.world.databaseUrl('channels');
      const source = createDataSource({ url, schema: 'channels', entities: [], migrations: [], poolSize: 1 });
      await source.initialize();
      close = () => source.destroy();
      database = new Database(source, 'channels');
      read = new RatingHistoryReadModel(database);
      await own.world.admin.query(
        `insert into channels.channels (id, account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
         overriding system value
         select ${PLANTED} + n, 3, 30 + n, 'app_store', '{}', 'planted ' || n, 'Planted', 5 from generate_series(1, 40) n`,
      );
      await own.world.admin.query(
        `insert into channels.snapshots (channel_id, day, score, rating_scale, reviews, checked_on)
         select ${PLANTED} + n, date '2026-01-01' + d, 4.2, 5, d, timestamptz '2026-01-01 22:30:11.8Z' + make_interval(days => d)
         from generate_series(1, 40) n, generate_series(0, 99) d`,
      );
      await own.world.admin.query('analyze channels.snapshots, channels.channels');
    });
    afterAll(() => close());

    it('has one record per channel and UTC day, whose version is the second of the crawl', async () => {
      const after = ratingRecordId(PLANTED + 1, 20_454) - 1;
      const [first, second] = await read.page(after, 2);
      expect(first).toEqual({
        id: after + 1,
        profile_id: PLANTED + 1,
        account_id: 3,
        sub_account_id: 31,
        version: Date.parse('2026-01-01T22:30:11Z') / 1_000,
        score: 4.2,
        rating_scale: 5,
        reviews: 0,
        checked_on: '2026-01-01 22:30:11',
      });
      expect(second).toMatchObject({ id: after + 2, reviews: 1, checked_on: '2026-01-02 22:30:11' });
    });

    it('has pages that follow each other from channel to channel, without a gap', async () => {
      const ids: number[] = [];
      for (let after = ratingRecordId(PLANTED, 0); ;) {
        const page = await read.page(after, 300);
        ids.push(...page.map(({ id }) => id));
        if (page.length < 300) break;
        after = page.at(-1)!.id;
      }
      expect(ids).toHaveLength(4_000);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    });

    it('reads its rows in the order of their key, without sorting', async () => {
      const explained = new ExplainedDatabase(database.dataSource, 'channels');
      await new RatingHistoryReadModel(explained).page(ratingRecordId(PLANTED + 5, 0), 500);
      expect(explained.plans[0]).toMatch(/"Index Name":"snapshots_pkey"/);
      expect(explained.plans[0]).not.toMatch(/"Node Type":"(Incremental )?Sort"/);
    });

    it('still has the days of a channel that was deleted, with its owner', async () => {
      own.apple.app('902', { score: 4.1, count: 1, reviews: { gb: storeReviews(1) } });
      const { id } = await own.connect('902');
      await own.crawled(id);
      expect((await own.api.delete('channels', `/public/v1/channels/delete/${id}`)).status).toBe(200);
      const page = await read.page(ratingRecordId(id, 0), 1);
      expect(page).toMatchObject([
        { profile_id: id, account_id: 1, sub_account_id: 1, score: 4.1, reviews: 1 },
      ]);
    });
  });
});
