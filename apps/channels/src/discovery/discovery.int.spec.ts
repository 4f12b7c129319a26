import {
  type FixtureResponse,
  type FixtureServer,
  type HttpResult,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { MAX_DISCOVERIES } from './discovery-limit.service';

let own: ChannelsWorld;
let site: FixtureServer;
/** The response of the Places search. */
let places: FixtureResponse;

beforeAll(async () => {
  site = await startFixtureServer(respond);
  own = await ChannelsWorld.start({
    CRAWL_CONCURRENCY: '0',
    GOOGLE_PLACES_API_KEY: 'places-key',
  });
  await own.world.admin.query('truncate channels.discovery_days');
});

beforeEach(async () => {
  places = { body: { places: [] } };
  await own.world.admin.query('truncate channels.discovery_days');
});

afterAll(async () => {
  await own.close();
  await site.close();
});

const FIVE_APPS = ['61', '62', '63', '64', '65'];
const linkTo = (id: string): string => `<a href="https://apps.apple.com/us/app/acme/id${id}">App</a>`;

function respond({ path }: RecordedRequest): FixtureResponse {
  if (path === '/robots.txt') return { status: 404 };
  if (path === '/v1/places:searchText') return places;
  if (path === '/closed') return { status: 403 };
  if (path === '/five')
    return { headers: { 'content-type': 'text/html' }, body: FIVE_APPS.map(linkTo).join('') };
  const html = `<script type="application/ld+json">{"@type":"Organization","sameAs":["https://apps.apple.com/gb/app/acme/id50"]}</script>
    <a href="https://apps.apple.com/us/app/acme/id50">The same app</a><a href="https://apps.apple.com/gb/app/acme/id404">Gone</a>
    <a href="https://www.reviews.io/company-reviews/store/acme">Reviews</a>`;
  return { headers: { 'content-type': 'text/html' }, body: html };
}

const discover = (body: Record<string, unknown>, caller = own.api): Promise<HttpResult> =>
  caller.post('channels', `${CHANNELS}/discover`, { body: { name: 'Acme', ...body } });

describe('POST /channels/discover', () => {
  it.each([
    ['no name', { name: ' ', platforms: ['ios'] }, 400, 'validation_failed', 'name'],
    ['no platform', { platforms: [] }, 400, 'validation_failed', 'platforms'],
    ['four platforms', { platforms: ['ios', 'rss', 'yelp', 'etsy'] }, 400, 'validation_failed', 'platforms'],
    ['an unknown platform', { platforms: ['myspace'] }, 404, 'unknown_channel_type', 'type'],
    [
      'a country of three letters',
      { platforms: ['ios'], country: 'fra' },
      400,
      'validation_failed',
      'country',
    ],
    ['a website that is no URL', { platforms: ['ios'], website: 'not a url' }, 400, 'invalid_url', 'website'],
  ])('refuses a body with %s, which does not count', async (_what, body, status, code, field) => {
    const refused = await discover(body);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
    expect(await own.world.admin.query('select from channels.discovery_days')).toEqual([]);
  });

  it('finds the profiles that the website names, each once, and says which it has not verified', async () => {
    const { status, body } = await discover({ platforms: ['ios', 'reviews_io'], website: site.url });
    expect(status).toBe(200);
    expect(body).toEqual({
      candidates: [
        {
          platform: 'app_store',
          url: 'https://apps.apple.com/gb/app/acme/id50',
          verified: false,
          business_name: 'Acme',
          address: null,
          score: null,
          reviews: null,
        },
        expect.objectContaining({ url: 'https://apps.apple.com/us/app/acme/id50' }),
        expect.objectContaining({ url: 'https://apps.apple.com/gb/app/acme/id404' }),
        expect.objectContaining({ platform: 'reviews_io', business_name: 'Acme' }),
      ],
      notice: null,
    });
  });

  it('describes verified candidates as their platform does, and leaves out those that do not exist', async () => {
    own.apple.app('50', { name: 'Acme Notes', score: 4.5, count: 12 });
    const { body } = await discover({ platforms: ['app_store'], website: site.url, verify: true });
    expect(body.candidates).toEqual([
      expect.objectContaining({ business_name: 'Acme Notes', verified: true, score: 4.5, reviews: 12 }),
      expect.objectContaining({ url: 'https://apps.apple.com/us/app/id50', verified: true }),
    ]);
  });

  it('verifies every candidate', async () => {
    for (const id of FIVE_APPS) own.apple.app(id, { name: `Acme ${id}`, score: 4.5, count: 12 });
    const { body } = await discover({ platforms: ['ios'], website: `${site.url}/five`, verify: true });
    const verified = (body.candidates as { business_name: string; verified: boolean }[]).filter(
      (candidate) => candidate.verified,
    );
    expect(verified.map(({ business_name: name }) => name)).toEqual(FIVE_APPS.map((id) => `Acme ${id}`));
  });

  it('says why a platform has no candidates', async () => {
    const { body } = await discover({ platforms: ['reviews_io'] });
    expect(body).toEqual({
      candidates: [],
      notice: expect.stringContaining('Reviews.io cannot be searched'),
    });
  });

  it('refuses a website that cannot be read, also one with a private address', async () => {
    const closed = await discover({ platforms: ['ios'], website: `${site.url}/closed` });
    expect([closed.status, closed.body.code, closed.body.field]).toEqual([400, 'invalid_value', 'website']);
    const privateSite = await discover({ platforms: ['ios'], website: 'http://10.0.0.1/' });
    expect([privateSite.status, privateSite.body.field]).toEqual([400, 'website']);
  });

  it('allows 30 discoveries of an account per day, however many are sent at once', async () => {
    const caller = own.world.as({ account_id: 70, sub_account_id: 700 });
    await own.world.admin.query(
      "insert into channels.discovery_days values (70, (now() at time zone 'UTC')::date, $1)",
      [MAX_DISCOVERIES - 2],
    );
    const results = await Promise.all(
      Array.from({ length: 4 }, () => discover({ platforms: ['reviews_io'] }, caller)),
    );
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429, 429]);
    expect(results.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'discovery_limit_reached',
      limit: 30,
      used: 30,
      retry_after_seconds: expect.any(Number),
    });
    const sibling = own.world.as({ account_id: 70, sub_account_id: 701 });
    expect((await discover({ platforms: ['reviews_io'] }, sibling)).status).toBe(429);
    await own.world.admin.query('update channels.discovery_days set day = day - 1 where account_id = 70');
    expect((await discover({ platforms: ['reviews_io'] }, caller)).status).toBe(200);
  });

  it('requires the scope channels:refresh', async () => {
    const reader = own.world.as({ role: 'user', scopes: ['channels:read'] });
    expect((await discover({ platforms: ['reviews_io'] }, reader)).status).toBe(403);
  });
});
