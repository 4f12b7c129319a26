import {
  channelCrawled,
  channelCrawlProgress,
  crawlProgressNotice,
  type CrawlProgressNotice,
} from '@plaudit/contracts';
import { NatsLink, NoticeNotifier, type NoticeTenant } from '@plaudit/events';
import { eventually } from '@plaudit/testing';
import { storeReviews } from '../../apple-stand-in.suite';
import { CHANNELS, ChannelsWorld } from '../../channels-world.suite';

let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start();
});

afterAll(() => own.close());

const storedVersion = async (id: number) => {
  const sql = 'select version from channels.channels where id = $1';
  return (await own.world.admin.query<{ version: number }>(sql, [id]))[0]?.version;
};
const announced = async (id: number) =>
  (await own.published(channelCrawlProgress, id)).map(({ data }) => [data.state, data.pages, data.found]);

describe('channel.crawl_progress', () => {
  it('announces the first page, every tenth page and the end of a crawl', async () => {
    own.apple.app('801', {
      count: 800,
      reviews: { gb: storeReviews(500), de: storeReviews(120, undefined, 5_000) },
    });
    const { id } = await own.connect('801', { countries: 'gb, de' });
    await own.crawled(id);
    expect(await announced(id)).toEqual([
      ['reading', 1, 50],
      ['reading', 10, 500],
      ['succeeded', 14, 620],
    ]);
    const [first, , end] = own.events(channelCrawlProgress, id);
    expect(end!.aggregateversion).toBe((await storedVersion(id)) as number);
    expect(first!.data).toEqual({
      channel_id: id,
      type: 'app_store',
      label: 'Apple App Store',
      channel_name: 'App 801',
      backfill: true,
      state: 'reading',
      pages: 1,
      found: 50,
      started_on: expect.stringMatching(/^\d{4}-/) as unknown,
    });
  });

  it('announces the end of a crawl that failed', async () => {
    const { channelId } = await own.crawledApp('802', 3);
    own.apple.apps.delete('802');
    expect(await own.crawlAgain(channelId)).toMatchObject({ status: 'error' });
    const last = (await own.published(channelCrawlProgress, channelId)).at(-1);
    expect(last!.data).toMatchObject({ state: 'failed', pages: 1, found: 0, backfill: false });
  });
});

describe('channel.crawled', () => {
  it('is published once for each crawl that ends well, with what it found, and not for one that fails', async () => {
    const { app, channelId } = await own.crawledApp('805', 60);
    const [first] = await own.published(channelCrawled, channelId);
    expect(first!.data).toEqual({
      profile_id: channelId,
      profile_name: 'App 805',
      platform: 'app_store',
      sub_account_id: first!.subaccountid,
      first: true,
      found: 60,
      new_reviews: 60,
      changed_reviews: 0,
      removed_reviews: 0,
      started_on: expect.stringMatching(/^\d{4}-/) as unknown,
      finished_on: expect.stringMatching(/^\d{4}-/) as unknown,
    });
    const known = app.reviews.gb!;
    known[1]!.text = 'Edited';
    app.reviews.gb = [...storeReviews(2, '2026-09-16T11:24:23Z', 1_000), ...known];
    await own.crawlAgain(channelId);
    await own.crawlAgain(channelId);
    own.apple.apps.delete('805');
    await own.crawlAgain(channelId);
    const later = (await own.published(channelCrawled, channelId)).slice(1).map(({ data }) => data);
    expect(later).toMatchObject([
      { first: false, new_reviews: 2, changed_reviews: 1, removed_reviews: 0 },
      { first: false, new_reviews: 0, changed_reviews: 0, removed_reviews: 0 },
    ]);
  });
});

describe('the notices about a crawl', () => {
  let link: NatsLink;
  const heard: [NoticeTenant, CrawlProgressNotice][] = [];

  beforeAll(async () => {
    link = new NatsLink({ url: own.world.natsUrl, service: 'gateway' });
    link.open();
    await link.waitUntilConnected(10_000);
    const notices = new NoticeNotifier(link);
    notices.listenTo(crawlProgressNotice, (tenant, notice) => heard.push([tenant, { ...notice }]));
    await link.connection!.flush();
  });
  afterAll(() => link.close());

  const of = (id: number) => heard.filter(([, notice]) => notice.channel_id === id);
  const ended = (id: number, stage: string) =>
    eventually(
      () => of(id).at(-1)?.[1],
      (notice) => notice?.stage === stage,
      `the stage ${stage}`,
    );

  it('go to its tenant, say that it is queued and how it ends, and leave out most of its pages', async () => {
    own.apple.app('806', { count: 500, reviews: { gb: storeReviews(500) } });
    const { id, sub_account_id } = await own.connect('806');
    await own.crawled(id);
    expect(await ended(id, 'done')).toEqual({
      channel_id: id,
      stage: 'done',
      page: 10,
      found: 500,
      total: 500,
    });
    const [[tenant, first]] = of(id) as [[NoticeTenant, CrawlProgressNotice]];
    expect(tenant.subAccountId).toBe(sub_account_id);
    expect(first).toEqual({ channel_id: id, stage: 'queued', page: 0, found: 0, total: 500 });
    expect(of(id).length).toBeLessThan(10);
  });

  it('say that it failed', async () => {
    const { channelId } = await own.crawledApp('807', 3);
    own.apple.apps.delete('807');
    await own.crawlAgain(channelId);
    expect(await ended(channelId, 'failed')).toMatchObject({ found: 0 });
  });
});

describe('the progress of a channel', () => {
  it('is shown while a crawl is in progress, also in the list, and is null at other times', async () => {
    const { channelId } = await own.crawledApp('803', 3);
    expect(await own.get(channelId)).toMatchObject({ crawling: false, progress: null });
    const listed = async () => {
      const { items } = (await own.api.get('channels', `${CHANNELS}/get`, { query: { limit: 999 } })).body;
      return (items as { id: number; progress: unknown }[]).find(({ id }) => id === channelId)?.progress;
    };
    expect(await listed()).toBeNull();
    await own.world.admin.query(
      `update channels.crawls set due_at = null, lease_until = now() + interval '1 hour', pages_done = 3, reviews_seen = 120
       where channel_id = $1`,
      [channelId],
    );
    const progress = { stage: 'reading', pages: 3, found: 120, started_on: expect.stringMatching(/^\d{4}-/) };
    expect(await own.get(channelId)).toMatchObject({ crawling: true, progress });
    expect(await listed()).toEqual(progress);
    await own.world.admin.query(
      `update channels.crawls set due_at = now() - interval '1 minute', lease_until = null, checkpoint = '{}',
         platform = 'nowhere' where channel_id = $1`,
      [channelId],
    );
    expect((await own.get(channelId)).progress).toMatchObject({ stage: 'waiting', pages: 3 });
  });

  it('is new in the cached list after each announcement', async () => {
    const caller = own.world.as({ sub_account_id: 41 });
    const list = async () => (await caller.get('channels', `${CHANNELS}/get`)).body.items;
    expect(await list()).toEqual([]);
    own.apple.app('804', { count: 1, reviews: { gb: storeReviews(1) } });
    await own.add({ type: 'app_store', url: 'https://apps.apple.com/gb/app/acme/id804' }, {}, caller);
    await eventually(list, ([first]) => first?.status === 'active', 'the end of the crawl in the list');
    expect((await list())[0].progress).toBeNull();
  });
});

describe('the daily checks of a channel', () => {
  const outcomes = (checks: { outcome: string }[]) => checks.map(({ outcome }) => outcome);
  const NONE = Array.from({ length: 12 }, () => 'none');
  /** Makes the days that are stored `days` days older. */
  const age = (channelId: number, days: number) =>
    own.world.admin.query('update channels.daily_checks set day = day - $2::int where channel_id = $1', [
      channelId,
      days,
    ]);

  it('are ok on a day whose first crawl worked, also if a later one failed', async () => {
    const { channelId } = await own.crawledApp('816', 3);
    own.apple.apps.delete('816');
    const channel = await own.crawlAgain(channelId);
    expect(channel).toMatchObject({ error_code: 'not_found', remedy: 'check_address' });
    expect(outcomes(channel.checks)).toEqual([...NONE, 'none', 'ok']);
    expect(channel.checks.at(-1)?.date).toBe(channel.last_checked?.slice(0, 10));
  });

  it('are failed on a day without a crawl that worked, and retried as soon as one works', async () => {
    const { app, channelId } = await own.crawledApp('817', 3);
    await age(channelId, 1);
    own.apple.apps.delete('817');
    expect(outcomes((await own.crawlAgain(channelId)).checks)).toEqual([...NONE, 'ok', 'failed']);
    expect(outcomes((await own.crawlAgain(channelId)).checks)).toEqual([...NONE, 'ok', 'failed']);
    own.apple.apps.set('817', app);
    expect(outcomes((await own.crawlAgain(channelId)).checks)).toEqual([...NONE, 'ok', 'retried']);
    expect(outcomes((await own.crawlAgain(channelId)).checks)).toEqual([...NONE, 'ok', 'retried']);
    const listed = (await own.api.get('channels', `${CHANNELS}/get`, { query: { limit: 999 } })).body.items;
    expect(listed.find(({ id }: { id: number }) => id === channelId)).toEqual(await own.get(channelId));
  });

  it('show 14 days and are kept for 90 days', async () => {
    const { channelId } = await own.crawledApp('818', 3);
    await age(channelId, 13);
    expect(outcomes((await own.get(channelId)).checks)).toEqual(['ok', ...NONE, 'none']);
    await age(channelId, 1);
    expect(outcomes((await own.get(channelId)).checks)).toEqual([...NONE, 'none', 'none']);
    const kept = async () => {
      const sql = 'select day from channels.daily_checks where channel_id = $1';
      return (await own.world.admin.query(sql, [channelId])).length;
    };
    await age(channelId, 75);
    await own.crawlAgain(channelId);
    expect(await kept()).toBe(2);
    await age(channelId, 1);
    await own.crawlAgain(channelId);
    expect(await kept()).toBe(2);
  });
});
