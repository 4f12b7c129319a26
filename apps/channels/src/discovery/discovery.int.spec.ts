import {
  type FixtureResponse,
  type FixtureServer,
  type HttpResult,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { channelsService } from '../service';
import { MAX_DISCOVERIES } from './discovery-limit.service';

let own: ChannelsWorld;
let site: FixtureServer;
/** The responses of the searches of Google and Firefox. */
let places: FixtureResponse;
let addons: FixtureResponse;

beforeAll(async () => {
  site = await startFixtureServer(respond);
  const searches = ['https://places.googleapis.com', 'https://addons.mozilla.org'];
  own = await ChannelsWorld.start(
    { CRAWL_CONCURRENCY: '0', GOOGLE_PLACES_API_KEY: 'places-key' },
    channelsService,
    searches.map((origin) => `${origin}=${site.url}`),
  );
  await own.world.admin.query('truncate channels.discovery_days');
});

beforeEach(async () => {
  places = { body: { places: [] } };
  addons = { body: { results: [] } };
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
  if (path.startsWith('/api/v5/addons/search/')) return addons;
  if (path === '/closed') return { status: 403 };
  if (path === '/five')
    return { headers: { 'content-type': 'text/html' }, body: FIVE_APPS.map(linkTo).join('') };
  const html = `<script type="application/ld+json">{"@type":"Organization","sameAs":["https://apps.apple.com/gb/app/acme/id50"]}</script>
    <a href="https://apps.apple.com/us/app/acme/id50">The same app</a><a href="https://apps.apple.com/gb/app/acme/id404">Gone</a>
    <a href="https://www.reviews.io/company-reviews/store/acme">Reviews</a>`;
  return { headers: { 'content-type': 'text/html' }, body: html };
}

/** The discoveries that all accounts have used today. */
async function used(): Promise<number> {
  const [row] = await own.world.admin.query<{ used: number }>(
    'select coalesce(sum(used), 0)::int as used from channels.discovery_days',
  );
  return row?.used ?? 0;
}

const discover = (body: Record<string, unknown>, caller = own.api): Promise<HttpResult> =>
  caller.post('channels', `${CHANNELS}/discover`, { body: { name: 'Acme', ...body } });

describe('POST /channels/discover', () => {
  it.each([
    ['an invisible name', { name: ' \u200b', platforms: ['ios'] }, 400, 'validation_failed', 'name'],
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
          checked_on: null,
          business_name: 'Acme',
          address: null,
          score: null,
          reviews: null,
        },
        expect.objectContaining({ url: 'https://apps.apple.com/us/app/acme/id50' }),
        expect.objectContaining({ url: 'https://apps.apple.com/gb/app/acme/id404' }),
        expect.objectContaining({ platform: 'reviews_io', business_name: 'Acme' }),
      ],
      platforms: [
        // The stand-in of the store has no search.
        { platform: 'app_store', status: 'failed', msg: expect.stringContaining('(HTTP 404)') as string },
        { platform: 'reviews_io', status: 'not_searchable', msg: null },
      ],
      notice: null,
    });
    expect(await used()).toBe(1);
  });

  it('describes verified candidates as their platform does, and leaves out those that do not exist', async () => {
    own.apple.app('50', { name: 'Acme Notes', score: 4.5, count: 12 });
    const { body } = await discover({ platforms: ['app_store'], website: site.url, verify: true });
    expect(body.candidates).toEqual([
      expect.objectContaining({
        business_name: 'Acme Notes',
        verified: true,
        checked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        score: 4.5,
        reviews: 12,
      }),
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

  it('costs nothing if no platform can be searched, and says so of each', async () => {
    const { status, body } = await discover({ platforms: ['reviews_io', 'yelp'] });
    const cannot = (label: string): unknown =>
      expect.stringContaining(`${label} cannot be searched on this installation`);
    expect([status, body.candidates, body.platforms]).toEqual([
      200,
      [],
      [
        { platform: 'reviews_io', status: 'not_searchable', msg: cannot('Reviews.io') },
        { platform: 'yelp', status: 'not_searchable', msg: cannot('Yelp') },
      ],
    ]);
    expect(body.notice).toEqual(cannot('Reviews.io'));
    expect(await used()).toBe(0);
  });

  it.each([
    ['an error 404', { status: 404 }, 'failed', 'Google Maps answered the search with an error (HTTP 404).'],
    ['a refusal 403', { status: 403 }, 'refused', 'Google Maps refuses the search (HTTP 403).'],
    ['an error 500', { status: 500 }, 'failed', 'Google Maps answered the search with an error (HTTP 500).'],
    ['another form', { body: { places: 7 } }, 'failed', 'The answer of Google Maps could not be read.'],
    [
      'a refusal of the key',
      {
        status: 400,
        body: { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } },
      },
      'key_refused',
      'Google Maps does not accept the key of this installation (HTTP 400). Its operator must replace it',
    ],
    [
      'a limit',
      { status: 429 },
      'rate_limited',
      'Google Maps takes no more searches at this time (HTTP 429).',
    ],
  ])(
    'costs nothing if the only platform answers with %s, and names it',
    async (_what, response, status, msg) => {
      places = response as FixtureResponse;
      const { body } = await discover({ platforms: ['google_maps'] });
      const text = expect.stringContaining(msg) as string;
      expect(body).toEqual({
        candidates: [],
        platforms: [{ platform: 'google_maps', status, msg: text }],
        notice: text,
      });
      expect(JSON.stringify(body)).not.toMatch(/_API_KEY|[A-Z]+_[A-Z]+/);
      expect(await used()).toBe(0);
    },
  );

  it('returns what the platforms that answered found, counts once, and says which did not answer', async () => {
    places = { status: 503 };
    const results = [{ slug: 'acme', name: { 'en-US': 'Acme' }, ratings: { average: 4.2, count: 9 } }];
    addons = { body: { results } };
    const { body } = await discover({ platforms: ['google_maps', 'firefox_addons'] });
    expect(body.candidates).toEqual([expect.objectContaining({ platform: 'firefox_addons', reviews: 9 })]);
    expect(body.platforms).toMatchObject([
      { platform: 'google_maps', status: 'failed' },
      { platform: 'firefox_addons', status: 'answered', msg: null },
    ]);
    expect(await used()).toBe(1);
  });

  it('counts a search that found nothing', async () => {
    const { body } = await discover({ platforms: ['google_maps'] });
    expect(body.platforms).toMatchObject([
      { status: 'answered', msg: 'Google Maps has no profile with this name.' },
    ]);
    expect(await used()).toBe(1);
  });

  it('lists as searchable the platforms that it searches, and no others', async () => {
    const { body } = await own.api.get('channels', `${CHANNELS}/types`);
    const types = body.items as { type: string; searchable: boolean; available: boolean }[];
    const searchable = types.filter((type) => type.searchable).map(({ type }) => type);
    expect(searchable.sort()).toEqual(['app_store', 'firefox_addons', 'google_maps']);
    // Trustpilot is available without the key of the operator, because a customer may send one.
    expect(types.find(({ type }) => type === 'trustpilot')).toMatchObject({
      searchable: false,
      available: true,
    });
  });

  it('refuses a website that cannot be read, also one with a private address', async () => {
    const closed = await discover({ platforms: ['ios'], website: `${site.url}/closed` });
    expect([closed.status, closed.body.code, closed.body.field]).toEqual([400, 'invalid_value', 'website']);
    const privateSite = await discover({ platforms: ['ios'], website: 'http://10.0.0.1/' });
    expect([privateSite.status, privateSite.body.field]).toEqual([400, 'website']);
    expect(await used()).toBe(0);
  });

  it('allows 30 discoveries of an account per day, however many are sent at once', async () => {
    const caller = own.world.as({ account_id: 70, sub_account_id: 700 });
    await own.world.admin.query(
      "insert into channels.discovery_days values (70, (now() at time zone 'UTC')::date, $1)",
      [MAX_DISCOVERIES - 2],
    );
    const results = await Promise.all(
      Array.from({ length: 4 }, () => discover({ platforms: ['google_maps'] }, caller)),
    );
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429, 429]);
    expect(results.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'discovery_limit_reached',
      limit: 30,
      used: 30,
      retry_after_seconds: expect.any(Number),
    });
    const sibling = own.world.as({ account_id: 70, sub_account_id: 701 });
    expect((await discover({ platforms: ['google_maps'] }, sibling)).status).toBe(429);
    expect((await discover({ platforms: ['yelp'] }, sibling)).status).toBe(200);
    await own.world.admin.query('update channels.discovery_days set day = day - 1 where account_id = 70');
    expect((await discover({ platforms: ['google_maps'] }, caller)).status).toBe(200);
  });

  it('requires the scope channels:refresh', async () => {
    const reader = own.world.as({ role: 'user', scopes: ['channels:read'] });
    expect((await discover({ platforms: ['reviews_io'] }, reader)).status).toBe(403);
  });
});
