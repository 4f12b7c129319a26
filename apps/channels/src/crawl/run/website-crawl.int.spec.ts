import { profileError, ratingChanged, reviewsRemoved } from '@plaudit/contracts';
import {
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';
import { ChannelsWorld } from '../../channels-world.suite';
import type { ChannelResponse } from '../../channels/channels.responses';

let own: ChannelsWorld;
let site: FixtureServer;
/** Maps a path with its query to a page. */
let pages: Map<string, string>;
let robots: { status: number; body: string };

beforeAll(async () => {
  own = await ChannelsWorld.start();
  site = await startFixtureServer();
});

beforeEach(() => {
  pages = new Map();
  robots = { status: 404, body: '' };
  site.handle(({ path, query }: RecordedRequest): FixtureResponse => {
    if (path === '/robots.txt') return robots;
    const requested = query.size > 0 ? `${path}?${query.toString()}` : path;
    if (requested === '/away') return { status: 302, headers: { location: 'https://elsewhere.example/' } };
    if (requested === '/moved') return { status: 301, headers: { location: '/home' } };
    const body = pages.get(requested);
    return body === undefined ? { status: 404 } : { headers: { 'content-type': 'text/html' }, body };
  });
});

afterAll(async () => {
  await site.close();
  await own.close();
});

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

const add = (path: string) => own.add({ type: 'website_schema', url: `${site.url}${path}` });

async function connect(path: string): Promise<ChannelResponse> {
  const { status, body } = await add(path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return own.crawled(body.channel.id);
}

const ann = { author: 'Ann', text: 'Best &amp; fresh', rating: 5 };
const ben = { author: 'Ben', text: 'Fine', rating: 4 };

describe('a crawl of a website', () => {
  it('reads all pages, and publishes only new reviews on a later crawl', async () => {
    pages.set('/a', page([ann], '/a?page=2'));
    pages.set('/a?page=2', page([ben], '/a'));
    const channel = await connect('/a');
    expect(channel).toMatchObject({ status: 'active', name: 'Acme Cup', score: 4.5, reviews: 1, type_id: 1 });
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
    expect((await connect('/moved')).status).toBe('active');
    const refused = await add('/away');
    expect([refused.status, refused.body.code]).toEqual([422, 'profile_not_valid']);
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
    const refused = await own.add({ type: 'website_schema', url: 'http://169.254.169.254/latest/meta-data' });
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
      collected.filter(({ from_name }) => authors.includes(from_name)).map(({ external_id }) => external_id);
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
