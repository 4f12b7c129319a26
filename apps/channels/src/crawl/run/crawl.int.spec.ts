import {
  channelCrawled,
  channelUpdated,
  profileError,
  ratingChanged,
  ratingSnapshot,
  reviewsCollected,
} from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { storeReviews } from '../../apple-stand-in.suite';
import { ChannelsWorld } from '../../channels-world.suite';

let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start();
});
afterAll(() => own.close());

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
