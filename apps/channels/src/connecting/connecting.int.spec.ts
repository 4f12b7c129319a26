import { channelConnected, UNLIMITED, profileError } from '@plaudit/contracts';
import {
  buildPrincipal,
  type Caller,
  eventually,
  type FixtureServer,
  startFixtureServer,
  type HttpResult,
} from '@plaudit/testing';
import { Clock, Randomness, Tracing } from '@plaudit/runtime';
import { appUrl, CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { ChannelsEnv } from '../channels.env';
import { PlatformHttpClient } from '../crawl/http/platform-http.client';
import { PageThreadService } from '../crawl/thread/page-thread.service';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import type { Platform } from '../platforms/platform';
import { websiteSchema } from '../platforms/website/website-schema';
import { ProfileCheckService } from './profile-check.service';
import { appStore } from '../platforms/apps/app-store';

const CATALOGUE_FIELDS =
  'id type label logo category aliases method required optional url_example url_pattern url_flags instructions rating_scale features coverage stores countries connected limit available searchable'.split(
    ' ',
  );

describe('connecting', () => {
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
        notices: [],
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
      expect(connected).toMatchObject({
        aggregateversion: 1,
        data: { status: 'pending', name: 'Acme Notes' },
      });
      expect((await own.api.get('channels', `${CHANNELS}/get/${body.channel.id}`)).body).toEqual(
        body.channel,
      );
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
      expect(refused.body).toMatchObject({
        success: false,
        msg: expect.stringMatching(/\w.*\.$/) as unknown,
      });
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
      const results = await Promise.all(
        [1, 2, 3].map(() => own.add({ type: 'app_store', url: appUrl('12') })),
      );
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
});

const keys = new Set<string>();

const keyOf = (authorization = ''): string =>
  Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')[0] ?? '';

const FRESHDESK = { type: 'freshdesk', subdomain: 'acme', access_token: 'live_one' };

describe('channel keys', () => {
  /** Imitates Freshdesk and Delighted, which know their customers by the user name of Basic. */
  let platform: FixtureServer;

  let own: ChannelsWorld;

  let sub = 300;

  beforeAll(async () => {
    platform = await startFixtureServer(({ path, headers }) => {
      if (!keys.has(keyOf(headers.authorization))) return { status: 401, body: { message: 'Bad key' } };
      if (path === '/v1/metrics.json') return { body: { nps: 10, response_count: 0 } };
      return { body: [] };
    });
    const hosts = ['https://acme.freshdesk.com', 'https://other.freshdesk.com', 'https://api.delighted.com'];
    own = await ChannelsWorld.start({
      ORIGIN_OVERRIDES: hosts.map((host) => `${host}=${platform.url}`).join(','),
    });
  });

  afterAll(async () => {
    await own.close();
    await platform.close();
  });

  beforeEach(() => {
    keys.clear();
    keys.add('live_one');
  });

  /** Calls the API for a sub account of its own. */
  function caller(): Caller {
    return own.world.as({ sub_account_id: (sub += 1) });
  }

  async function connected(body: object = FRESHDESK) {
    const api = caller();
    const added = await own.add(body, {}, api);
    if (added.status !== 200) throw new Error(JSON.stringify(added.body));
    const id = added.body.channel.id as number;
    const get = async () => (await api.get('channels', `${CHANNELS}/get/${id}`)).body;
    const settled = async () => {
      await eventually(
        () =>
          own.world.admin.query<{ due: boolean }>(
            'select due_at <= clock_timestamp() or lease_until is not null as due from channels.crawls where channel_id = $1',
            [id],
          ),
        ([crawl]) => crawl?.due !== true,
        'the crawl to end',
      );
      return get();
    };
    const update = (input: object, as = api) =>
      as.put('channels', `${CHANNELS}/update/${id}`, { body: input });
    const crawl = async () => {
      await api.post('channels', `${CHANNELS}/refresh/${id}`);
      return settled();
    };
    return { api, id, get, settled, update, crawl, first: await settled() };
  }

  describe('a channel with a key and a subdomain', () => {
    it('is connected after the platform has accepted the key, which is stored encrypted and never returned', async () => {
      const { id, first } = await connected();
      expect(first).toMatchObject({ type: 'freshdesk', has_credentials: true, error_code: null });
      expect(JSON.stringify(first)).not.toContain('live_one');
      const [row] = await own.world.admin.query<{ text: string }>(
        "select row_to_json(c)::text || encode(credentials, 'escape') as text from channels.channels c where id = $1",
        [id],
      );
      expect(row?.text).not.toContain('live_one');
      expect(JSON.stringify(await own.world.logs.written())).not.toContain('live_one');
    });

    it.each([
      [
        'a key that the platform refuses',
        { access_token: 'live_two' },
        422,
        'profile_not_valid',
        'access_token',
      ],
      ['no key', { access_token: ' ' }, 400, 'missing_field', 'access_token'],
      ['a key with a line break', { access_token: 'a\r\nx-evil: 1' }, 400, 'invalid_value', 'access_token'],
      ['no subdomain', { subdomain: undefined }, 400, 'subdomain_required', 'subdomain'],
      ['another host as subdomain', { subdomain: 'evil.example/' }, 400, 'invalid_value', 'subdomain'],
    ])('is refused with %s', async (_name, change, status, code, field) => {
      const api = caller();
      const body = { ...FRESHDESK, ...change };
      const requests = platform.requests.length;
      const refused = await own.add(body, {}, api);
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
      expect(refused.body.reason).toBe(status === 422 ? 'credentials_invalid' : undefined);
      expect(JSON.stringify(refused.body)).not.toContain('live_two');
      expect(platform.requests.length - requests).toBe(status === 422 ? 1 : 0);
      expect((await api.get('channels', `${CHANNELS}/get`)).body.count).toBe(0);
    });

    it('can be checked without being connected', async () => {
      const api = caller();
      const check = async (change: object) =>
        (await api.post('channels', `${CHANNELS}/check`, { body: { ...FRESHDESK, ...change } })).body;
      expect(await check({})).toEqual({ success: true });
      expect(await check({ access_token: 'live_two' })).toMatchObject({
        code: 'profile_not_valid',
        field: 'access_token',
        reason: 'credentials_invalid',
      });
      expect(await check({ subdomain: 'evil.example/' })).toMatchObject({ field: 'subdomain' });
      expect((await api.get('channels', `${CHANNELS}/get`)).body.count).toBe(0);
    });
  });

  describe('PUT /channels/update with access_token', () => {
    it('gives a disabled channel a new key, enables it and crawls it', async () => {
      const { id, crawl, update, settled } = await connected();
      keys.clear();
      expect(await crawl()).toMatchObject({ status: 'error', error_code: 'credentials_invalid' });
      const [event] = await own.published(profileError, id);
      expect(event?.data).toMatchObject({ error_code: 'credentials_invalid' });
      await own.world.admin.query(
        "update channels.channels set status = 'disabled', consecutive_failures = 10 where id = $1",
        [id],
      );
      await own.world.admin.query('update channels.crawls set due_at = null where channel_id = $1', [id]);
      keys.add('live_two');
      const updated = await update({ access_token: ' live_two ', name: 'Ours' });
      expect(updated.status).toBe(200);
      expect(updated.body.channel).toMatchObject({ name: 'Ours', status: 'active', error_code: null });
      expect(await settled()).toMatchObject({ status: 'active', consecutive_failures: 0, name: 'Ours' });
      expect(keyOf(platform.requests.at(-1)?.headers.authorization)).toBe('live_two');
    });

    it('stores nothing if the platform refuses the key, and still has the old one', async () => {
      const { update, crawl, get, first } = await connected();
      const refused = await update({ access_token: 'live_two', name: 'Never' });
      expect((await get()).name).toBe(first.name);
      expect([refused.status, refused.body.code, refused.body.field, refused.body.reason]).toEqual([
        422,
        'profile_not_valid',
        'access_token',
        'credentials_invalid',
      ]);
      expect(await crawl()).toMatchObject({ status: 'active', error_code: null });
    });

    it('keeps the trend and the profile of the channel, and knows the new key as the same profile', async () => {
      const { id, update, api } = await connected({ type: 'delighted', access_token: 'live_one' });
      keys.add('live_two');
      expect((await update({ access_token: 'live_two' })).status).toBe(200);
      const again = await own.add({ type: 'delighted', access_token: 'live_two' }, {}, api);
      expect([again.status, again.body.reason, again.body.existing_id]).toEqual([422, 'duplicate', id]);
    });

    it.each([
      [{ access_token: '' }, 'access_token'],
      [{ access_token: 7 }, 'access_token'],
      [{ access_token: 'a\nb' }, 'access_token'],
    ])('refuses the body %j and asks the platform for nothing', async (body, field) => {
      const { update } = await connected();
      const requests = platform.requests.length;
      const refused = await update(body);
      expect([refused.status, refused.body.field]).toEqual([400, field]);
      expect(platform.requests).toHaveLength(requests);
    });

    it('is refused for the channel of another sub account', async () => {
      const { update } = await connected();
      const foreign = await update({ access_token: 'live_one' }, caller());
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    });

    it('takes the crawl away from a worker that reads with the old key', async () => {
      const { id, update, settled, api } = await connected();
      let release: () => void = () => undefined;
      const respond = new Promise<void>((resolve) => (release = resolve));
      let asked: () => void = () => undefined;
      const reading = new Promise<void>((resolve) => (asked = resolve));
      platform.handle(async ({ headers }) => {
        if (keyOf(headers.authorization) !== 'live_one') return { body: [] };
        asked();
        await respond;
        return { status: 401 };
      });
      await api.post('channels', `${CHANNELS}/refresh/${id}`);
      await reading;
      const updated = await update({ access_token: 'live_two' });
      release();
      expect(updated.status).toBe(200);
      expect(await settled()).toMatchObject({ status: 'active', error_code: null, consecutive_failures: 0 });
      const errors = await own.published(profileError, id);
      expect(errors).toEqual([]);
    });
  });
});

const url = 'https://shop.example/';

class HostileThread extends PageThreadService {
  protected override readonly entry = require.resolve('../crawl/thread/fixtures/hostile-thread.process');
}

class ImpatientCheck extends ProfileCheckService {
  protected override readonly timeoutMs = 50;
}

const env = Object.assign(new ChannelsEnv(), { PAGE_SECONDS: 600 });

const thread = new HostileThread(env);

const http = new PlatformHttpClient(env, new Clock(), new Randomness(), Tracing.OFF);

const checks = new ImpatientCheck(new PlatformContextFactory(http, thread, new Clock(), env));

/** A platform that has responded with a page, which is read now. */
const responded = {
  ...websiteSchema,
  validate: (_config, ctx) => ctx.read({ status: 200, url, text: () => 'A page' } as never),
} as Platform;

describe('ProfileCheckService', () => {
  afterAll(async () => {
    await thread.onApplicationShutdown();
    await http.onApplicationShutdown();
  });

  it('is overloaded if the time of a check ends in front of the page thread', async () => {
    const stopping = new AbortController();
    const task = { platform: 'website_schema', body: 'ENDLESS', url } as const;
    const busy = thread
      .read(task, { signal: stopping.signal, account: 1, line: 'crawl' })
      .catch(() => 'stopped');
    const refused = checks.check(buildPrincipal(), responded, { url });
    await expect(refused).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_seconds: 600 },
    });
    stopping.abort();
    expect(await busy).toBe('stopped');
  });
});

const PAGE = `<script type="application/ld+json">${JSON.stringify({
  '@type': 'Product',
  name: 'Acme Cup',
  review: [{ '@type': 'Review', author: 'Ann', reviewBody: 'Fine', reviewRating: { ratingValue: 4 } }],
})}</script>`;

const HTML = { headers: { 'content-type': 'text/html' }, body: PAGE };

/** At this pace a crawl waits five minutes for its third request to a website. */
const SLOW_PACE = '0.01';

describe('profile checks', () => {
  let own: ChannelsWorld;

  let site: FixtureServer;

  /** Checks of pages that never respond. The end of the server ends them. */
  let silent: Promise<HttpResult>[] = [];

  beforeAll(async () => {
    own = await ChannelsWorld.start({ CRAWL_RATE_FACTOR: SLOW_PACE });
    site = await startFixtureServer(({ path }) => {
      if (path === '/robots.txt') return { status: 404 };
      if (path.startsWith('/huge')) return { ...HTML, body: PAGE + ' '.repeat(6 * 1024 * 1024) };
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
      expect((await checkPage('/late', 4)).body).toEqual({ success: true });
    });

    it('of pages that one account chose refuse no other account at the same site or platform', async () => {
      own.apple.app('77');
      own.apple.interfere = ({ query }) => (query.get('id') === '666' ? { status: 500 } : undefined);
      const checkApp = (id: string, account: number): Promise<HttpResult> =>
        own.world.as({ account_id: account, sub_account_id: account }).post('channels', `${CHANNELS}/check`, {
          body: { type: 'app_store', url: appUrl(id) },
        });
      for (let count = 0; count < 6; count += 1) {
        await checkPage(`/huge/${count}`, 5);
        await checkApp('666', 5);
      }
      expect((await checkPage('/fine', 5)).body).toEqual({ success: true });
      expect((await checkApp('77', 5)).body.code).toBe('upstream_unavailable');
      expect((await checkPage('/fine', 6)).body).toEqual({ success: true });
      expect((await checkApp('77', 6)).body).toEqual({ success: true });
    });
  });
});
