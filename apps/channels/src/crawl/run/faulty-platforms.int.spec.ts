import { type FixtureResponse, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import type { ChannelResponse } from '../../channels/channels.responses';
import { ChannelsWorld } from '../../channels-world.suite';
import { type ShownProfile, type ShownReview, shownReviews, STAND_INS } from './platform-stand-ins.suite';

let own: ChannelsWorld;
let server: FixtureServer;
let channels = 0;

beforeAll(async () => {
  server = await startFixtureServer();
  const overrides = STAND_INS.map(({ origin }) => `${origin}=${server.url}`).join();
  own = await ChannelsWorld.start({ ORIGIN_OVERRIDES: overrides });
});

afterAll(async () => {
  await own.close();
  await server.close();
});

describe.each(STAND_INS.map((standIn) => ({ slug: standIn.slug, standIn })))(
  'a crawl of the platform $slug',
  ({ standIn }) => {
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
      server.handle((request) => {
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
