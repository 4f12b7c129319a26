import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ratingChanged,
  ratingRecordId,
  ratingSnapshot,
  channelCrawled,
  channelCrawlProgress,
  crawlProgressNotice,
  type CrawlProgressNotice,
  channelUpdated,
  profileError,
  reviewsCollected,
  reviewsRemoved,
} from '@plaudit/contracts';
import { createDataSource, Database, queryRows } from '@plaudit/database';
import { NatsLink, NoticeNotifier, type NoticeTenant, PeerNotifier } from '@plaudit/events';
import { LeaseLost, QueueNotifier, type QueueWork, QueueWorker } from '@plaudit/queue';
import {
  atLength,
  eventually,
  Exposition,
  fakeOnly,
  type FixtureResponse,
  type FixtureServer,
  startFixtureServer,
  type HttpResult,
  type RecordedRequest,
  itAtLength,
} from '@plaudit/testing';
import { Clock } from '@plaudit/runtime';
import { Module, Logger } from '@nestjs/common';
import { storeReviews } from '../apple-stand-in.suite';
import { ChannelsWorld, CHANNELS } from '../channels-world.suite';
import { ExplainedDatabase } from '../explained-database.suite';
import { RatingHistoryReadModel } from './outcome/rating-history.read-model';
import { appStore } from '../platforms/apps/app-store';
import { channelsService } from '../service';
import { CrawlPlanService } from './queue/crawl-plan.service';
import { enqueueCrawl, type WaitingCrawl } from './queue/crawl-queue.suite';
import { type CrawlLease, CrawlsRepository } from './queue/crawls.repository';
import { killCrawlWorker, startCrawlWorker } from './run/crawl-worker.suite';
import type { ChannelResponse } from '../channels/channels.responses';
import { type ShownProfile, type ShownReview, shownReviews, STAND_INS } from './run/platform-stand-ins.suite';
import { ChannelsModule } from '../channels.module';
import { PageThreadService } from './thread/page-thread.service';
import { ChannelsEnv } from '../channels.env';

const PER_PAGE = 100;

/** Asks for proof of a human visitor at times. */
const SHOPIFY = 'https://apps.shopify.com';

/** The row of a review with this text has another form than documented. */
const UNREADABLE = 'Of another form';

const newest = (count: number): { id: number; text: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, text: `Text ${count - index}` }));

interface Written {
  author: string;
  text: string;
  rating: number;
}

function page(
  reviews: readonly Written[],
  next: string | null = null,
  count: number = reviews.length,
): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Acme Cup',
    aggregateRating: { ratingValue: '4,5', reviewCount: count },
    review: reviews.map(({ author, text, rating }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      datePublished: '2026-10-04',
      reviewBody: text,
      reviewRating: { ratingValue: rating },
    })),
  };
  const link = next === null ? '' : `<link rel="next" href="${next}">`;
  return `<html><head>${link}<script type="application/ld+json">${JSON.stringify(data)}</script></head></html>`;
}

const ann = { author: 'Ann', text: 'Best &amp; fresh', rating: 5 };

const ben = { author: 'Ben', text: 'Fine', rating: 4 };

describe('crawls', () => {
  let own: ChannelsWorld;

  /** Stands for all platforms but the App Store. */
  let platforms: FixtureServer;

  /** Never responds. */
  let silent: FixtureServer;

  /** A check and an addition of a page of the silent server. They run beside the other specs. */
  let unanswered: Promise<HttpResult>[];

  beforeAll(async () => {
    platforms = await startFixtureServer();
    silent = await startFixtureServer(() => 'hang');
    own = await ChannelsWorld.start(
      {},
      channelsService,
      [SHOPIFY, ...STAND_INS.map(({ origin }) => origin)].map((origin) => `${origin}=${platforms.url}`),
    );
    const body = { type: 'website_schema', url: silent.url };
    unanswered = [own.add(body), own.api.post('channels', `${CHANNELS}/check`, { body })];
  });

  afterAll(async () => {
    await own.close();
    await platforms.close();
    await silent.close();
  });

  describe('the metrics of crawls', () => {
    it('count crawls by platform, outcome and code of the error, and the pages that they stored', async () => {
      const measured = async () => {
        const exported = await Exposition.fetch(own.world.metricsUrl);
        const crawls = (outcome: string, error_code: string): number =>
          exported.sum('plaudit_crawls_total', { platform: 'app_store', outcome, error_code });
        return {
          succeeded: crawls('succeeded', 'none'),
          blocked: crawls('failed', 'blocked'),
          empty: crawls('failed', 'empty_result'),
          pages: exported.sum('plaudit_crawl_pages_total', { platform: 'app_store' }),
          measured: exported.sum('plaudit_crawl_duration_seconds_count', { platform: 'app_store' }),
        };
      };
      const before = await measured();
      const { app, channelId } = await own.crawledApp('310', 120);
      const [first] = await own.world.admin.query<{ pages: number }>(
        'select pages_done as pages from channels.crawls where channel_id = $1',
        [channelId],
      );
      own.apple.interfere = ({ path }) => (path.includes('id=310/') ? { status: 403 } : undefined);
      await own.crawlAgain(channelId);
      own.apple.interfere = () => undefined;
      app.reviews = { gb: [] };
      await own.crawlAgain(channelId);
      // The worker counts after the outcome is committed.
      const after = await eventually(
        measured,
        ({ measured: all }) => all === before.measured + 3,
        'three crawls',
      );
      expect(after).toEqual({
        succeeded: before.succeeded + 1,
        blocked: before.blocked + 1,
        empty: before.empty + 1,
        // The crawl that found no reviews has stored an empty page.
        pages: before.pages + first!.pages + 1,
        measured: before.measured + 3,
      });
    });
  });

  describe('the rating history', () => {
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
        const source = createDataSource({
          url,
          schema: 'channels',
          entities: [],
          migrations: [],
          poolSize: 1,
        });
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

  describe('crawl progress', () => {
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
          const { items } = (await own.api.get('channels', `${CHANNELS}/get`, { query: { limit: 999 } }))
            .body;
          return (items as { id: number; progress: unknown }[]).find(({ id }) => id === channelId)?.progress;
        };
        expect(await listed()).toBeNull();
        await own.world.admin.query(
          `update channels.crawls set due_at = null, lease_until = now() + interval '1 hour', pages_done = 3, reviews_seen = 120
       where channel_id = $1`,
          [channelId],
        );
        const progress = {
          stage: 'reading',
          pages: 3,
          found: 120,
          started_on: expect.stringMatching(/^\d{4}-/),
        };
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
        const listed = (await own.api.get('channels', `${CHANNELS}/get`, { query: { limit: 999 } })).body
          .items;
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
  });

  describe('crawl', () => {
    describe('a first crawl', () => {
      it('publishes the whole history in pages, marked as backfill', async () => {
        own.apple.app('100', {
          name: 'Acme Notes',
          score: 4.62345,
          count: 212,
          reviews: { gb: storeReviews(120) },
        });
        const added = await own.connect('100');
        const channel = await own.crawled(added.id);

        expect(channel).toMatchObject({
          status: 'active',
          crawling: false,
          score: 4.62,
          reviews: 212,
          error_code: null,
        });
        expect(channel).toMatchObject({ consecutive_failures: 0, last_review_on: '2026-09-14 11:24:23' });
        expect(channel.last_success_on).not.toBeNull();
        const pages = await own.published(reviewsCollected, added.id);
        expect(pages.map(({ data }) => data.reviews.length)).toEqual([50, 50, 20]);
        expect(pages.every(({ data }) => data.backfill && data.approve_rule === 'none')).toBe(true);
        expect(pages[0]).toMatchObject({ accountid: 1, subaccountid: 1, aggregatetype: 'channel' });
        expect(pages[0]?.data).toMatchObject({
          type: 'app_store',
          label: 'Apple App Store',
          channel_name: 'Acme Notes',
        });
        expect(pages[0]?.data.reviews[0]).toMatchObject({
          text: 'Title 121\nText 121',
          from_name: 'Author 0',
          rating_value: 1,
          rating_scale: 5,
          posted_on: '2026-09-14 11:24:23',
          removed: false,
        });
      });

      it('raises the version with every event and publishes once that the channel is active', async () => {
        const { channelId } = await own.crawledApp('101', 60);
        const updated = await own.published(channelUpdated, channelId);
        expect(updated.map(({ data }) => data.status)).toEqual(['active']);
        const pages = own.events(reviewsCollected, channelId);
        const crawled = await own.published(channelCrawled, channelId);
        const events = [...pages, ...own.events(ratingSnapshot, channelId), ...crawled, ...updated];
        expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual([2, 4, 5, 6, 7]);
      });

      it('publishes no rating.changed, even if the figures differ', async () => {
        own.apple.app('102', { score: 3, count: 5, reviews: { gb: storeReviews(5) } });
        const { id } = await own.connect('102');
        own.apple.app('102', { score: 4, count: 6, reviews: { gb: storeReviews(6) } });
        expect(await own.crawled(id)).toMatchObject({ status: 'active' });
        expect(await own.published(ratingChanged, id)).toEqual([]);
      });

      it('reads every country and stops at page ten', async () => {
        own.apple.app('103', {
          count: 700,
          reviews: { gb: storeReviews(600), de: storeReviews(10, undefined, 5_000) },
        });
        const { id } = await own.connect('103', { countries: 'gb, DE' });
        await own.crawled(id);
        expect(await own.collected(id)).toHaveLength(510);
        expect(own.apple.requestedPages('103')).not.toContain('gb/11');
      });

      it('sends the approve rule of the channel with each page', async () => {
        own.apple.app('104', { reviews: { gb: storeReviews(1) } });
        const { id } = await own.connect('104');
        await own.crawled(id);
        await own.api.put('channels', `/public/v1/channels/update/${id}`, {
          body: { auto_approve_4_stars: true },
        });
        own.apple.app('104', { reviews: { gb: storeReviews(2) } });
        await own.crawlAgain(id);
        await own.api.put('channels', `/public/v1/channels/update/${id}`, { body: { auto_approve: true } });
        own.apple.app('104', { reviews: { gb: storeReviews(3) } });
        await own.crawlAgain(id);
        const pages = await own.published(reviewsCollected, id);
        expect(pages.map(({ data }) => data.approve_rule)).toEqual(['none', 'four_stars', 'all']);
        expect(pages.map(({ data }) => data.backfill)).toEqual([true, false, false]);
      });

      it('stores a snapshot of the day', async () => {
        const { channelId } = await own.crawledApp('105', 3);
        const rows = await own.world.admin.query(
          `select day::text, score, reviews, rating_scale from channels.snapshots where channel_id = $1`,
          [channelId],
        );
        // The day of the crawl, because midnight may have passed since.
        const day = (await own.get(channelId)).last_success_on?.slice(0, 10);
        expect(rows).toEqual([{ day, score: 4.5, reviews: 3, rating_scale: 5 }]);
      });
    });

    describe('a later crawl', () => {
      it('publishes nothing and stops after the first page if nothing is new', async () => {
        const { channelId } = await own.crawledApp('200', 400);
        const before = own.apple.requestedPages('200').length;
        const pages = (await own.published(reviewsCollected, channelId)).length;
        await own.crawlAgain(channelId);
        expect((await own.published(reviewsCollected, channelId)).length).toBe(pages);
        expect(own.apple.requestedPages('200').slice(before)).toEqual(['gb/1']);
      });

      it('publishes only new reviews', async () => {
        const { app, channelId } = await own.crawledApp('201', 60);
        const fresh = storeReviews(2, '2026-09-20T10:00:00Z', 900);
        app.reviews = { gb: [...fresh, ...(app.reviews['gb'] ?? [])] };
        await own.crawlAgain(channelId);
        const [last] = (await own.published(reviewsCollected, channelId)).slice(-1);
        expect(last?.data.backfill).toBe(false);
        expect(last?.data.reviews.map((review) => review.external_id)).toEqual(fresh.map(({ id }) => id));
      });

      it('publishes an edited review again with its first posting date', async () => {
        const { app, channelId } = await own.crawledApp('202', 10);
        const [first, ...others] = app.reviews['gb'] ?? [];
        if (!first) throw new Error('The stand-in store has no review');
        app.reviews = { gb: [{ ...first, text: 'Edited', updated: '2026-09-20T10:00:00Z' }, ...others] };
        await own.crawlAgain(channelId);
        const collected = await own.collected(channelId);
        expect(collected).toHaveLength(11);
        expect(collected.at(-1)).toMatchObject({
          external_id: first.id,
          text: expect.stringContaining('Edited') as unknown,
          posted_on: '2026-09-14 11:24:23',
          additional: { version: '1.8.0', updated_on: '2026-09-20 10:00:00' },
        });
        await own.crawlAgain(channelId);
        expect(await own.collected(channelId)).toHaveLength(11);
      });

      it('publishes rating.changed once if the score or the count changed', async () => {
        const { app, channelId } = await own.crawledApp('203', 10);
        await own.crawlAgain(channelId);
        expect(await own.published(ratingChanged, channelId)).toEqual([]);
        app.score = 4.494;
        app.count = 12;
        await own.crawlAgain(channelId);
        const [changed, ...more] = await own.published(ratingChanged, channelId);
        expect(more).toEqual([]);
        expect(changed?.data).toMatchObject({
          profile_id: channelId,
          platform: 'app_store',
          score: 4.49,
          previous_score: 4.5,
          reviews: 12,
          previous_reviews: 10,
          changed: ['score', 'reviews'],
        });
        app.score = 4.491;
        await own.crawlAgain(channelId);
        expect(await own.published(ratingChanged, channelId)).toHaveLength(1);
      });

      it('keeps the known figures for one crawl that reads none, and records a fall that the next one reads too', async () => {
        const { app, channelId } = await own.crawledApp('204', 10);
        Object.assign(app, { score: null, count: 0, reviews: { gb: [] } });
        expect(await own.crawlAgain(channelId)).toMatchObject({ status: 'active', score: 4.5, reviews: 10 });
        expect(await own.published(ratingChanged, channelId)).toEqual([]);
        expect(await own.crawlAgain(channelId)).toMatchObject({ status: 'active', score: null, reviews: 0 });
        const [fall] = await own.published(ratingChanged, channelId);
        expect(fall?.data).toMatchObject({ score: null, reviews: 0, changed: ['score', 'reviews'] });
      });

      it('is scheduled 20 to 23 hours after the last one', async () => {
        const { channelId } = await own.crawledApp('205', 1);
        const next = Date.parse(`${(await own.get(channelId)).next_crawl_on}Z`);
        expect(next - Date.now()).toBeGreaterThan(19.9 * 3_600_000);
        expect(next - Date.now()).toBeLessThan(23 * 3_600_000);
      });
    });

    describe('a failed crawl', () => {
      const failure = async (channelId: number) =>
        (await own.published(profileError, channelId)).map(({ data }) => data);
      const hoursAhead = (date: string | null) =>
        Math.round((Date.parse(`${date}Z`) - Date.now()) / 360_000) / 10;

      it('is repeated after 1 h, 6 h and then daily, and disables the channel after ten failures', async () => {
        const { app, channelId } = await own.crawledApp('300', 5);
        own.apple.apps.delete('300');
        const delays: number[] = [];
        for (let failures = 1; failures <= 10; failures++) {
          const channel = await own.crawlAgain(channelId);
          expect(channel).toMatchObject({
            status: failures < 10 ? 'error' : 'disabled',
            error_code: 'not_found',
            consecutive_failures: failures,
          });
          expect(channel.next_crawl_on === null).toBe(failures === 10);
          if (channel.next_crawl_on !== null) delays.push(hoursAhead(channel.next_crawl_on));
        }
        expect(delays).toEqual([1, 6, 24, 24, 24, 24, 24, 24, 24]);
        const errors = await failure(channelId);
        expect(errors.map(({ reason, disabled }) => [reason, disabled])).toEqual([
          ['first_failure', false],
          ['disabled', true],
        ]);
        expect(errors[0]).toMatchObject({
          error_code: 'not_found',
          consecutive_failures: 1,
          url: expect.any(String) as unknown,
        });
        expect(errors[1]).toMatchObject({ consecutive_failures: 10, next_attempt_on: null });

        own.apple.apps.set('300', app);
        expect(await own.crawlAgain(channelId)).toMatchObject({
          status: 'active',
          consecutive_failures: 0,
          error_code: null,
        });
      }, 180_000);

      it('stores the code of the error and publishes profile.error once', async () => {
        const { channelId } = await own.crawledApp('301', 5);
        own.apple.interfere = ({ path }) => (path.includes('id=301/') ? { status: 403 } : undefined);
        expect(await own.crawlAgain(channelId)).toMatchObject({ status: 'error', error_code: 'blocked' });
        own.apple.interfere = ({ path }) => (path.includes('id=301/') ? { body: '<html>' } : undefined);
        expect(await own.crawlAgain(channelId)).toMatchObject({
          error_code: 'parse_failed',
          consecutive_failures: 2,
        });
        own.apple.interfere = () => undefined;
        expect(await own.crawlAgain(channelId)).toMatchObject({ status: 'active', error_msg: null });
        expect(await failure(channelId)).toHaveLength(1);
      });

      it('deletes no review if the platform shows none although it counts some', async () => {
        const { app, channelId } = await own.crawledApp('302', 5);
        app.reviews = { gb: [] };
        expect(await own.crawlAgain(channelId)).toMatchObject({
          status: 'error',
          error_code: 'empty_result',
          score: 4.5,
          reviews: 5,
        });
        expect(await own.collected(channelId)).toHaveLength(5);
      });
    });

    describe('a successful crawl', () => {
      it('may find no reviews if the platform counts none', async () => {
        own.apple.app('303', { score: null, count: 0, reviews: { gb: [] } });
        const { id } = await own.connect('303');
        expect(await own.crawled(id)).toMatchObject({ status: 'active', score: null, reviews: 0 });
      });

      it('repeats a request that fails for a moment', async () => {
        const { channelId } = await own.crawledApp('304', 5);
        let responses = 0;
        own.apple.interfere = ({ path }) =>
          path.includes('id=304/') && responses++ === 0 ? { status: 502 } : undefined;
        expect(await own.crawlAgain(channelId)).toMatchObject({ status: 'active', consecutive_failures: 0 });
        own.apple.interfere = () => undefined;
      });
    });

    describe('a crawl of a channel that is deleted meanwhile', () => {
      it('requests no further page', async () => {
        own.apple.app('400', { reviews: { gb: storeReviews(200) } });
        let open: () => void = () => {};
        const gate = new Promise<void>((resolve) => (open = resolve));
        own.apple.interfere = async ({ path }) => {
          if (path.includes('page=2/id=400/')) await gate;
          return undefined;
        };
        const { id } = await own.connect('400');
        const requested = () => own.apple.requestedPages('400');
        await eventually(requested, (pages) => pages.includes('gb/2'), 'the request for the second page');
        expect((await own.api.delete('channels', `/public/v1/channels/delete/${id}`)).status).toBe(200);
        open();
        // When a later crawl of another channel has ended, the first crawl would have requested its third page.
        await own.crawledApp('401', 120);
        expect(requested()).toEqual(['gb/1', 'gb/2']);
        expect(await own.collected(id)).toHaveLength(50);
      });
    });
  });

  describe.each(STAND_INS.map((standIn) => ({ slug: standIn.slug, standIn })))(
    'a crawl of the platform $slug',
    ({ standIn }) => {
      let channels = 0;
      const { pageSize } = standIn;
      let shown: ShownProfile;
      /** Responds instead of the platform to a request for a page, unless it returns undefined. */
      let interfere: (page: number) => FixtureResponse | undefined;
      /** The pages that were requested. */
      let requested: number[];

      /** Returns a page. Page 1 of three has the next page 2. */
      const pageAt = (page: number, next = page + 1): FixtureResponse => {
        const { reviews } = shown;
        const rows = reviews.slice(page * pageSize, (page + 1) * pageSize);
        return standIn.page(rows, next * pageSize < reviews.length ? next : null, shown);
      };

      beforeEach(() => {
        shown = { reviews: shownReviews(2 * pageSize + 2), count: 2 * pageSize + 2 };
        interfere = () => undefined;
        requested = [];
        platforms.handle((request) => {
          if (request.headers['x-forwarded-host'] !== new URL(standIn.origin).host) return { status: 404 };
          const page = standIn.pageOf(request);
          if (page === null) return request.path === '/robots.txt' ? { status: 404 } : standIn.about(shown);
          requested.push(page);
          return interfere(page) ?? pageAt(page);
        });
      });

      async function connect(): Promise<ChannelResponse> {
        const added = await own.add(standIn.connection((channels += 1)));
        if (added.status !== 200) throw new Error(`Could not connect: ${JSON.stringify(added.body)}`);
        return own.crawled((added.body.channel as ChannelResponse).id);
      }

      /** Checks that each review was published once, in any order. */
      async function expectCollected(channelId: number, reviews: readonly ShownReview[]): Promise<void> {
        const ids = (await own.collected(channelId)).map(({ external_id }) => external_id);
        expect(ids.toSorted()).toEqual(reviews.map(({ id }) => id).toSorted());
      }

      it('reads every review once', async () => {
        const channel = await connect();
        expect(channel).toMatchObject({ status: 'active', error_code: null, reviews: shown.count });
        await expectCollected(channel.id, shown.reviews);
      });

      it('ends at a page that the platform shows again and again', async () => {
        interfere = (page) => (page >= 1 ? pageAt(1, 1) : undefined);
        const channel = await connect();
        expect(channel).toMatchObject({ status: 'active', error_code: null });
        await expectCollected(channel.id, shown.reviews.slice(0, 2 * pageSize));
        expect(requested.length).toBeLessThanOrEqual(5);
      });

      it('reads a review once that is twice on a page and again on the next one', async () => {
        const [first, second, ...others] = shown.reviews as [ShownReview, ShownReview, ...ShownReview[]];
        const last = others[pageSize - 4] ?? second;
        const before = others.slice(0, pageSize - 3);
        const twice = [first, second, second, ...before, last, ...others.slice(pageSize - 3)];
        shown = { reviews: twice, count: 2 * pageSize + 2 };
        const channel = await connect();
        expect(channel).toMatchObject({ status: 'active', error_code: null });
        await expectCollected(channel.id, [first, second, ...others]);
      });

      it('gets the code empty_result if the platform counts reviews and shows none, and keeps all', async () => {
        const { id } = await connect();
        const { reviews, count } = shown;
        shown = { reviews: [], count };
        expect(await own.crawlAgain(id)).toMatchObject({
          status: 'error',
          error_code: 'empty_result',
          reviews: count,
        });
        await expectCollected(id, reviews);
        shown = { reviews, count };
        expect(await own.crawlAgain(id)).toMatchObject({ status: 'active', error_code: null });
        await expectCollected(id, reviews);
      });

      it('reads a review without its rating if that is beyond the scale', async () => {
        const [first, ...others] = shown.reviews as [ShownReview, ...ShownReview[]];
        shown.reviews = [{ ...first, rating: 999 }, ...others];
        const { id, status } = await connect();
        expect(status).toBe('active');
        await expectCollected(id, shown.reviews);
        const strange = (await own.collected(id)).find(({ external_id }) => external_id === first.id);
        expect(strange).toMatchObject({ text: first.text, rating_value: null });
      });

      it('publishes no date in the future, and all other reviews', async () => {
        const [first, ...others] = shown.reviews as [ShownReview, ...ShownReview[]];
        shown.reviews = [{ ...first, date: '2199-01-01' }, ...others];
        const { id, status } = await connect();
        expect(status).toBe('active');
        const collected = await own.collected(id);
        const dates = collected.map(({ posted_on }) => Date.parse(`${posted_on}Z`));
        expect(Math.max(...dates)).toBeLessThan(Date.now() + 86_400_000);
        const ids = collected.map(({ external_id }) => external_id).filter((each) => each !== first.id);
        expect(ids.toSorted()).toEqual(others.map((review) => review.id).toSorted());
      });

      it('reads every review once if a new one moves the others while the pages are read', async () => {
        const fresh = { id: 'review-new', rating: 4, text: 'New', date: '2026-10-31' };
        const before = shown.reviews;
        interfere = (page) => {
          if (page === 1 && shown.reviews.length === before.length) shown.reviews = [fresh, ...before];
          return undefined;
        };
        const channel = await connect();
        expect(channel).toMatchObject({ status: 'active', error_code: null });
        await expectCollected(channel.id, before);
        await own.crawlAgain(channel.id);
        await expectCollected(channel.id, [fresh, ...before]);
      });

      it('stores what it read before a status 500, and continues later', async () => {
        const { reviews } = shown;
        // A later time than a crawl waits for, so the request is not repeated.
        interfere = (page) => (page === 1 ? { status: 500, headers: { 'retry-after': '3600' } } : undefined);
        const channel = await connect();
        expect(channel).toMatchObject({ status: 'error', error_code: 'platform_error' });
        await expectCollected(channel.id, reviews.slice(0, pageSize));
        interfere = () => undefined;
        expect(await own.crawlAgain(channel.id)).toMatchObject({ status: 'active', error_code: null });
        await expectCollected(channel.id, reviews);
      });
    },
  );

  describe('later crawls', () => {
    /** The reviews of each company, newest first. */
    let companies: Map<string, { id: number; text: string }[]>;

    /** The page of a website, and how it is sent. It counts the reviews that it shows if `counted` is null. */
    let page: {
      reviews: string[];
      counted: number | null;
      etag: string | null;
      modified: string | null;
      next: boolean;
    };

    beforeEach(() => {
      companies = new Map();
      page = { reviews: ['Good'], counted: null, etag: null, modified: null, next: false };
      platforms.handle(respond);
      platforms.requests.length = 0;
    });

    function respond(request: RecordedRequest): FixtureResponse {
      return request.query.has('store') ? companyPage(request) : webPage(request);
    }

    function companyPage({ query }: RecordedRequest): FixtureResponse {
      const all = companies.get(query.get('store') ?? '');
      if (!all) return { status: 404 };
      const from = Number(query.get('page')) * PER_PAGE;
      const reviews = all.slice(from, from + PER_PAGE).map(({ id, text }) => {
        if (text === UNREADABLE) return text;
        const date_created = new Date(Date.UTC(2026, 0, 1) + id * 3_600_000).toISOString();
        return { store_review_id: id, rating: 5, comments: text, date_created };
      });
      return { body: { stats: { average_rating: '5', total_reviews: all.length }, reviews } };
    }

    function webPage({ path, headers }: RecordedRequest): FixtureResponse {
      if (path === '/robots.txt') return { status: 404 };
      const { etag, modified } = page;
      const isKnown =
        (etag !== null && headers['if-none-match'] === etag) ||
        (modified !== null && headers['if-modified-since'] === modified);
      if (isKnown) return { status: 304 };
      const data = {
        '@type': 'Product',
        name: 'Acme Cup',
        aggregateRating: { ratingValue: 4, reviewCount: page.counted ?? page.reviews.length },
        review: page.reviews.map((reviewBody) => ({
          '@type': 'Review',
          reviewBody,
          datePublished: '2026-10-04',
        })),
      };
      const link = page.next ? '<link rel="next" href="/cup?page=2">' : '';
      return {
        headers: {
          'content-type': 'text/html',
          ...(etag === null ? {} : { etag }),
          ...(modified === null ? {} : { 'last-modified': modified }),
        },
        body: `${link}<script type="application/ld+json">${JSON.stringify(data)}</script>`,
      };
    }

    async function connect(type: string, url: string): Promise<ChannelResponse> {
      const { status, body } = await own.add({ type, url });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return own.crawled(body.channel.id);
    }

    const connectCompany = (store: string): Promise<ChannelResponse> =>
      connect('reviews_io', `https://www.reviews.io/company-reviews/store/${store}`);

    /** Makes the next crawl the weekly one, as a crawl does that ends six days after the last complete one. */
    async function passWeek(id: number): Promise<void> {
      await own.world.admin.query(
        "update channels.crawls set swept_on = swept_on - interval '6 days', mode = 'sweep' where channel_id = $1",
        [id],
      );
    }

    async function modeOf(id: number): Promise<string | undefined> {
      const sql = 'select mode from channels.crawls where channel_id = $1';
      return (await own.world.admin.query<{ mode: string }>(sql, [id]))[0]?.mode;
    }

    /** Crawls again and returns the numbers of the pages that were read. */
    async function pagesOfNextCrawl(id: number): Promise<string[]> {
      platforms.requests.length = 0;
      await own.crawlAgain(id);
      return platforms.requests.map(({ query }) => query.get('page') ?? '');
    }

    describe('the crawls of a platform with the newest reviews first', () => {
      it('stop at known reviews, but read everything once a week', async () => {
        companies.set('weekly', newest(450));
        const { id } = await connectCompany('weekly');
        expect(await pagesOfNextCrawl(id)).toEqual(['0']);
        await own.world.admin.query(
          "update channels.crawls set swept_on = swept_on - interval '6 days' where channel_id = $1",
          [id],
        );
        // The crawl six days later decides that the next one is due to read everything.
        expect(await pagesOfNextCrawl(id)).toEqual(['0']);
        expect(await modeOf(id)).toBe('sweep');
        expect(await pagesOfNextCrawl(id)).toEqual(['0', '1', '2', '3', '4']);
        expect(await modeOf(id)).toBe('incremental');
        expect(await pagesOfNextCrawl(id)).toEqual(['0']);
      });

      it('notice an old edit in the weekly crawl', async () => {
        companies.set('edited', newest(450));
        const { id } = await connectCompany('edited');
        const old = companies.get('edited')?.at(-1);
        if (old) old.text = 'Edited';
        await own.crawlAgain(id);
        expect((await own.collected(id)).filter(({ text }) => text === 'Edited')).toHaveLength(0);
        await passWeek(id);
        await own.crawlAgain(id);
        expect((await own.collected(id)).filter(({ text }) => text === 'Edited')).toHaveLength(1);
      });

      it('read everything again after a review was missed, until it is gone', async () => {
        companies.set('removed', newest(250));
        const { id } = await connectCompany('removed');
        companies.get('removed')?.splice(200, 1);
        await passWeek(id);
        for (const removed of [0, 0, 1]) {
          expect(await pagesOfNextCrawl(id)).toEqual(['0', '1', '2']);
          expect(await own.published(reviewsRemoved, id)).toHaveLength(removed);
        }
        expect(await pagesOfNextCrawl(id)).toEqual(['0']);
        const [event] = await own.published(reviewsRemoved, id);
        expect(event?.data.external_ids).toEqual(['50']);
        const removed = (await own.published(channelCrawled, id)).map(({ data }) => data.removed_reviews);
        expect(removed.filter((count) => count > 0)).toEqual([1]);
      });

      it('do not take a review that can no longer be read for one that is gone', async () => {
        companies.set('unreadable', newest(20));
        const { id } = await connectCompany('unreadable');
        const old = companies.get('unreadable')?.at(-1);
        if (old) old.text = UNREADABLE;
        for (let crawl = 0; crawl < 4; crawl++) {
          await passWeek(id);
          expect(await own.crawlAgain(id)).toMatchObject({
            status: 'active',
            notices: [{ code: 'unreadable_rows', count: 1, total: 20, example: 'A row is not an object' }],
          });
        }
        expect(await own.published(reviewsRemoved, id)).toEqual([]);
      });

      it('keep a notice about a page that they leave out, until one reads everything without it', async () => {
        companies.set('noticed', newest(300));
        const { id } = await connectCompany('noticed');
        const all = companies.get('noticed') ?? [];
        const old = all.at(-1);
        if (old) old.text = UNREADABLE;
        await passWeek(id);
        const noticed = [{ code: 'unreadable_rows', count: 1, total: 300 }];
        expect(await own.crawlAgain(id)).toMatchObject({ notices: noticed });
        if (old) old.text = 'Text 1';
        expect(await own.crawlAgain(id)).toMatchObject({ notices: noticed });
        await passWeek(id);
        expect(await own.crawlAgain(id)).toMatchObject({ notices: [] });
      });

      it('fail if more than one row in five has another form than documented', async () => {
        companies.set('changed', newest(20));
        const { id } = await connectCompany('changed');
        const all = companies.get('changed') ?? [];
        for (const review of all.slice(0, 4)) review.text = UNREADABLE;
        expect(await own.crawlAgain(id)).toMatchObject({ status: 'active', notices: [{ count: 4 }] });
        for (const review of all.slice(0, 5)) review.text = UNREADABLE;
        const failed = await own.crawlAgain(id);
        expect(failed).toMatchObject({ status: 'error', error_code: 'parse_failed' });
        expect(failed.error_msg).toContain('Update Plaudit.');
      });

      it('do not believe a loss that the official count contradicts', async () => {
        companies.set('cut', newest(150));
        const { id } = await connectCompany('cut');
        const all = companies.get('cut') ?? [];
        for (let crawl = 0; crawl < 4; crawl++) {
          companies.set('cut', all.slice(0, 100));
          await passWeek(id);
          // The platform still counts all of them.
          platforms.handle((request) => {
            const response = companyPage(request) as { body: { stats: { total_reviews: number } } };
            response.body.stats.total_reviews = 150;
            return response;
          });
          await own.crawlAgain(id);
        }
        platforms.handle(respond);
        expect(await own.published(reviewsRemoved, id)).toEqual([]);
        expect(await own.get(id)).toMatchObject({ status: 'active', reviews: 150 });
      });
    });

    describe('the crawls of a page that shows some of its reviews', () => {
      it('do not take a review for removed that has made room for a newer one', async () => {
        const newestTen = (newest: number): string[] =>
          Array.from({ length: 10 }, (_, index) => `Text ${newest - index}`);
        Object.assign(page, { reviews: newestTen(10), counted: 500 });
        const { id } = await connect('website_schema', `${platforms.url}/newest`);
        for (let newest = 11; newest <= 15; newest++) {
          Object.assign(page, { reviews: newestTen(newest), counted: 490 + newest });
          expect(await own.crawlAgain(id)).toMatchObject({ status: 'active' });
          expect(await own.collected(id)).toHaveLength(newest);
        }
        expect(await own.published(reviewsRemoved, id)).toEqual([]);
      });
    });

    describe('a crawl that the platform limits', () => {
      it('is repeated when the platform says, and leaves the status of the channel alone', async () => {
        companies.set('limited', newest(5));
        const { id } = await connectCompany('limited');
        platforms.handle(() => ({ status: 429, headers: { 'retry-after': '300' } }));
        const limited = await own.crawlAgain(id);
        platforms.handle(respond);
        expect(limited).toMatchObject({
          status: 'active',
          consecutive_failures: 0,
          error_code: 'rate_limited',
        });
        const minutes =
          (Date.parse(`${limited.next_crawl_on}Z`) - Date.parse(`${limited.last_checked}Z`)) / 60_000;
        expect(Math.round(minutes)).toBe(5);
        expect(await own.published(profileError, id)).toEqual([]);
        expect(await own.crawlAgain(id)).toMatchObject({ status: 'active', error_code: null });
      });
    });

    describe('a crawl that meets a challenge which passes', () => {
      const app = (request: RecordedRequest): FixtureResponse => {
        if (request.path === '/robots.txt') return { status: 404 };
        const review =
          '<div data-merchant-review data-review-content-id="1"><div aria-label="5 out of 5 stars"></div><div>May 1, 2026</div></div>';
        return { body: `<title>Acme</title>${review}`, headers: { 'content-type': 'text/html' } };
      };
      const challenge = ({ path }: RecordedRequest): FixtureResponse =>
        path === '/robots.txt' ? { status: 404 } : { status: 403, body: 'Verifying your connection' };

      it('is repeated within minutes, and counts as an error if the challenge does not pass', async () => {
        platforms.handle(app);
        const added = await own.add({ type: 'shopify_app_store', url: `${SHOPIFY}/acme-reviews` });
        const { id } = await own.crawled((added.body.channel as ChannelResponse).id);
        platforms.handle(challenge);
        const minutes: number[] = [];
        for (let failures = 1; failures <= 4; failures++) {
          const { status, error_code, last_checked, next_crawl_on } = await own.crawlAgain(id);
          expect([status, error_code]).toEqual(
            failures < 4 ? ['active', 'rate_limited'] : ['error', 'blocked'],
          );
          minutes.push(
            Math.round((Date.parse(`${next_crawl_on}Z`) - Date.parse(`${last_checked}Z`)) / 60_000),
          );
        }
        expect(minutes).toEqual([5, 15, 60, 1_440]);
        const errors = await own.published(profileError, id);
        expect(errors.map(({ data }) => [data.reason, data.consecutive_failures])).toEqual([
          ['first_failure', 4],
        ]);
        platforms.handle(app);
        expect(await own.crawlAgain(id)).toMatchObject({
          status: 'active',
          error_code: null,
          consecutive_failures: 0,
        });
      });
    });

    describe('the crawls of a page that the server has not changed', () => {
      const requested = (): string[] =>
        platforms.requests
          .filter(({ path }) => path !== '/robots.txt')
          .map(({ headers }) => conditionOf(headers));

      const conditionOf = (headers: RecordedRequest['headers']): string =>
        String(headers['if-none-match'] ?? headers['if-modified-since'] ?? 'none');

      async function nextCrawl(id: number): Promise<string[]> {
        platforms.requests.length = 0;
        expect(await own.crawlAgain(id)).toMatchObject({
          status: 'active',
          score: 4,
          reviews: page.reviews.length,
        });
        return requested();
      }

      it.each([
        ['an ETag', { etag: '"v1"', modified: null }, '"v1"'],
        [
          'a date',
          { etag: null, modified: 'Sat, 21 Nov 2026 10:00:00 GMT' },
          'Sat, 21 Nov 2026 10:00:00 GMT',
        ],
      ])('send back %s, read nothing, and keep the figures', async (what, validator, sent) => {
        Object.assign(page, validator);
        const { id } = await connect('website_schema', `${platforms.url}/${encodeURIComponent(what)}`);
        expect(await nextCrawl(id)).toEqual([sent]);
        expect(await own.collected(id)).toHaveLength(1);
        page = { ...page, reviews: ['Good', 'Better'], etag: '"v2"', modified: null };
        expect(await nextCrawl(id)).toEqual([sent]);
        expect(await own.collected(id)).toHaveLength(2);
      });

      it('read the page in full after a review was missed, and after a week', async () => {
        Object.assign(page, { reviews: ['Good', 'Gone'], etag: '"w1"' });
        const { id } = await connect('website_schema', `${platforms.url}/doubts`);
        Object.assign(page, { reviews: ['Good'], etag: '"w2"' });
        expect(await nextCrawl(id)).toEqual(['"w1"']);
        expect(await nextCrawl(id)).toEqual(['none']);
        expect(await nextCrawl(id)).toEqual(['none']);
        expect(await own.published(reviewsRemoved, id)).toHaveLength(1);
        expect(await nextCrawl(id)).toEqual(['"w2"']);
        await own.world.admin.query(
          "update channels.crawls set swept_on = swept_on - interval '7 days' where channel_id = $1",
          [id],
        );
        expect(await nextCrawl(id)).toEqual(['none']);
      });

      it('read the first page if there are others, because the news may be on those', async () => {
        Object.assign(page, { etag: '"n1"', next: true });
        const { id } = await connect('website_schema', `${platforms.url}/several`);
        expect(await nextCrawl(id)).toEqual(['none', 'none']);
      });
    });
  });

  describe('website crawl', () => {
    let site: FixtureServer;

    /** Maps a path with its query to a page. */
    let pages: Map<string, string>;

    let robots: { status: number; body: string };

    beforeAll(async () => {
      site = await startFixtureServer();
    });

    beforeEach(() => {
      pages = new Map();
      robots = { status: 404, body: '' };
      site.handle(({ path, query }: RecordedRequest): FixtureResponse => {
        if (path === '/robots.txt') return robots;
        const requested = query.size > 0 ? `${path}?${query.toString()}` : path;
        if (requested === '/away')
          return { status: 302, headers: { location: 'https://elsewhere.example/' } };
        if (requested === '/moved') return { status: 301, headers: { location: '/home' } };
        const body = pages.get(requested);
        return body === undefined ? { status: 404 } : { headers: { 'content-type': 'text/html' }, body };
      });
    });

    afterAll(() => site.close());

    const add = (path: string) => own.add({ type: 'website_schema', url: `${site.url}${path}` });

    async function connect(path: string): Promise<ChannelResponse> {
      const { status, body } = await add(path);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return own.crawled(body.channel.id);
    }

    describe('a crawl of a website', () => {
      it('reads all pages, and publishes only new reviews on a later crawl', async () => {
        pages.set('/a', page([ann], '/a?page=2'));
        pages.set('/a?page=2', page([ben], '/a'));
        const channel = await connect('/a');
        expect(channel).toMatchObject({
          status: 'active',
          name: 'Acme Cup',
          score: 4.5,
          reviews: 1,
          type_id: 1,
        });
        const first = await own.collected(channel.id);
        expect(first.map(({ from_name, text, rating_value }) => [from_name, text, rating_value])).toEqual([
          ['Ann', 'Best & fresh', 5],
          ['Ben', 'Fine', 4],
        ]);
        expect(first[0]).toMatchObject({
          posted_on: '2026-10-04 00:00:00',
          external_id: expect.stringMatching(/^derived:/) as unknown,
        });

        pages.set('/a', page([{ author: 'Cleo', text: 'New', rating: 3 }, ann], '/a?page=2'));
        await own.crawlAgain(channel.id);
        const later = (await own.collected(channel.id)).slice(first.length);
        expect(later.map(({ from_name }) => from_name)).toEqual(['Cleo']);
        expect((await own.published(ratingChanged, channel.id))[0]?.data).toMatchObject({
          changed: ['reviews'],
          reviews: 2,
        });
      });

      it('identifies us by the user agent', async () => {
        pages.set('/b', page([ann]));
        await connect('/b');
        const agents = new Set(site.requests.map(({ headers }) => headers['user-agent']));
        expect([...agents]).toEqual([expect.stringMatching(/^PlauditBot\/\d.*\(\+http/)]);
      });

      it('follows a redirect on the same site and refuses one to another site', async () => {
        pages.set('/home', page([ann]));
        const moved = await connect('/moved');
        expect(moved).toMatchObject({ status: 'active', url: `${site.url}/home` });
        const refused = await add('/away');
        expect([refused.status, refused.body.code]).toEqual([422, 'profile_not_valid']);
        // The old and the new URL are one profile.
        const twice = await add('/home');
        expect([twice.status, twice.body.reason, twice.body.existing_id]).toEqual([
          422,
          'duplicate',
          moved.id,
        ]);
      });

      it('refuses a page whose only JSON-LD block is broken, and says where', async () => {
        pages.set(
          '/broken',
          '<script type="application/ld+json">{"@type":"LocalBusiness",\n"review":[{"@type":"Rev',
        );
        const { status, body } = await add('/broken');
        expect([status, body.code, body.field, body.reason]).toEqual([
          422,
          'profile_not_valid',
          'url',
          'parse_failed',
        ]);
        expect(body.msg).toContain('Block 1 of 1, line 2: the JSON ends inside of a string.');
      });

      it('fails with the broken block if a page loses its reviews to it', async () => {
        pages.set('/breaks', page([ann]));
        const { id } = await connect('/breaks');
        pages.set('/breaks', page([ann]).replaceAll(/[}\]]/g, ''));
        await own.crawlAgain(id);
        expect(await own.get(id)).toMatchObject({
          error_code: 'parse_failed',
          error_msg: expect.stringMatching(/Block 1 of 1, line \d+: the JSON ends inside of/) as unknown,
        });
      });

      it.each([
        ['a page without structured data', '/plain', '<p>Hello</p>'],
        ['a page that does not exist', '/nowhere', undefined],
      ])('refuses %s', async (_name, path, body) => {
        if (body !== undefined) pages.set(path, body);
        const refused = await add(path);
        expect([refused.status, refused.body.code, refused.body.field]).toEqual([
          422,
          'profile_not_valid',
          'url',
        ]);
      });

      it('refuses a site that cannot be reached', async () => {
        const gone = await startFixtureServer();
        await gone.close();
        const refused = await own.add({ type: 'website_schema', url: gone.url });
        expect([refused.status, refused.body.code]).toEqual([422, 'profile_not_valid']);
      });

      it('refuses a private address', async () => {
        const refused = await own.add({
          type: 'website_schema',
          url: 'http://169.254.169.254/latest/meta-data',
        });
        expect([refused.status, refused.body.code]).toEqual([422, 'profile_not_valid']);
      });

      describe('robots.txt', () => {
        // robots.txt is cached per origin for a day, so these specs need a server of their own.
        let strict: FixtureServer;
        let forbidden = false;

        beforeAll(async () => {
          strict = await startFixtureServer(({ path }) => {
            if (path === '/robots.txt') return { body: forbidden ? 'User-agent: *\nDisallow: /reviews' : '' };
            return { headers: { 'content-type': 'text/html' }, body: page([ann]) };
          });
        });

        afterAll(() => strict.close());

        it('is requested before anything else, and obeyed', async () => {
          forbidden = true;
          const refused = await own.add({ type: 'website_schema', url: `${strict.url}/reviews` });
          expect([refused.status, refused.body.code]).toEqual([422, 'profile_not_valid']);
          expect(refused.body.msg).toContain('robots.txt');
          expect(strict.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
        });
      });

      it('collects a review whose date cannot be read without a date, and the channel says so until it can', async () => {
        const dated = page([ann, ben]);
        const unread = dated.replace('2026-10-04', 'the third moon');
        pages.set('/moon', unread);
        const channel = await connect('/moon');
        const msg =
          '1 of 2 reviews has a date that cannot be read, such as "the third moon". It is shown without a date. ' +
          'If the page is yours, write its dates as 2026-01-31. Otherwise report an issue at Plaudit with this example.';
        const notices = [{ code: 'unreadable_dates', count: 1, total: 2, example: 'the third moon', msg }];
        expect(channel).toMatchObject({ status: 'active', notices, last_review_on: '2026-10-04 00:00:00' });
        const dates = (await own.collected(channel.id)).map((one) => [one.posted_on, one.posted_precision]);
        expect(dates).toEqual([
          ['1970-01-01 00:00:00', 'unknown'],
          ['2026-10-04 00:00:00', 'day'],
        ]);
        expect(await own.crawlAgain(channel.id)).toMatchObject({ notices });
        expect(await own.collected(channel.id)).toHaveLength(2);
        pages.set('/moon', dated);
        expect(await own.crawlAgain(channel.id)).toMatchObject({ notices: [] });
      });

      it('drops a notice that it no longer meets, also if its last page repeats the first one', async () => {
        const first = page([ann, ben], '/loop?page=2').replace('2026-10-04', 'the third moon');
        const last = page([ann, ben], '/loop?page=3').replace('2026-10-04', 'the third moon');
        pages.set('/loop', first).set('/loop?page=2', last);
        const channel = await connect('/loop');
        expect(channel).toMatchObject({ status: 'active', notices: [{ code: 'unreadable_dates' }] });
        pages
          .set('/loop', page([ann, ben], '/loop?page=2'))
          .set('/loop?page=2', page([ann, ben], '/loop?page=3'));
        expect(await own.crawlAgain(channel.id)).toMatchObject({ status: 'active', notices: [] });
      });

      it('says what a page shows that has turned into a login, also if no number of reviews is known', async () => {
        const plain = page([ann]).replace(/"aggregateRating":\{[^}]*\},/, '');
        pages.set('/wall', plain);
        const channel = await connect('/wall');
        expect(channel).toMatchObject({ status: 'active', score: null, reviews: null });
        pages.set(
          '/wall',
          '<html><head><title>Log in &ndash; Acme</title></head><body>Who are you?</body></html>',
        );
        const failed = await own.crawlAgain(channel.id);
        expect(failed).toMatchObject({ status: 'error', error_code: 'empty_result', remedy: 'fix_page' });
        expect(failed.error_msg).toContain(
          `The page at ${site.url}/wall is titled "Log in – Acme" and shows none of its reviews.`,
        );
      });

      it('stores an error and deletes nothing if a page has lost its reviews', async () => {
        pages.set('/c', page([ann]));
        const channel = await connect('/c');
        pages.set('/c', page([], null, 1));
        expect(await own.crawlAgain(channel.id)).toMatchObject({
          status: 'error',
          error_code: 'empty_result',
          reviews: 1,
        });
        const [error] = await own.published(profileError, channel.id);
        expect(error?.data).toMatchObject({
          reason: 'first_failure',
          platform: 'website_schema',
          profile_name: 'Acme Cup',
        });
      });
    });

    describe('a review that a website no longer shows', () => {
      const cleo = { author: 'Cleo', text: 'Nice', rating: 5 };

      it('is published as removed by the third complete crawl in a row, and collected again when it is back', async () => {
        pages.set('/d', page([ann, ben, cleo]));
        const { id } = await connect('/d');
        const collected = await own.collected(id);
        const idsOf = (authors: string[]): string[] =>
          collected
            .filter(({ from_name }) => authors.includes(from_name))
            .map(({ external_id }) => external_id);
        const removed = async () => (await own.published(reviewsRemoved, id)).map(({ data }) => data);
        pages.set('/d', page([cleo]));
        for (let crawls = 1; crawls <= 2; crawls++) await own.crawlAgain(id);
        // Ben is back in between, so the crawls without him are counted anew.
        pages.set('/d', page([cleo, ben]));
        expect(await removed()).toEqual([]);
        const { last_success_on } = await own.crawlAgain(id);
        expect(await removed()).toEqual([
          { channel_id: id, external_ids: idsOf(['Ann']), removed_on: last_success_on },
        ]);
        pages.set('/d', page([cleo]));
        for (let crawls = 1; crawls <= 4; crawls++) await own.crawlAgain(id);
        expect((await removed()).map(({ external_ids }) => external_ids)).toEqual([
          idsOf(['Ann']),
          idsOf(['Ben']),
        ]);
        expect(await own.collected(id)).toHaveLength(3);

        pages.set('/d', page([ann, cleo]));
        await own.crawlAgain(id);
        const again = (await own.collected(id)).slice(3);
        expect(again.map(({ from_name, removed: isRemoved }) => [from_name, isRemoved])).toEqual([
          ['Ann', false],
        ]);
        await own.crawlAgain(id);
        expect(await own.collected(id)).toHaveLength(4);
      });

      it('is not published as removed by crawls that failed or did not read every page', async () => {
        pages.set('/e', page([ann], '/e?page=2'));
        pages.set('/e?page=2', page([ben]));
        const { id } = await connect('/e');
        pages.delete('/e?page=2');
        for (let crawls = 1; crawls <= 3; crawls++) {
          expect((await own.crawlAgain(id)).status).toBe('error');
        }
        // From the second page on, the pages repeat the first one: those of a counter that runs on, and those of none.
        for (const more of ['/e?page=3', '/e?page=2']) {
          pages.set('/e?page=2', page([ann], more));
          for (let crawls = 1; crawls <= 3; crawls++) {
            expect((await own.crawlAgain(id)).status).toBe('active');
          }
        }
        expect(await own.published(reviewsRemoved, id)).toEqual([]);
      });
    });
  });

  describe('a website that does not respond', () => {
    it('is refused with a code of its own, which clients do not repeat', async () => {
      for (const refused of await Promise.all(unanswered)) {
        expect([refused.status, refused.body.code, refused.body.field]).toEqual([
          422,
          'profile_check_timeout',
          'url',
        ]);
        expect(refused.headers.get('retry-after')).toBeNull();
      }
    });
  });
});

const LEASE_MS = 60_000;

const ONE_NEW = { read: 1, fresh: 1, changed: 0 };

describe('crawls of other processes', () => {
  /** Serves requests and runs no crawls. */
  let own: ChannelsWorld;

  beforeAll(async () => {
    own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
  });

  afterAll(() => own.close());

  describe('crawl queue', () => {
    let database: Database;

    let crawls: CrawlsRepository;

    beforeAll(async () => {
      const source = createDataSource({
        url: own.world.databaseUrl('channels'),
        schema: 'channels',
        entities: channelsService.entities,
        migrations: [],
        poolSize: 10,
      });
      await source.initialize();
      database = new Database(source, 'channels');
      crawls = new CrawlsRepository(database);
    });

    afterAll(() => database.dataSource.destroy());

    beforeEach(() => own.world.admin.query('delete from channels.channels'));

    afterEach(() => jest.useRealTimers());

    const enqueue = (waiting: WaitingCrawl): Promise<number> => enqueueCrawl(own.world.admin, waiting);

    const platform = (limit: number) => ({
      slug: 'app_store',
      rate: { ...appStore.meta.rate, crawls: limit },
    });

    /** Claims as a worker does that has just started, so that it has no plan yet. */
    const claim = (limit = 100): Promise<CrawlLease | null> =>
      new CrawlPlanService(crawls, new Clock()).claim(platform(limit), LEASE_MS);

    async function claimAll(limit = 100): Promise<CrawlLease[]> {
      const claimed: CrawlLease[] = [];
      for (let next = await claim(limit); next; next = await claim(limit)) claimed.push(next);
      return claimed;
    }

    async function leaseUntil(): Promise<Date> {
      const [crawl] = await own.world.admin.query<{ lease_until: Date }>(
        'select lease_until from channels.crawls',
      );
      return crawl!.lease_until;
    }

    /** Moves the end of the lease by `ms` into the past and returns it. */
    async function leaseAges(ms: number): Promise<Date> {
      await own.world.admin.query(
        'update channels.crawls set lease_until = lease_until - make_interval(secs => $1::float8 / 1000)',
        [ms],
      );
      return leaseUntil();
    }

    describe('the metrics of the queue', () => {
      it('count due and leased crawls by platform without those of deleted sub accounts, and age the oldest', async () => {
        for (const since of [30, 600]) await enqueue({ account: 1, since });
        await enqueue({ account: 2, since: -600 });
        await enqueue({ account: 98, since: 9_000 });
        await own.world.admin.query('insert into channels.closed_sub_accounts (sub_account_id) values (98)');
        const leased = await claim();
        const backlog = async (): Promise<Record<string, number>> => {
          const exported = await Exposition.fetch(own.world.metricsUrl);
          const value = (name: string): number => exported.sum(name, { platform: 'app_store' });
          return {
            due: value('plaudit_crawls_due'),
            leased: value('plaudit_crawls_leased'),
            seconds: Math.floor(value('plaudit_crawl_oldest_due_seconds') / 30),
            others: exported.sum('plaudit_crawls_due', { platform: 'website' }),
          };
        };
        // The oldest one is leased.
        expect(await backlog()).toEqual({ due: 1, leased: 1, seconds: 1, others: 0 });
        await crawls.release(leased as CrawlLease);
        await own.world.admin.query(
          "update channels.crawls set due_at = due_at - interval '1 hour' where account_id = 1",
        );
        expect(await backlog()).toMatchObject({ due: 2, leased: 0, seconds: expect.any(Number) });
        await own.world.admin.query('delete from channels.closed_sub_accounts where sub_account_id = 98');
      });
    });

    describe('CrawlsRepository', () => {
      it('lets accounts take turns, however many crawls one of them has due', async () => {
        for (let index = 0; index < 5; index++) await enqueue({ account: 1, since: 100 });
        for (const account of [2, 3]) for (let index = 0; index < 2; index++) await enqueue({ account });
        const order = (await claimAll()).map((lease) => lease.account_id);
        expect(order).toEqual([1, 2, 3, 1, 2, 3, 1, 1, 1]);
      });

      it('lets accounts take turns in one plan, too', async () => {
        for (let index = 0; index < 5; index++) await enqueue({ account: 1, since: 100 });
        for (const account of [2, 3]) for (let index = 0; index < 2; index++) await enqueue({ account });
        const plan = new CrawlPlanService(crawls, new Clock());
        const order: number[] = [];
        for (
          let next = await plan.claim(platform(9), LEASE_MS);
          next;
          next = await plan.claim(platform(9), LEASE_MS)
        ) {
          order.push(next.account_id);
        }
        expect(order).toEqual([1, 2, 3, 1, 2, 3, 1, 1, 1]);
      });

      it('goes on with its plan when another worker has claimed a crawl of it, and makes a new one when told', async () => {
        const [first, second] = [await enqueue({ since: 20 }), await enqueue({ since: 10 })];
        const plan = new CrawlPlanService(crawls, new Clock());
        expect((await plan.claim(platform(9), LEASE_MS))?.channel_id).toBe(first);
        expect((await claim())?.channel_id).toBe(second);
        const third = await enqueue({ since: 5 });
        expect((await plan.claim(platform(9), LEASE_MS))?.channel_id).toBe(third);
        await enqueue({ priority: 2, since: 50 });
        await enqueue({ priority: 2, since: 40 });
        await plan.claim(platform(9), LEASE_MS);
        const urgent = await enqueue({});
        plan.forget();
        expect((await plan.claim(platform(9), LEASE_MS))?.channel_id).toBe(urgent);
      });

      it('claims first crawls before requested refreshes, and those before daily crawls', async () => {
        const daily = await enqueue({ priority: 2, since: 500 });
        const requested = await enqueue({ priority: 1, since: 50 });
        const first = await enqueue({ priority: 0 });
        expect((await claimAll()).map((lease) => lease.channel_id)).toEqual([first, requested, daily]);
      });

      it('never exceeds the maximum of concurrent crawls of a platform, even with concurrent claims', async () => {
        for (let index = 0; index < 20; index++) await enqueue({ account: index });
        const claimed = await Promise.all(Array.from({ length: 12 }, () => claim(3)));
        expect(claimed.filter((lease) => lease !== null)).toHaveLength(3);
      });

      it('claims a crawl while a request has locked its channel and waits for the crawl, without a deadlock', async () => {
        const channelId = await enqueue({});
        const claimed = await database.transaction(async (tx) => {
          await queryRows(tx, 'select from channels where id = $1 for update', [channelId]);
          // A claim that needed the channel would wait for this transaction.
          const lease = await claim();
          await expect(crawls.isQueued(tx, channelId)).resolves.toBe(true);
          return lease;
        });
        expect(claimed).toMatchObject({ channel_id: channelId, attempts: 1, run: 1 });
      });

      it('does not claim a crawl that is due later or leased', async () => {
        await enqueue({ since: -600 });
        expect(await claim()).toBeNull();
        expect(await crawls.duePlatforms(['app_store', 'website_schema'])).toEqual([]);
        await enqueue({});
        expect(await crawls.duePlatforms(['app_store', 'website_schema'])).toEqual([
          { slug: 'app_store', priority: 0 },
        ]);
        expect(await claim()).not.toBeNull();
        expect(await claim()).toBeNull();
      });

      it('finds the platforms with due crawls by an index, however many channels wait for their next day', async () => {
        await own.world.admin.query(
          `with added as (
         insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
         select 1, 1, 'app_store', '{}', 'planted-' || n, 'x', 5 from generate_series(1, 3000) n returning id
       )
       insert into channels.crawls (channel_id, account_id, sub_account_id, platform, due_at)
       select id, 1, 1, 'app_store', now() + interval '1 hour' from added`,
        );
        await own.world.admin.query('analyze channels.crawls');
        const explained = new ExplainedDatabase(database.dataSource, 'channels');
        await new CrawlsRepository(explained).duePlatforms(['app_store', 'website_schema']);
        expect(explained.plans[0]).toMatch(/"Index Name":"crawls_priority_idx","Relation Name":"crawls"/);
        expect(explained.plans[0]).toMatch(/"Index Cond":"[^"]*due_at <= statement_timestamp/);
      });

      it('lets another worker claim a crawl with an expired lease, and refuses writes of the old worker', async () => {
        const channelId = await enqueue({});
        const first = await claim(1);
        if (!first) throw new Error('No crawl was claimed');
        await leaseAges(LEASE_MS);
        const second = await claim(1);
        expect(second).toMatchObject({ channel_id: channelId, attempts: 2 });
        expect(second?.lease_id).not.toBe(first.lease_id);
        expect(await crawls.extend([first], LEASE_MS)).toEqual([]);
        const checkpoint = { partition: 'gb', cursor: 2, previous: null, pages: 1, knownPages: 0 };
        await expect(
          database.transaction((tx) => crawls.progress(tx, first, checkpoint, ONE_NEW)),
        ).rejects.toThrow('lease');
        if (second) await database.transaction((tx) => crawls.progress(tx, second, checkpoint, ONE_NEW));
        await crawls.release(first);
        expect(await claim()).toBeNull();
      });

      it('raises the run number only for a crawl without a checkpoint', async () => {
        await enqueue({});
        const first = await claim();
        if (!first) throw new Error('No crawl was claimed');
        await crawls.release(first);
        const again = await claim();
        expect(again).toMatchObject({ run: 2, pages_done: 0 });
        if (!again) return;
        const checkpoint = { partition: 'gb', cursor: 2, previous: null, pages: 1, knownPages: 0 };
        await database.transaction((tx) => crawls.progress(tx, again, checkpoint, ONE_NEW));
        await crawls.release(again);
        expect(await claim()).toMatchObject({ run: 2, pages_done: 1, reviews_seen: 1, checkpoint });
      });
    });

    describe('CrawlPlanService', () => {
      /** Claims everything that is due, as one worker with a single place does, and returns it in this order. */
      async function claimedInTurn(): Promise<CrawlLease[]> {
        const plan = new CrawlPlanService(crawls, new Clock());
        const claimed: CrawlLease[] = [];
        for (
          let next = await plan.claimNext(LEASE_MS, new Set());
          next;
          next = await plan.claimNext(LEASE_MS, new Set())
        ) {
          claimed.push(next);
          await own.world.admin.query(
            'update channels.crawls set lease_until = null, due_at = null where id = $1',
            [next.id],
          );
        }
        return claimed;
      }

      it('lets platforms take turns, so that an account with many channels on one does not delay the others', async () => {
        for (let index = 0; index < 50; index++) await enqueue({ account: 1, since: 100 });
        for (const type of ['yelp', 'yelp', 'steam']) await enqueue({ account: 2, type });
        const order = (await claimedInTurn()).map(({ platform: slug }) => slug);
        expect(order).toHaveLength(53);
        expect(order.slice(0, 5).toSorted()).toEqual(['app_store', 'app_store', 'steam', 'yelp', 'yelp']);
        expect(order.slice(0, 3).toSorted()).toEqual(['app_store', 'steam', 'yelp']);
      });

      it('claims the first crawls of one platform before the daily crawls of another', async () => {
        for (let index = 0; index < 3; index++) await enqueue({ priority: 2, since: 500 });
        const firsts = [
          await enqueue({ account: 2, type: 'yelp' }),
          await enqueue({ account: 3, type: 'yelp' }),
        ];
        const order = (await claimedInTurn()).map(({ channel_id: id }) => id);
        expect(order.slice(0, 2)).toEqual(firsts);
        expect(order).toHaveLength(5);
      });

      it('goes on to other platforms if one has its maximum of crawls, and tells which that is', async () => {
        for (let index = 0; index <= appStore.meta.rate.crawls; index++) await enqueue({ account: index });
        await enqueue({ type: 'yelp', priority: 2 });
        const plan = new CrawlPlanService(crawls, new Clock());
        const full = new Set<string>();
        const order: string[] = [];
        for (
          let next = await plan.claimNext(LEASE_MS, full);
          next;
          next = await plan.claimNext(LEASE_MS, full)
        ) {
          order.push(next.platform);
        }
        expect(order).toEqual([
          ...Array.from({ length: appStore.meta.rate.crawls }, () => 'app_store'),
          'yelp',
        ]);
        expect([...full]).toEqual(['app_store']);
      });
    });

    describe('the worker', () => {
      it('keeps the lease of a crawl, and aborts its signal when the lease is lost', async () => {
        await enqueue({});
        const lease = await claim();
        if (!lease) throw new Error('No crawl was claimed');
        const third = LEASE_MS / 3;
        // Only intervals follow the fake clock. With the real one, the lease could expire between two beats on a busy machine.
        fakeOnly('setInterval', 'clearInterval');
        const due = [lease];
        let signal: AbortSignal | undefined;
        const work: QueueWork<CrawlLease> = {
          what: 'crawls',
          drainMs: 0,
          leaseMs: LEASE_MS,
          claim: () => Promise.resolve({ items: due.splice(0), isFull: false }),
          handle: (_lease, held) =>
            new Promise((resolve) => {
              signal = held.signal;
              signal.addEventListener('abort', () => resolve(false));
            }),
          extend: (leases) => crawls.extend(leases, LEASE_MS),
        };
        const worker = new QueueWorker(
          work,
          new QueueNotifier(
            new PeerNotifier(new NatsLink({ url: 'nats://127.0.0.1:1', service: 'channels' })),
          ),
        );
        worker.start();
        await eventually(
          () => signal,
          (given) => given !== undefined,
          'the work to begin',
        );
        // In hand for less than a third of the lease.
        jest.advanceTimersByTime(third);
        for (let passed = third; passed <= 3 * LEASE_MS; passed += third) {
          const until = await leaseAges(third);
          expect(await claim()).toBeNull();
          jest.advanceTimersByTime(third);
          await eventually(leaseUntil, (extended) => extended > until, `the heartbeat after ${passed} ms`);
        }
        await own.world.admin.query('update channels.crawls set lease_id = gen_random_uuid()');
        expect(signal?.aborted).toBe(false);
        jest.advanceTimersByTime(third);
        await eventually(
          () => signal?.aborted,
          (aborted) => aborted === true,
          'the loss to be noticed',
        );
        expect(signal?.reason).toBeInstanceOf(LeaseLost);
        await worker.stop();
      });
    });
  });

  describe('a crawl', () => {
    /** The worker that runs, and its settings. Starting one takes seconds, so a spec goes on with that of the one before. */
    let worker: ChildProcess | undefined;
    let given: Record<string, string> | undefined;

    const LONG_LEASE = { CRAWL_LEASE_SECONDS: '600' };
    const SHORT_SLICES = { CRAWL_SLICE_PAGES: '2' };

    afterAll(stopWorker);

    itAtLength(
      'continues at its checkpoint after its worker was killed, without losing or repeating a review',
      async () => {
        const reviews = storeReviews(230);
        own.apple.app('500', { count: 230, reviews: { gb: reviews } });
        const open = gateAt('page=4/id=500/');
        await workWith({});
        const { id } = await own.connect('500');
        const requested = () => own.apple.requestedPages('500');
        await eventually(requested, (pages) => pages.includes('gb/4'), 'the request for the fourth page', {
          timeoutMs: 90_000,
        });
        await stopWorker();
        open();
        const before = requested().length;
        await workWith(LONG_LEASE);
        await eventually(
          () => own.get(id),
          (channel) => channel.status === 'active',
          'the second worker to finish the crawl',
          { timeoutMs: 90_000 },
        );
        // The page before the missing one is read again, because new reviews may have moved others to the next page.
        expect(requested()[before]).toBe('gb/3');
        const collected = await own.collected(id);
        expect(collected.map((review) => review.external_id)).toEqual(reviews.map((review) => review.id));
      },
      180_000,
    );

    itAtLength(
      'returns to the queue at once when its worker stops on SIGTERM',
      async () => {
        own.apple.app('501', { count: 120, reviews: { gb: storeReviews(120) } });
        const open = gateAt('page=2/id=501/');
        const stopping = await workWith(LONG_LEASE);
        const { id } = await own.connect('501');
        const requested = () => own.apple.requestedPages('501');
        await eventually(requested, (pages) => pages.includes('gb/2'), 'the request for the second page', {
          timeoutMs: 90_000,
        });
        stopping.kill('SIGTERM');
        await once(stopping, 'exit');
        open();
        const [crawl] = await own.world.admin.query(
          'select lease_id, due_at <= now() as due, pages_done from channels.crawls where channel_id = $1',
          [id],
        );
        expect(crawl).toEqual({ lease_id: null, due: true, pages_done: 1 });
        await workWith(SHORT_SLICES);
        await eventually(
          () => own.get(id),
          (channel) => channel.status === 'active',
          'another worker to finish the crawl',
          { timeoutMs: 90_000 },
        );
        expect(await own.collected(id)).toHaveLength(120);
      },
      180_000,
    );

    it('reads every review once, even if it needs several slices', async () => {
      const count = atLength({ short: 130, long: 430 });
      own.apple.app('502', { count, reviews: { gb: storeReviews(count) } });
      const { id } = await own.connect('502');
      await workWith(SHORT_SLICES);
      await eventually(
        () => own.get(id),
        (channel) => channel.status === 'active',
        'the last slice to end',
        { timeoutMs: 90_000 },
      );
      expect(await own.collected(id)).toHaveLength(count);
    }, 180_000);

    /** Returns the worker with these settings, and starts it unless it runs. A worker with other settings is killed. */
    async function workWith(settings: Record<string, string>): Promise<ChildProcess> {
      const runs = worker?.exitCode === null && worker.signalCode === null;
      if (worker && runs && given === settings) return worker;
      await stopWorker();
      worker = await startCrawlWorker({ ...own.world.settings('channels'), ...settings });
      given = settings;
      return worker;
    }

    async function stopWorker(): Promise<void> {
      if (worker) await killCrawlWorker(worker);
    }

    /** Makes the store wait with the response for one page until the returned function is called. */
    function gateAt(page: string): () => void {
      let open: () => void = () => {};
      const gate = new Promise<void>((resolve) => (open = resolve));
      own.apple.interfere = async ({ path }) => {
        if (path.includes(page)) await gate;
        return undefined;
      };
      return open;
    }
  });
});

const listed = (key: string): unknown[] => Reflect.getMetadata(key, ChannelsModule) as unknown[];

const REVIEW = `<script type="application/ld+json">${JSON.stringify({
  '@type': 'Product',
  name: 'Acme Cup',
  review: [{ '@type': 'Review', author: 'Ann', reviewBody: 'Fine', reviewRating: { ratingValue: 4 } }],
})}</script>`;

const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

/** Two names that refer to the next thing twice, thirty times: a billion paths to the end. */
const doubledReferences = (): string =>
  jsonLd(
    Array.from({ length: 30 }, (_, index) => ({
      '@id': `#${index}`,
      '@type': 'Product',
      name: [{ '@id': `#${index + 1}` }, { '@id': `#${index + 1}` }],
    })),
  );

const HOSTILE: Readonly<Record<string, () => string>> = {
  'two things that refer to each other by itemref': () =>
    '<div id=a itemscope itemref="a b"></div><div id=b itemscope itemref="a b"></div>',
  'elements nested 10,000 deep': () => '<div>'.repeat(10_000),
  'things nested 10,000 deep': () => '<div itemscope itemprop="review">'.repeat(10_000),
  '5 MiB of start tags': () => '<p>'.repeat(1_700_000),
  '5 MiB of unmatched end tags': () => '<i>'.repeat(600_000) + '</b>'.repeat(800_000),
  'JSON-LD nested 100,000 deep': () =>
    `<script type="application/ld+json">${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}</script>`,
  'a thing that is its own name': () => jsonLd({ '@id': '#a', '@type': 'Product', name: { '@id': '#a' } }),
  'names that refer to the next thing twice': doubledReferences,
};

const pages = new Map<string, string>();

describe('hostile pages', () => {
  /** Reads pages as production does, except pages with the word ENDLESS, which it never finishes. */
  class HostileThread extends PageThreadService {
    protected override readonly entry = require.resolve('./thread/fixtures/hostile-thread.process');
  }

  @Module({
    controllers: listed('controllers') as never[],
    providers: [...(listed('providers') as never[]), { provide: PageThreadService, useClass: HostileThread }],
  })
  class HostileModule {}

  let own: ChannelsWorld;

  let site: FixtureServer;

  beforeAll(async () => {
    own = await ChannelsWorld.start({ PAGE_SECONDS: '1' }, { ...channelsService, module: HostileModule });
    site = await startFixtureServer(({ path }) => {
      const body = pages.get(path);
      return body === undefined ? { status: 404 } : { headers: { 'content-type': 'text/html' }, body };
    });
  });

  afterAll(async () => {
    await site.close();
    await own.close();
  });

  const add = (path: string) => own.add({ type: 'website_schema', url: `${site.url}${path}` });

  async function connect(path: string): Promise<ChannelResponse> {
    pages.set(path, REVIEW);
    const { status, body } = await add(path);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return own.crawled(body.channel.id);
  }

  describe('POST /channels/add', () => {
    it.each(Object.entries(HOSTILE))('refuses a page with %s as not valid', async (name, page) => {
      pages.set('/hostile', page());
      const refused = await add('/hostile');
      expect({ name, status: refused.status, code: refused.body.code }).toEqual({
        name,
        status: 422,
        code: 'profile_not_valid',
      });
    });

    it('refuses a page that takes too long, and accepts the next one', async () => {
      pages.set('/endless', 'ENDLESS');
      const refused = await add('/endless');
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([
        422,
        'profile_not_valid',
        'url',
      ]);
      expect(await connect('/next')).toMatchObject({ status: 'active', name: 'Acme Cup' });
    });
  });

  describe('a crawl of a page that turned hostile', () => {
    it('ends with parse_failed, while the service responds and other channels are crawled', async () => {
      const turned = await connect('/turned');
      const other = await connect('/other');
      pages.set('/turned', `${REVIEW} ENDLESS`);
      for (const { id } of [turned, other])
        await own.api.post('channels', `/public/v1/channels/refresh/${id}`);
      const live = await eventually(
        async () => {
          const { status } = await own.world.anonymous().get('channels', '/health/live');
          return { status, crawling: (await own.get(turned.id)).crawling };
        },
        ({ crawling }) => crawling,
        'the hostile page to be read',
        { intervalMs: 10 },
      );
      expect(live).toEqual({ status: 200, crawling: true });
      expect(await own.crawled(other.id)).toMatchObject({ status: 'active' });
      expect(await own.crawled(turned.id)).toMatchObject({
        status: 'error',
        error_code: 'parse_failed',
        reviews: turned.reviews,
      });
    });
  });
});

const SHOP_URL = 'https://shop.example/';

const PAGE = '<title>Cup</title><div class="hreview"><b class="reviewer">Ann</b></div>';

class FailingThread extends PageThreadService {
  protected override readonly entry = require.resolve('./thread/fixtures/failing-thread.process');
}

const opened: PageThreadService[] = [];

function open(kind: typeof PageThreadService, settings: Partial<ChannelsEnv> = {}): PageThreadService {
  const service = new kind(Object.assign(new ChannelsEnv(), { PAGE_SECONDS: 60 }, settings));
  opened.push(service);
  return service;
}

/** Reads a page as a crawl does. */
function read(service: PageThreadService, body: string, signal = new AbortController().signal) {
  return service.read(
    { platform: 'website_schema', body, url: SHOP_URL },
    { signal, account: 1, line: 'crawl' },
  );
}

describe('PageThreadService', () => {
  class HostileThread extends PageThreadService {
    protected override readonly entry = require.resolve('./thread/fixtures/hostile-thread.process');
  }
  beforeAll(() => Logger.overrideLogger(false));
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.onApplicationShutdown();
  });

  itAtLength('gives up a page after the time limit, and reads the pages that waited', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 1 });
    const endless = read(service, 'ENDLESS');
    const waiting = [read(service, PAGE), read(service, 'ENDLESS'), read(service, PAGE)];
    await expect(endless).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[0]).toMatchObject({ value: { name: 'Cup', reviews: [{ types: ['Review'] }] } });
  });

  it('leaves the event loop of the service free while a page is read', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 600 });
    await read(service, PAGE);
    const stopping = new AbortController();
    let ended = false;
    const endless = read(service, 'ENDLESS', stopping.signal).catch(() => (ended = true));
    for (let turns = 0; turns < 1_000; turns++) await nextTurn();
    expect(ended).toBe(false);
    stopping.abort();
    await endless;
  });

  itAtLength('gives up a page that needs too much memory, and reads the next one', async () => {
    const service = open(HostileThread, { PAGE_MEMORY_MB: 64 });
    await expect(read(service, 'GREEDY')).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
    expect(await read(service, PAGE)).toMatchObject({ name: 'Cup' });
  });

  it('throws a fault of a platform, and reads the next page', async () => {
    const service = open(HostileThread);
    await expect(read(service, 'FAULTY')).rejects.toThrow('A fault of ours');
    expect(await read(service, PAGE)).toMatchObject({ name: 'Cup' });
  });

  it('throws if the thread cannot start', async () => {
    await expect(read(open(FailingThread), PAGE)).rejects.toThrow(/failing-thread|cannot start/);
  });

  it('ends a page whose crawl is stopped, without waiting for the time limit', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 600 });
    const stopping = new AbortController();
    const endless = read(service, 'ENDLESS', stopping.signal);
    const waiting = read(service, PAGE);
    stopping.abort(new Error('The process is stopping'));
    await expect(endless).rejects.toThrow(/stopping|abort/i);
    expect(await waiting).toMatchObject({ name: 'Cup' });
  });

  it('reads the page of a caller before those of the crawls that wait', async () => {
    const service = open(HostileThread, { PAGE_SECONDS: 600 });
    const stopping = new AbortController();
    const busy = read(service, 'ENDLESS', stopping.signal).catch(() => 'stopped');
    const crawl = read(service, 'ENDLESS', stopping.signal).catch(() => 'stopped');
    const first = new AbortController();
    const terms = { signal: new AbortController().signal, account: 1, line: 'check' } as const;
    const check = service.read({ platform: 'website_schema', body: PAGE, url: SHOP_URL }, terms);
    const next = read(service, 'ENDLESS', first.signal).catch(() => 'stopped');
    stopping.abort();
    first.abort();
    expect(await Promise.all([busy, crawl, next])).toEqual(['stopped', 'stopped', 'stopped']);
    expect(await check).toMatchObject({ name: 'Cup' });
  });
});
