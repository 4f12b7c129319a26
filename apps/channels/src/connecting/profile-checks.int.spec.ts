import { eventually, type FixtureServer, type HttpResult, startFixtureServer } from '@plaudit/testing';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { appStore } from '../platforms/apps/app-store';

const PAGE = `<script type="application/ld+json">${JSON.stringify({
  '@type': 'Product',
  name: 'Acme Cup',
  review: [{ '@type': 'Review', author: 'Ann', reviewBody: 'Fine', reviewRating: { ratingValue: 4 } }],
})}</script>`;

const HTML = { headers: { 'content-type': 'text/html' }, body: PAGE };

/** At this pace a crawl waits five minutes for its third request to a website. */
const SLOW_PACE = '0.01';

let own: ChannelsWorld;
let site: FixtureServer;
/** Checks of pages that never respond. The end of the server ends them. */
let silent: Promise<HttpResult>[] = [];

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_RATE_FACTOR: SLOW_PACE });
  site = await startFixtureServer(({ path }) => {
    if (path === '/robots.txt') return { status: 404 };
    return path.startsWith('/silent') ? 'hang' : HTML;
  });
});

afterAll(async () => {
  await site.close();
  await Promise.all(silent);
  await own.close();
});

const checkPage = (path: string, account: number): Promise<HttpResult> =>
  own.world.as({ account_id: account, sub_account_id: account }).post('channels', `${CHANNELS}/check`, {
    body: { type: 'website_schema', url: `${site.url}${path}` },
  });

describe('POST /channels/add', () => {
  it('responds to eight parallel requests for one host within 5 s, while crawls of the host wait', async () => {
    const first = await own.add({ type: 'website_schema', url: `${site.url}/0` });
    await eventually(
      async () => (await own.get(first.body.channel.id)).crawling,
      Boolean,
      'the first crawl to wait for the pace',
    );
    const began = performance.now();
    const added = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (page) => {
        const { status } = await own.add({ type: 'website_schema', url: `${site.url}/${page}` });
        return { status, isQuick: performance.now() - began < 5_000 };
      }),
    );
    expect(added).toEqual(Array(8).fill({ status: 200, isQuick: true }));
    expect(site.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
  });
});

describe('POST /channels/check', () => {
  const check = (body: object) => own.api.post('channels', `${CHANNELS}/check`, { body });

  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['no type', {}, 400, 'missing_field', 'type'],
    ['an unknown type', { type: 'x' }, 404, 'unknown_channel_type', 'type'],
    [
      'the url of another platform',
      { type: 'website_schema', url: appUrl('1') },
      422,
      'profile_not_valid',
      'url',
    ],
    ['a url that is no profile', { type: 'app_store', url: 'x y' }, 422, 'profile_not_valid', 'url'],
    ['an app that does not exist', { type: 'ios', url: appUrl('404') }, 422, 'profile_not_valid', 'url'],
    ['an unknown country', { type: 'app_store', countries: 'zz' }, 400, 'invalid_value', 'countries'],
    ['a store', { type: 'app_store', stores: 'main' }, 400, 'invalid_value', 'stores'],
  ])('refuses %s', async (_name, body, status, code, field) => {
    const refused = await check(body);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
  });

  it('asks the platform for the profile, connects nothing, and refuses a connected profile', async () => {
    own.apple.app('30');
    const body = { type: 'app_store', url: appUrl('30') };
    expect((await check(body)).body).toEqual({ success: true });
    const { id } = await own.connect('30');
    const refused = await check(body);
    expect([refused.status, refused.body.code, refused.body.existing_id]).toEqual([
      422,
      'profile_not_valid',
      id,
    ]);
  });

  it('accepts a type of the method dashboard, which cannot be added', async () => {
    jest.replaceProperty(appStore.meta, 'method', 'dashboard');
    expect((await check({ type: 'app_store' })).body).toEqual({ success: true });
    expect((await check({ type: 'app_store', url: appUrl('404') })).body).toEqual({ success: true });
    expect((await check({ type: 'app_store', url: 'x y' })).body.code).toBe('profile_not_valid');
    const refused = await own.add({ type: 'app_store', url: appUrl('404') });
    expect([refused.status, refused.body.code]).toEqual([400, 'dashboard_only']);
  });

  it.each([
    ['operatorKey', 'YELP_API_KEY', 'plan_feature_missing'],
    ['method', 'oauth', 'oauth_required'],
  ] as const)(
    'refuses a type that needs a setting for %s which the operator has not set',
    async (name, value, code) => {
      Object.assign(appStore.meta, { operatorKey: undefined });
      jest.replaceProperty(appStore.meta, name, value);
      const refused = await check({ type: 'app_store', url: appUrl('30') });
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([
        402,
        'plan_feature_missing',
        'type',
      ]);
      expect((await own.add({ type: 'app_store', url: appUrl('30') })).body.code).toBe(code);
      const { body } = await own.api.get('channels', `${CHANNELS}/types/app_store`);
      expect(body.available).toBe(false);
    },
  );

  it('refuses an address with a user and a password, which the platform is never asked for', async () => {
    const requests = own.apple.server.requests.length;
    const refused = await check({
      type: 'app_store',
      url: appUrl('30').replace('https://', 'https://ann:secret@'),
    });
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
      422,
      'profile_not_valid',
      'wrong_address',
    ]);
    expect(own.apple.server.requests).toHaveLength(requests);
  });

  it('says whether an address is wrong, its profile is missing or it is connected already', async () => {
    own.apple.app('31');
    await own.connect('31');
    const reason = async (url: string): Promise<unknown> =>
      (await check({ type: 'app_store', url })).body.reason;
    expect(await reason('https://www.example.com/')).toBe('wrong_address');
    expect(await reason(appUrl('404'))).toBe('not_found');
    expect(await reason(appUrl('31'))).toBe('duplicate');
  });
});

describe('profile checks', () => {
  it('are refused from the seventeenth of an account on, while another account has places', async () => {
    silent = Array.from({ length: 16 }, (_, index) => checkPage(`/silent/${index}`, 2));
    const hanging = () => site.requests.filter(({ path }) => path.startsWith('/silent')).length;
    await eventually(hanging, (count) => count === 16, 'sixteen checks to be in progress');
    const refused = await checkPage('/17', 2);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '2',
    ]);
    expect((await checkPage('/other', 3)).body).toEqual({ success: true });
  });

  it('are refused at once for a host that was asked too often, with the time to try again', async () => {
    const checked: HttpResult[] = [];
    do checked.push(await checkPage(`/again/${checked.length}`, 3));
    while (checked.at(-1)?.status === 200 && checked.length < 40);
    const refused = checked.at(-1);
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } });
    expect(refused?.body.msg).toMatch(
      /^Too many profiles on 127\.0\.0\.1:\d+ are being checked\. Try again in \d+ s\.$/,
    );
    expect(Number(refused?.headers.get('retry-after'))).toBe(refused?.body.retry_after_seconds);
  });
});
