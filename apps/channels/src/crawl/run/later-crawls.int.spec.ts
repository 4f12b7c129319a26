import { channelCrawled, profileError, reviewsRemoved } from '@plaudit/contracts';
import {
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';
import { ChannelsWorld } from '../../channels-world.suite';
import type { ChannelResponse } from '../../channels/channels.responses';

const PER_PAGE = 100;
/** A review with this text has no date. */
const UNREADABLE = 'No date';
const REVIEWS_IO = 'https://api.reviews.io';

let own: ChannelsWorld;
let site: FixtureServer;
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

beforeAll(async () => {
  site = await startFixtureServer();
  site.handle(respond);
  own = await ChannelsWorld.start({ ORIGIN_OVERRIDES: `${REVIEWS_IO}=${site.url}` });
});

beforeEach(() => {
  companies = new Map();
  page = { reviews: ['Good'], counted: null, etag: null, modified: null, next: false };
  site.requests.length = 0;
});

afterAll(async () => {
  await own.close();
  await site.close();
});

function respond(request: RecordedRequest): FixtureResponse {
  return request.query.has('store') ? companyPage(request) : webPage(request);
}

function companyPage({ query }: RecordedRequest): FixtureResponse {
  const all = companies.get(query.get('store') ?? '');
  if (!all) return { status: 404 };
  const from = (Number(query.get('page')) - 1) * PER_PAGE;
  const reviews = all.slice(from, from + PER_PAGE).map(({ id, text }) => ({
    store_review_id: id,
    rating: 5,
    comments: text,
    date_created:
      text === UNREADABLE ? 'soon' : new Date(Date.UTC(2026, 0, 1) + id * 3_600_000).toISOString(),
  }));
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

const newest = (count: number): { id: number; text: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, text: `Text ${count - index}` }));

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
  site.requests.length = 0;
  await own.crawlAgain(id);
  return site.requests.map(({ query }) => query.get('page') ?? '');
}

describe('the crawls of a platform with the newest reviews first', () => {
  it('stop at known reviews, but read everything once a week', async () => {
    companies.set('weekly', newest(450));
    const { id } = await connectCompany('weekly');
    expect(await pagesOfNextCrawl(id)).toEqual(['1']);
    await own.world.admin.query(
      "update channels.crawls set swept_on = swept_on - interval '6 days' where channel_id = $1",
      [id],
    );
    // The crawl six days later decides that the next one is due to read everything.
    expect(await pagesOfNextCrawl(id)).toEqual(['1']);
    expect(await modeOf(id)).toBe('sweep');
    expect(await pagesOfNextCrawl(id)).toEqual(['1', '2', '3', '4', '5']);
    expect(await modeOf(id)).toBe('incremental');
    expect(await pagesOfNextCrawl(id)).toEqual(['1']);
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
      expect(await pagesOfNextCrawl(id)).toEqual(['1', '2', '3']);
      expect(await own.published(reviewsRemoved, id)).toHaveLength(removed);
    }
    expect(await pagesOfNextCrawl(id)).toEqual(['1']);
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
      expect(await own.crawlAgain(id)).toMatchObject({ status: 'active' });
    }
    expect(await own.published(reviewsRemoved, id)).toEqual([]);
  });

  it('do not believe a loss that the official count contradicts', async () => {
    companies.set('cut', newest(150));
    const { id } = await connectCompany('cut');
    const all = companies.get('cut') ?? [];
    for (let crawl = 0; crawl < 4; crawl++) {
      companies.set('cut', all.slice(0, 100));
      await passWeek(id);
      // The platform still counts all of them.
      site.handle((request) => {
        const response = companyPage(request) as { body: { stats: { total_reviews: number } } };
        response.body.stats.total_reviews = 150;
        return response;
      });
      await own.crawlAgain(id);
    }
    site.handle(respond);
    expect(await own.published(reviewsRemoved, id)).toEqual([]);
    expect(await own.get(id)).toMatchObject({ status: 'active', reviews: 150 });
  });
});

describe('the crawls of a page that shows some of its reviews', () => {
  it('do not take a review for removed that has made room for a newer one', async () => {
    const newestTen = (newest: number): string[] =>
      Array.from({ length: 10 }, (_, index) => `Text ${newest - index}`);
    Object.assign(page, { reviews: newestTen(10), counted: 500 });
    const { id } = await connect('website_schema', `${site.url}/newest`);
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
    site.handle(() => ({ status: 429, headers: { 'retry-after': '300' } }));
    const limited = await own.crawlAgain(id);
    site.handle(respond);
    expect(limited).toMatchObject({ status: 'active', consecutive_failures: 0, error_code: 'rate_limited' });
    const minutes =
      (Date.parse(`${limited.next_crawl_on}Z`) - Date.parse(`${limited.last_checked}Z`)) / 60_000;
    expect(Math.round(minutes)).toBe(5);
    expect(await own.published(profileError, id)).toEqual([]);
    expect(await own.crawlAgain(id)).toMatchObject({ status: 'active', error_code: null });
  });
});

describe('the crawls of a page that the server has not changed', () => {
  const requested = (): string[] =>
    site.requests.filter(({ path }) => path !== '/robots.txt').map(({ headers }) => conditionOf(headers));

  const conditionOf = (headers: RecordedRequest['headers']): string =>
    String(headers['if-none-match'] ?? headers['if-modified-since'] ?? 'none');

  async function nextCrawl(id: number): Promise<string[]> {
    site.requests.length = 0;
    expect(await own.crawlAgain(id)).toMatchObject({
      status: 'active',
      score: 4,
      reviews: page.reviews.length,
    });
    return requested();
  }

  it.each([
    ['an ETag', { etag: '"v1"', modified: null }, '"v1"'],
    ['a date', { etag: null, modified: 'Sat, 21 Nov 2026 10:00:00 GMT' }, 'Sat, 21 Nov 2026 10:00:00 GMT'],
  ])('send back %s, read nothing, and keep the figures', async (what, validator, sent) => {
    Object.assign(page, validator);
    const { id } = await connect('website_schema', `${site.url}/${encodeURIComponent(what)}`);
    expect(await nextCrawl(id)).toEqual([sent]);
    expect(await own.collected(id)).toHaveLength(1);
    page = { ...page, reviews: ['Good', 'Better'], etag: '"v2"', modified: null };
    expect(await nextCrawl(id)).toEqual([sent]);
    expect(await own.collected(id)).toHaveLength(2);
  });

  it('read the page in full after a review was missed, and after a week', async () => {
    Object.assign(page, { reviews: ['Good', 'Gone'], etag: '"w1"' });
    const { id } = await connect('website_schema', `${site.url}/doubts`);
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
    const { id } = await connect('website_schema', `${site.url}/several`);
    expect(await nextCrawl(id)).toEqual(['none', 'none']);
  });
});
