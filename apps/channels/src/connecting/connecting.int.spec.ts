import { channelConnected, UNLIMITED } from '@plaudit/contracts';
import { buildPrincipal } from '@plaudit/testing';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';

const CATALOGUE_FIELDS =
  'id type label logo category aliases method required optional url_example url_pattern instructions rating_scale features coverage stores countries connected limit available'.split(
    ' ',
  );

/** Runs no crawls, so that only the endpoints change what a spec sees. */
let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start({ CRAWL_CONCURRENCY: '0' });
});

afterAll(() => own.close());

describe('GET /channels/types', () => {
  it('lists every platform with all fields and the number of connected channels', async () => {
    const caller = own.world.as({ sub_account_id: 77, limits: { ...UNLIMITED, properties: 3 } });
    own.apple.app('1');
    await own.add({ type: 'app_store', url: appUrl('1') }, {}, caller);
    const { status, body } = await caller.get('channels', `${CHANNELS}/types`);
    expect(status).toBe(200);
    expect(body.count).toBe(body.items.length);
    const app = body.items.find(({ type }: { type: string }) => type === 'app_store');
    expect(Object.keys(app)).toEqual(CATALOGUE_FIELDS);
    expect(app).toMatchObject({
      id: 7,
      method: 'url',
      required: ['url'],
      connected: 1,
      limit: 3,
      coverage: 'partial',
    });
    expect(app.countries).toContain('gb');
    expect(Object.keys(app.features)).toEqual([
      'rating',
      'text',
      'media',
      'owner_reply',
      'discover',
      'history',
    ]);
  });

  it('returns one platform by slug or alias, and 404 for an unknown one', async () => {
    expect((await own.api.get('channels', `${CHANNELS}/types/website_schema`)).body).toMatchObject({
      coverage: 'partial',
    });
    expect((await own.api.get('channels', `${CHANNELS}/types/ios`)).body.type).toBe('app_store');
    const unknown = await own.api.get('channels', `${CHANNELS}/types/myspace`);
    expect([unknown.status, unknown.body.code, unknown.body.success]).toEqual([
      404,
      'unknown_channel_type',
      false,
    ]);
  });
});

describe('POST /channels/add', () => {
  it('returns the full channel and publishes channel.connected', async () => {
    own.apple.app('10', {
      name: 'Acme <b>Notes</b>',
      score: 4.62345,
      count: 212,
      reviews: { gb: [], de: [] },
    });
    const { status, body } = await own.add({
      type: 'ios',
      url: `${appUrl('10')}?mt=8`,
      countries: 'gb,de',
      foo: 1,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, crawl_queued: true });
    expect(body.channel).toEqual({
      id: expect.any(Number),
      type: 'app_store',
      type_id: 7,
      label: 'Apple App Store',
      logo: expect.stringMatching(/^data:image\/svg/),
      name: 'Acme Notes',
      url: 'https://apps.apple.com/gb/app/id10',
      method: 'url',
      score: 4.62,
      rating_scale: 5,
      reviews: 424,
      collected_reviews: 0,
      group: null,
      group_name: null,
      auto_approve: false,
      auto_approve_4_stars: false,
      stores: null,
      countries: 'gb,de',
      status: 'pending',
      crawling: false,
      progress: null,
      error_code: null,
      error_msg: null,
      remedy: null,
      consecutive_failures: 0,
      last_checked: null,
      last_success_on: null,
      next_crawl_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      last_review_on: null,
      checks: expect.arrayContaining([{ date: expect.any(String), outcome: 'none' }]),
      has_credentials: false,
      sub_account_id: 1,
      meta: { app_id: '10', icon: null, page: null },
      created_on: expect.any(String),
      updated_on: expect.any(String),
    });
    const [connected] = await own.published(channelConnected, body.channel.id);
    expect(connected).toMatchObject({ aggregateversion: 1, data: { status: 'pending', name: 'Acme Notes' } });
    expect((await own.api.get('channels', `${CHANNELS}/get/${body.channel.id}`)).body).toEqual(body.channel);
  });

  it.each([
    ['no type', {}, 400, 'missing_field', 'type'],
    ['a type that is not a string', { type: 7 }, 400, 'validation_failed', 'type'],
    ['an unknown type', { type: 'myspace', url: 'https://a.example' }, 404, 'unknown_channel_type', 'type'],
    ['no url', { type: 'app_store' }, 400, 'missing_field', 'url'],
    ['an empty url', { type: 'app_store', url: ' ' }, 400, 'missing_field', 'url'],
    ['a url that is not a string', { type: 'app_store', url: 5 }, 400, 'validation_failed', 'url'],
    [
      'a url of another platform',
      { type: 'website_schema', url: appUrl('1') },
      422,
      'profile_not_valid',
      'url',
    ],
    [
      'a url that is not a profile',
      { type: 'app_store', url: 'https://example.com' },
      422,
      'profile_not_valid',
      'url',
    ],
    [
      'an app that does not exist',
      { type: 'app_store', url: appUrl('404') },
      422,
      'profile_not_valid',
      'url',
    ],
    [
      'an unknown country',
      { type: 'app_store', url: appUrl('1'), countries: 'zz' },
      400,
      'invalid_value',
      'countries',
    ],
    [
      'a country for a platform without countries',
      { type: 'website_schema', url: 'https://a.example', countries: 'gb' },
      400,
      'invalid_value',
      'countries',
    ],
    [
      'a store for a platform without stores',
      { type: 'app_store', url: appUrl('1'), stores: 'main' },
      400,
      'invalid_value',
      'stores',
    ],
  ])('refuses a body with %s', async (_name, body, status, code, field) => {
    const refused = await own.add(body);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
    expect(refused.body).toMatchObject({ success: false, msg: expect.stringMatching(/\w.*\.$/) as unknown });
  });

  it('refuses a profile that is connected already and names its channel', async () => {
    own.apple.app('11');
    const first = await own.connect('11');
    const again = await own.add({
      type: 'app_store',
      url: `https://itunes.apple.com/de/app/id11`,
      countries: 'gb',
    });
    expect([again.status, again.body.code, again.body.existing_id]).toEqual([
      422,
      'profile_not_valid',
      first.id,
    ]);
    const elsewhere = await own.add(
      { type: 'app_store', url: appUrl('11') },
      {},
      own.world.as({ sub_account_id: 2 }),
    );
    expect(elsewhere.status).toBe(200);
  });

  it('creates one channel for three concurrent requests', async () => {
    own.apple.app('12');
    const results = await Promise.all([1, 2, 3].map(() => own.add({ type: 'app_store', url: appUrl('12') })));
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422]);
  });

  it('returns 503 if the platform fails', async () => {
    own.apple.interfere = () => ({ status: 500 });
    const refused = await own.add({ type: 'app_store', url: appUrl('13') });
    own.apple.interfere = () => undefined;
    expect([refused.status, refused.body.code]).toEqual([503, 'upstream_unavailable']);
  });

  it('requires the scope channels:write', async () => {
    const reader = own.world.as({ role: 'user', scopes: ['channels:read', 'channels:refresh'] });
    const refused = await own.add({ type: 'app_store', url: appUrl('14') }, {}, reader);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  });

  it('replays the first response for a repeated Idempotency-Key without a request to the platform', async () => {
    own.apple.app('15');
    const headers = { 'idempotency-key': 'connect-15' };
    const first = await own.add({ type: 'app_store', url: appUrl('15') }, headers);
    const requests = own.apple.server.requests.length;
    const again = await own.add({ type: 'app_store', url: appUrl('nonsense') }, headers);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(own.apple.server.requests.length).toBe(requests);
  });

  it('creates one channel for concurrent requests with one Idempotency-Key', async () => {
    own.apple.app('16');
    const headers = { 'idempotency-key': 'connect-16' };
    const results = await Promise.all(
      [1, 2, 3].map(() => own.add({ type: 'app_store', url: appUrl('16') }, headers)),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(results.map(({ body }) => body.channel.id)).size).toBe(1);
  });

  it('stores no response for the Idempotency-Key of a refused request', async () => {
    const headers = { 'idempotency-key': 'connect-17' };
    expect((await own.add({ type: 'app_store', url: appUrl('17') }, headers)).status).toBe(422);
    own.apple.app('17');
    expect((await own.add({ type: 'app_store', url: appUrl('17') }, headers)).status).toBe(200);
  });
});

describe('the plan limits of POST /channels/add', () => {
  it('apply per platform and sub account', async () => {
    const caller = own.world.as(
      buildPrincipal({ account_id: 20, sub_account_id: 201, limits: { ...UNLIMITED, properties: 1 } }),
    );
    own.apple.app('20');
    own.apple.app('21');
    const check = () => caller.post('channels', `${CHANNELS}/check`, { body: { type: 'app_store' } });
    expect((await check()).body).toEqual({ success: true });
    expect((await own.add({ type: 'app_store', url: appUrl('20') }, {}, caller)).status).toBe(200);
    for (const refused of [
      await check(),
      await own.add({ type: 'app_store', url: appUrl('21') }, {}, caller),
    ]) {
      expect(refused.status).toBe(402);
      expect(refused.body).toMatchObject({
        code: 'channel_limit_reached',
        limit: 1,
        used: 1,
        type: 'app_store',
      });
    }
  });

  it('apply per account, even to concurrent requests', async () => {
    const caller = (sub: number) =>
      own.world.as({ account_id: 21, sub_account_id: sub, limits: { ...UNLIMITED, channels: 2 } });
    for (const id of ['22', '23', '24', '25']) own.apple.app(id);
    const results = await Promise.all(
      ['22', '23', '24', '25'].map((id, index) =>
        own.add({ type: 'app_store', url: appUrl(id) }, {}, caller(211 + (index % 2))),
      ),
    );
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 402, 402]);
  });
});

describe('the channels service', () => {});
