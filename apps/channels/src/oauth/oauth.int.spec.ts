import { accountAccessReduced, type AccessReducedPayload, UNLIMITED, profileError } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { Clock, Secrets, Tracing, type RunningServices, startServices } from '@plaudit/runtime';
import { buildEvent, type Caller, eventually, type HttpResult } from '@plaudit/testing';
import { OAuthWorld, tokenIn } from './oauth-world.suite';
import { ChannelsEnv } from '../channels.env';
import { ChannelCredentialsService } from '../channels/channel-credentials.service';
import type { ChannelEntity } from '../channels/channel.entity';
import { googleBusiness } from '../platforms/local/google-business';
import type { Platform } from '../platforms/platform';
import { OAuthConnectionsRepository } from './oauth-connections.repository';
import { ChannelAccessService } from './tokens/channel-access.service';
import { ChannelTokensRepository } from './tokens/channel-tokens.repository';
import { OAuthTokenClient } from './tokens/oauth-token.client';
import { CHANNELS } from '../channels-world.suite';
import { channelsService } from '../service';

/** The world of the specs that need no other settings. */
let shared: OAuthWorld;

/** The response to a callback whose code the platform never answers, and its sub account. It waits beside the other specs. */
let unanswered: { page: Promise<HttpResult>; api: Caller };

beforeAll(async () => {
  shared = await OAuthWorld.start();
  const { platform } = shared;
  platform.accounts.set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme' }]);
  const api = shared.as(99);
  const { query } = await shared.signIn(api, 'ann');
  platform.interfere = ({ path }) => (path === '/token' ? 'hang' : undefined);
  unanswered = { page: shared.callback(query), api };
  await eventually(
    () => platform.tokenRequests(),
    ({ length }) => length === 1,
    'the request for a token',
  );
  platform.interfere = () => undefined;
});

afterAll(() => shared.close());

describe('authorization', () => {
  let oauth: OAuthWorld;

  let sub = 400;

  beforeAll(() => {
    oauth = shared;
  });

  const caller = (principal = {}) => oauth.as((sub += 1), principal);

  describe('POST /channels/authorize_url', () => {
    it('returns a URL with a state, a code challenge and the parameters of the platform', async () => {
      const { status, body } = await oauth.authorize(caller(), { type: 'gbp' });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        type: 'google_business',
        authorize_url: expect.any(String),
        connection_id: expect.any(Number),
        expires_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      const url = new URL(body.authorize_url);
      expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
      expect(Object.fromEntries(url.searchParams)).toEqual({
        response_type: 'code',
        client_id: 'client-1',
        redirect_uri: 'http://localhost:8080/oauth/callback/google_business',
        scope: 'https://www.googleapis.com/auth/business.manage',
        state: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        access_type: 'offline',
        prompt: 'consent',
      });
    });

    it.each([
      ['no type', {}, 400, 'missing_field', 'type'],
      ['an unknown type', { type: 'myspace' }, 404, 'unknown_channel_type', 'type'],
      ['a type that is connected by url', { type: 'app_store' }, 400, 'invalid_value', 'type'],
      ['a type that the operator has not set up', { type: 'intercom' }, 402, 'plan_feature_missing', 'type'],
      ['no subdomain', { type: 'zendesk' }, 400, 'subdomain_required', 'subdomain'],
      [
        'another host as subdomain',
        { type: 'zendesk', subdomain: 'evil.example/' },
        400,
        'invalid_value',
        'subdomain',
      ],
      [
        'a subdomain with a port',
        { type: 'zendesk', subdomain: 'a:80@b' },
        400,
        'invalid_value',
        'subdomain',
      ],
      ['an unknown channel', { type: 'zendesk', channel_id: 999_999 }, 404, 'not_found', undefined],
      ['no id as channel_id', { type: 'zendesk', channel_id: 'x' }, 400, 'validation_failed', 'channel_id'],
    ])('refuses a body with %s', async (_name, body, status, code, field) => {
      const refused = await oauth.authorize(caller(), body);
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([status, code, field]);
    });

    it('refuses a sign-in beyond the plan limit, and a key without the scope', async () => {
      const full = await oauth.authorize(caller({ limits: { ...UNLIMITED, properties: 0 } }), {
        type: 'facebook',
      });
      expect([full.status, full.body.code]).toEqual([402, 'channel_limit_reached']);
      const reader = await oauth.authorize(caller({ scopes: ['channels:read'] }), { type: 'facebook' });
      expect([reader.status, reader.body.code]).toEqual([403, 'forbidden']);
    });

    it('refuses the hundred and first sign-in that is open at the same time', async () => {
      const busy = caller();
      const begin = async () => (await oauth.authorize(busy, { type: 'facebook' })).status;
      expect(await begin()).toBe(200);
      await oauth.own.world.admin.query(
        `insert into channels.oauth_connections (account_id, sub_account_id, limits, type, expires_on)
       select account_id, sub_account_id, limits, type, expires_on from channels.oauth_connections
       cross join generate_series(1, 99) where sub_account_id = $1`,
        [sub],
      );
      expect(await begin()).toBe(429);
    });
  });

  describe('a sign-in to a platform with a subdomain', () => {
    it('is bound to the subdomain, which is sealed with the channel', async () => {
      const api = caller();
      const { query } = await oauth.signIn(api, 'ann', { type: 'zendesk', subdomain: 'Acme' });
      expect((await oauth.callback(query, 'zendesk')).status).toBe(200);
      const [channel] = await oauth.channels(api);
      expect(channel).toMatchObject({ type: 'zendesk', url: 'https://acme.zendesk.com' });
      expect(oauth.platform.server.requests.some(({ path }) => path === '/oauth/tokens')).toBe(true);
    });
  });
});

const WORKERS = 2;

const platform = googleBusiness as unknown as Platform;

describe('oauth storage', () => {
  let oauth: OAuthWorld;

  let database: Database;

  let tokens: ChannelTokensRepository;

  let clients: OAuthTokenClient[];

  let sub = 700;

  beforeAll(async () => {
    oauth = shared;
    const url = oauth.own.world.databaseUrl('channels');
    const source = createDataSource({
      url,
      schema: 'channels',
      entities: channelsService.entities,
      migrations: [],
      poolSize: 5,
    });
    await source.initialize();
    database = new Database(source, 'channels');
    tokens = new ChannelTokensRepository(database);
    const env = Object.assign(new ChannelsEnv(), oauth.platform.settings, { ALLOW_LOOPBACK: true });
    clients = Array.from({ length: WORKERS }, () => new OAuthTokenClient(env, new Clock(), Tracing.OFF));
  });

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.onApplicationShutdown()));
    await database.dataSource.destroy();
  });

  const admin = <Row>(sql: string, parameters: unknown[] = []) =>
    oauth.own.world.admin.query<Row>(sql, parameters);

  async function connected(): Promise<ChannelEntity> {
    oauth.platform.accounts.set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme' }]);
    const api = oauth.as((sub += 1));
    await oauth.callback((await oauth.signIn(api, 'ann')).query);
    const [channel] = await admin<ChannelEntity>(
      'select * from channels.channels where sub_account_id = $1',
      [sub],
    );
    return channel as ChannelEntity;
  }

  describe('the lease of a renewal', () => {
    it('is held by one worker until it is released, or expires', async () => {
      const { id } = await connected();
      const first = (await tokens.acquire(id)) ?? '';
      expect(first).not.toBe('');
      expect(await tokens.acquire(id)).toBeNull();
      await tokens.release(id, first);
      const second = (await tokens.acquire(id)) ?? '';
      await admin(
        "update channels.token_leases set lease_until = now() - interval '1 second' where channel_id = $1",
        [id],
      );
      const third = (await tokens.acquire(id)) ?? '';
      expect(new Set([first, second, third, '']).size).toBe(4);
      expect(await tokens.store(id, second, Buffer.from('late'))).toBe(false);
      expect(await tokens.store(id, third, Buffer.from('kept'))).toBe(true);
      expect((await tokens.read(id))?.credentials?.toString()).toBe('kept');
      expect(await tokens.store(id, third, Buffer.from('again'))).toBe(false);
    });

    it('is lost when the user signs in again, so that an old renewal stores nothing', async () => {
      const { id } = await connected();
      const lease = (await tokens.acquire(id)) ?? '';
      await database.transaction((tx) => tokens.replace(tx, id, Buffer.from('new')));
      expect(await tokens.store(id, lease, Buffer.from('old'))).toBe(false);
      expect((await tokens.read(id))?.credentials?.toString()).toBe('new');
    });

    it('is not given for a channel that was deleted', async () => {
      const { id } = await connected();
      await admin('delete from channels.channels where id = $1', [id]);
      expect([await tokens.acquire(id), await tokens.read(id)]).toEqual([null, null]);
    });
  });

  describe('two workers that need the token of one channel', () => {
    it('spend one refresh token for twelve requests at once', async () => {
      oauth.platform.expiresIn = 30;
      const channel = await connected();
      oauth.platform.expiresIn = 3_600;
      oauth.platform.spent.length = 0;
      const secrets = new Secrets(oauth.own.world.settings('channels')['SECRETS_KEY'] ?? '');
      const credentials = new ChannelCredentialsService(secrets);
      const services = clients.map(
        (client) => new ChannelAccessService(credentials, tokens, client, new Clock()),
      );
      const accesses = services.flatMap((service) =>
        [1, 2, 3].map(() => service.of(channel, platform, AbortSignal.timeout(20_000))),
      );
      const given = await Promise.all(accesses.flatMap((access) => [access.token(), access.token()]));
      expect([given.length, new Set(given).size]).toEqual([12, 1]);
      expect(oauth.platform.spent).toHaveLength(1);

      const renewed = await Promise.all(accesses.map((access) => access.renew()));
      expect(renewed).toEqual(Array(6).fill(true));
      const again = await Promise.all(accesses.map((access) => access.token()));
      expect([new Set(again).size, again.includes(given[0] ?? '')]).toEqual([1, false]);
      expect(oauth.platform.spent).toHaveLength(2);
      expect(oauth.platform.violations).toEqual([]);
    });

    it('fail with the same error if the platform has ended the access, after one request', async () => {
      oauth.platform.expiresIn = 30;
      const channel = await connected();
      oauth.platform.revoke();
      oauth.platform.spent.length = 0;
      const secrets = new Secrets(oauth.own.world.settings('channels')['SECRETS_KEY'] ?? '');
      const credentials = new ChannelCredentialsService(secrets);
      const signal = AbortSignal.timeout(20_000);
      const failures = await Promise.all(
        clients.map((client) =>
          new ChannelAccessService(credentials, tokens, client, new Clock())
            .of(channel, platform, signal)
            .token()
            .catch((error: unknown) => error),
        ),
      );
      expect(failures).toEqual(Array(WORKERS).fill(expect.objectContaining({ code: 'AUTH_EXPIRED' })));
      expect(oauth.platform.spent).toHaveLength(1);
    });
  });

  describe('an expired connection', () => {
    it('is deleted with its tokens, and no other one is', async () => {
      const repository = new OAuthConnectionsRepository(database);
      oauth.platform.accounts.set('ben', [
        { id: 'accounts/2/locations/1', title: 'One' },
        { id: 'accounts/2/locations/2', title: 'Two' },
      ]);
      const api = oauth.as((sub += 1));
      const [old, open] = [await oauth.signIn(api, 'ben'), await oauth.signIn(api, 'ben')];
      await oauth.callback(old.query);
      const stored = () =>
        admin<{ id: number; access: Buffer | null }>(
          'select id::int, access from channels.oauth_connections where sub_account_id = $1 order by id',
          [sub],
        );
      expect((await stored())[0]?.access).not.toBeNull();
      await admin(
        "update channels.oauth_connections set expires_on = now() - interval '1 second' where id = $1",
        [old.connectionId],
      );
      expect((await oauth.connection(api, old.connectionId)).status).toBe(404);
      await repository.purge();
      expect((await stored()).map(({ id }) => id)).toEqual([open.connectionId]);
    });
  });
});

describe('a sign-in to an account with several locations', () => {
  let oauth: OAuthWorld;
  let sub = 200;
  beforeAll(() => {
    oauth = shared;
    oauth.platform.accounts.set('ben', [
      { id: 'accounts/2/locations/1', title: '&lt;img src=x onerror=alert(1)&gt;' },
      { id: 'accounts/2/locations/2', title: 'Acme "Two" & co' },
      { id: 'accounts/2/locations/3', title: 'Acme Three' },
    ]);
  });
  afterEach(() => expect(oauth.platform.violations).toEqual([]));
  const caller = () => oauth.as((sub += 1));

  const choosing = async (account = 'ben') => {
    const api = caller();
    const { query, connectionId } = await oauth.signIn(api, account);
    const page = await oauth.callback(query);
    return { api, page, connectionId, token: tokenIn(page) };
  };

  it('shows a form whose texts are escaped, and connects the chosen ones once', async () => {
    const { api, page, token } = await choosing();
    expect(page.status).toBe(200);
    expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.body).toContain('Acme &quot;Two&quot; &amp; co');
    expect(page.body).not.toMatch(/<img|<script/);
    expect(await oauth.channels(api)).toEqual([]);
    const chosen = ['accounts/2/locations/3', 'accounts/2/locations/2'];
    const done = await oauth.choose(token, chosen);
    expect(done.status).toBe(200);
    const [channel] = await oauth.channels(api);
    expect(channel?.stores?.split(',').toSorted()).toEqual(chosen.toSorted());
    expect((await oauth.choose(token, chosen)).status).toBe(400);
    expect(await oauth.channels(api)).toHaveLength(1);
  });

  it('connects one channel if the form is sent five times at once', async () => {
    const { api, token } = await choosing();
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => oauth.choose(token, [`accounts/2/locations/${1 + (n % 3)}`])),
    );
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await oauth.channels(api)).toHaveLength(1);
  });

  it('shows the form again without a choice, and with one that was not offered', async () => {
    const { api, token } = await choosing();
    expect((await oauth.choose(token, [])).body).toContain('Choose at least one place.');
    for (const locations of [[], ['accounts/1/locations/1'], ['"><script>alert(1)</script>']]) {
      const page = await oauth.choose(token, locations);
      expect([page.status, tokenIn(page)]).toEqual([400, token]);
      expect(page.body).toContain('role="alert"');
      expect(page.body).not.toContain('<script');
    }
    expect(await oauth.channels(api)).toEqual([]);
  });

  it('refuses the form of another platform, a wrong or expired token, and a body that is no form', async () => {
    const { api, token, connectionId } = await choosing();
    const id = ['accounts/2/locations/2'];
    expect((await oauth.choose(token, id, { type: 'facebook' })).status).toBe(400);
    expect((await oauth.choose(`${token.slice(0, -1)}!`, id)).status).toBe(400);
    expect((await oauth.choose('', id)).status).toBe(400);
    const json = await oauth.own.world
      .as({ scopes: ['public'] })
      .post('channels', '/oauth/callback/google_business', {
        body: { token, location: id },
        headers: { origin: 'http://localhost:8080' },
      });
    expect(json.status).toBe(400);
    await oauth.own.world.admin.query(
      "update channels.oauth_connections set expires_on = now() - interval '1 second' where id = $1",
      [connectionId],
    );
    expect((await oauth.choose(token, id)).status).toBe(400);
    expect(await oauth.channels(api)).toEqual([]);
  });

  it('offers at most 500 of 5,000 locations', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => ({
      id: `accounts/${3 + (n % 2)}/locations/${n}`,
      title: `Acme ${n}`,
    }));
    oauth.platform.accounts.set('many', many);
    const { api, page, connectionId } = await choosing('many');
    expect(String(page.body).match(/type="checkbox"/g)).toHaveLength(500);
    const { body } = await oauth.connection(api, connectionId);
    expect(body.locations).toHaveLength(500);
    const all = await oauth.choose(
      tokenIn(page),
      body.locations.map(({ id }: { id: string }) => id),
    );
    expect(all.status).toBe(400);
    expect(all.body).toContain('Choose at most 100 places.');
  });

  it('lets a client of the same sub account choose through the API, once', async () => {
    const { api, connectionId } = await choosing();
    const { body } = await oauth.connection(api, connectionId);
    expect(body).toMatchObject({ type: 'google_business', status: 'choosing', channel_id: null });
    expect(body.locations[1]).toEqual({
      id: 'accounts/2/locations/2',
      name: 'Acme "Two" & co',
      address: null,
    });
    const add = (input: object, as = api) =>
      oauth.own.add({ type: 'google_business', connection_id: connectionId, ...input }, {}, as);
    const refusals = [
      await add({}),
      await add({ stores: 'accounts/1/locations/1' }),
      await add({ stores: 'accounts/2/locations/2', type: 'facebook' }),
      await add({ stores: 'accounts/2/locations/2', connection_id: 'x' }),
      await add({ stores: 'accounts/2/locations/2' }, caller()),
    ];
    expect(refusals.map(({ status, body: { field } }) => [status, field])).toEqual([
      [400, 'stores'],
      [400, 'stores'],
      [400, 'connection_id'],
      [400, 'connection_id'],
      [404, undefined],
    ]);
    expect((await oauth.connection(caller(), connectionId)).status).toBe(404);
    const added = await add({ stores: 'accounts/2/locations/2' });
    expect([added.status, added.body.channel.stores]).toEqual([200, 'accounts/2/locations/2']);
    const again = await add({ stores: 'accounts/2/locations/3' });
    expect([again.status, again.body.field]).toEqual([400, 'connection_id']);
    expect(await oauth.channels(api)).toHaveLength(1);
  });

  it('still needs a sign-in for POST /channels/add without a connection', async () => {
    const refused = await oauth.own.add({ type: 'google_business' }, {}, caller());
    expect([refused.status, refused.body.code, refused.body.authorize_url_path]).toEqual([
      400,
      'oauth_required',
      `${CHANNELS}/authorize_url`,
    ]);
  });
});

describe('sign in', () => {
  let oauth: OAuthWorld;

  let sub = 100;

  beforeAll(() => {
    oauth = shared;
    oauth.platform.accounts
      .set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme Bakery' }])
      .set('nobody', []);
  });

  afterEach(() => {
    oauth.platform.interfere = () => undefined;
    expect(oauth.platform.violations).toEqual([]);
  });

  const caller = (principal = {}) => oauth.as((sub += 1), principal);

  describe('a sign-in to an account with one location', () => {
    it('connects the channel, seals its tokens and cannot be repeated', async () => {
      const api = caller();
      const { query, connectionId } = await oauth.signIn(api, 'ann');
      const page = await oauth.callback(query);
      expect(page.status).toBe(200);
      expect(page.body).toContain('Acme Bakery is connected');
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      expect(page.headers.get('referrer-policy')).toBe('strict-origin');
      expect(page.headers.get('cache-control')).toBe('no-store');
      const [channel] = await oauth.channels(api);
      expect(channel).toMatchObject({
        type: 'google_business',
        method: 'oauth',
        name: 'Acme Bakery',
        stores: 'accounts/1/locations/1',
        has_credentials: true,
      });
      const { body } = await oauth.connection(api, connectionId);
      expect(body).toMatchObject({
        status: 'connected',
        channel_id: channel?.id,
        locations: [],
        error_msg: null,
      });
      expect((await oauth.callback(query)).status).toBe(400);
      expect(await oauth.channels(api)).toHaveLength(1);
      const dump = await oauth.own.world.admin.query(
        `select row_to_json(c)::text || encode(coalesce(credentials, ''), 'escape') as text from channels.channels c
       union all select row_to_json(o)::text || encode(coalesce(access, ''), 'escape') from channels.oauth_connections o`,
      );
      expect(JSON.stringify(dump)).not.toMatch(/\b[ar]t-\d/);
      expect(JSON.stringify(await oauth.own.world.logs.written())).not.toMatch(/\b[ar]t-\d|code-\d|secret-1/);
    });

    it('connects one channel if the callback arrives five times at once', async () => {
      const api = caller();
      const { query } = await oauth.signIn(api, 'ann');
      const pages = await Promise.all([1, 2, 3, 4, 5].map(() => oauth.callback(query)));
      expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
      expect(await oauth.channels(api)).toHaveLength(1);
    });

    it('says that the profile is connected already, and stores nothing', async () => {
      const api = caller();
      await oauth.callback((await oauth.signIn(api, 'ann')).query);
      const again = await oauth.signIn(api, 'ann');
      const page = await oauth.callback(again.query);
      expect([page.status, await oauth.channels(api)]).toEqual([409, [expect.anything()]]);
      expect(page.body).toMatch(/connected already, as channel \d+/);
      expect((await oauth.connection(api, again.connectionId)).body).toMatchObject({ status: 'failed' });
    });

    it('connects nothing beyond the plan limit', async () => {
      const limits = { ...UNLIMITED, channels: 1 };
      const account = 4_000;
      const api = caller({ account_id: account, limits });
      const { query } = await oauth.signIn(api, 'ann');
      oauth.own.apple.app('1');
      await oauth.own.world.admin.query(
        `insert into channels.channels (account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
       values ($1, 1, 'app_store', '{}', 'x', 'x', 5)`,
        [account],
      );
      const page = await oauth.callback(query);
      expect([page.status, await oauth.channels(api)]).toEqual([409, []]);
    });
  });

  describe('a callback', () => {
    const refused = async (query: Record<string, string | undefined>, type?: string) => {
      const page = await oauth.callback(query, type);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('location')).toBeNull();
      return page.status;
    };

    it('is refused with a state that is missing, tampered with, unknown or expired', async () => {
      const api = caller();
      const { query, connectionId } = await oauth.signIn(api, 'ann');
      const { code, state = '' } = query;
      const requests = oauth.platform.tokenRequests().length;
      const last = state.endsWith('A') ? 'E' : 'A';
      for (const wrong of [
        undefined,
        '',
        'x',
        `${state.slice(0, -1)}${last}`,
        `${'a'.repeat(43)}${state.slice(43)}`,
      ]) {
        expect(await refused({ code, state: wrong })).toBe(400);
      }
      await oauth.own.world.admin.query(
        "update channels.oauth_connections set expires_on = now() - interval '1 second' where id = $1",
        [connectionId],
      );
      expect(await refused(query)).toBe(400);
      expect(oauth.platform.tokenRequests()).toHaveLength(requests);
      expect((await oauth.connection(api, connectionId)).status).toBe(404);
    });

    it('is refused for another platform than the one that was signed in to, or an unknown one', async () => {
      const api = caller();
      const { query } = await oauth.signIn(api, 'ann');
      for (const type of ['facebook', 'zendesk', 'app_store', 'gbp', 'x', '..%2f']) {
        expect(await refused(query, type)).toBe(400);
      }
      expect((await oauth.callback(query)).status).toBe(200);
    });

    it('is refused for a sign-in of an earlier release, which does not say who gets the channel', async () => {
      const { query, connectionId } = await oauth.signIn(caller(), 'ann');
      await oauth.own.world.admin.query(
        'update channels.oauth_connections set asked_by = null where id = $1',
        [connectionId],
      );
      expect(await refused(query)).toBe(400);
    });

    it('connects nothing if the sub account was deleted meanwhile', async () => {
      const api = caller();
      const { query } = await oauth.signIn(api, 'ann');
      await oauth.own.world.admin.query(
        'insert into channels.closed_sub_accounts (sub_account_id) values ($1)',
        [sub],
      );
      expect(await refused(query)).toBe(400);
    });

    it('redirects nowhere, whatever parameters it has', async () => {
      const { query } = await oauth.signIn(caller(), 'ann');
      const extra = { return_url: 'https://evil.example', redirect_uri: '//evil.example', scope: '<script>' };
      const page = await oauth.callback({ ...query, ...extra });
      expect([page.status, page.headers.get('location')]).toEqual([200, null]);
      expect(page.body).not.toMatch(/evil|<script/);
    });

    it.each([
      ['access_denied', 400, /did not allow access/],
      ['server_error', 502, /could not complete/],
      ['<script>alert(1)</script>', 400, /did not complete/],
    ])('with the error %s says so and stores nothing', async (error, status, text) => {
      const api = caller();
      const { query, connectionId } = await oauth.signIn(api, 'ann');
      const page = await oauth.callback({ state: query.state, error, error_description: error });
      expect(page.status).toBe(status);
      expect(page.body).toMatch(text);
      expect(page.body).not.toContain('<script');
      expect((await oauth.connection(api, connectionId)).body.status).toBe('failed');
      expect(await oauth.channels(api)).toEqual([]);
    });

    it.each<[string, Parameters<typeof oauth.platform.server.handle>[0], number]>([
      ['an error of the server', () => ({ status: 500, body: { error: 'x' } }), 502],
      ['no JSON', () => ({ body: '<html>' }), 502],
      ['a list', () => ({ body: [1] }), 502],
      ['no token', () => ({ body: { token_type: 'bearer' } }), 502],
      ['a token with a line break', () => ({ body: { access_token: 'a\r\nx-evil: 1' } }), 502],
      ['a redirect', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }), 502],
      ['100 kB', () => ({ body: 'x'.repeat(100_000) }), 502],
      ['a reset connection', () => 'reset', 502],
      ['a refusal of our client', () => ({ status: 401, body: { error: 'invalid_client' } }), 502],
      ['a refusal of the code', () => ({ status: 400, body: { error: 'invalid_grant' } }), 400],
      ['too many requests', () => ({ status: 429, headers: { 'retry-after': '7' } }), 502],
    ])('whose code the platform answers with %s stores nothing', async (_name, answer, status) => {
      const api = caller();
      const { query } = await oauth.signIn(api, 'ann');
      oauth.platform.interfere = (request) => (request.path === '/token' ? answer(request) : undefined);
      const page = await oauth.callback(query);
      expect([page.status, await oauth.channels(api)]).toEqual([status, []]);
      expect(page.body).toContain('Google Business Profile is not connected');
    });

    it('whose code the platform answers with nothing stores nothing', async () => {
      const page = await unanswered.page;
      expect([page.status, await oauth.channels(unanswered.api)]).toEqual([502, []]);
      expect(page.body).toContain('Google Business Profile is not connected');
    });

    it.each<[string, Parameters<typeof oauth.platform.server.handle>[0], number]>([
      ['an error of the server', () => ({ status: 500 }), 502],
      ['no JSON', () => ({ body: '<html>' }), 502],
      ['a refusal', () => ({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } }), 400],
    ])('whose locations are answered with %s stores nothing', async (_name, answer, status) => {
      const api = caller();
      const { query } = await oauth.signIn(api, 'ann');
      oauth.platform.interfere = (request) =>
        request.path.endsWith('/locations') ? answer(request) : undefined;
      const page = await oauth.callback(query);
      expect([page.status, await oauth.channels(api)]).toEqual([status, []]);
    });

    it('of an account without a location says so', async () => {
      const page = await oauth.callback((await oauth.signIn(caller(), 'nobody')).query);
      expect(page.status).toBe(400);
      expect(page.body).toContain('has nothing to connect');
    });

    it('with a code that was used before is refused by the platform and stores nothing', async () => {
      const [one, two] = [caller(), caller()];
      const { query } = await oauth.signIn(one, 'ann');
      await oauth.callback(query);
      const { query: second } = await oauth.signIn(two, 'ann');
      expect((await oauth.callback({ ...second, code: query.code })).status).toBe(400);
      expect(oauth.platform.violations.splice(0)).toEqual(['a code was unknown or used twice']);
      expect(await oauth.channels(two)).toEqual([]);
    });
  });
});

describe('a sign-in that was not begun in the browser that ends it', () => {
  let oauth: OAuthWorld;
  let sub = 800;

  beforeAll(() => {
    oauth = shared;
    oauth.platform.accounts
      .set('victim', [{ id: 'accounts/5/locations/1', title: 'Old "Mill" & co' }])
      .set('chain', [
        { id: 'accounts/6/locations/1', title: 'Mill One' },
        { id: 'accounts/6/locations/2', title: 'Mill Two' },
      ])
      .set('stranger', [{ id: 'accounts/7/locations/1', title: 'Elsewhere' }]);
  });
  afterEach(() => expect(oauth.platform.violations).toEqual([]));

  const redeemed = () => oauth.platform.tokenRequests().length;
  const status = async (api: Caller, id: number) => (await oauth.connection(api, id)).body.status;

  /** A key makes the link, and another person signs in and consents. */
  async function lured(account = 'victim', body: object = { type: 'google_business' }) {
    const attacker = oauth.asKey((sub += 1));
    const { query, connectionId } = await oauth.signIn(attacker, account, body);
    return { attacker, query, connectionId, before: redeemed() };
  }

  it.each([
    ['without a session', null],
    ['with the session of the victim', 'session-of-the-victim'],
  ])('connects nothing in a browser %s before both pages were confirmed', async (_name, session) => {
    const { attacker, query, connectionId, before } = await lured();
    const asked = await oauth.callback(query, undefined, session);
    expect([asked.status, redeemed(), await oauth.channels(attacker)]).toEqual([200, before, []]);
    expect(asked.body).toMatch(/Acme Agency[^]*Harbour Bakery[^]*Import &lt;b&gt;script&lt;\/b&gt;/);
    expect(asked.body).toContain('Google Business Profile');
    expect(await status(attacker, connectionId)).toBe('waiting');
    expect((await oauth.callback(query, undefined, session)).status).toBe(400);

    const named = await oauth.press(tokenIn(asked), 'continue', { session });
    expect([named.status, redeemed(), await oauth.channels(attacker)]).toEqual([200, before + 1, []]);
    expect(named.body).toMatch(/Old &quot;Mill&quot; &amp; co[^]*Acme Agency[^]*Harbour Bakery/);
    expect(await status(attacker, connectionId)).toBe('waiting');

    const done = await oauth.press(tokenIn(named), 'connect', { session });
    expect([done.status, (await oauth.channels(attacker)).map(({ stores }) => stores)]).toEqual([
      200,
      ['accounts/5/locations/1'],
    ]);
    expect(await status(attacker, connectionId)).toBe('connected');
  });

  it('asks in another browser than that of the dashboard where it began', async () => {
    const owner = oauth.as((sub += 1));
    const before = redeemed();
    const { query } = await oauth.signIn(owner, 'victim');
    const asked = await oauth.callback(query, undefined, 'session-of-the-victim');
    expect([redeemed(), await oauth.channels(owner)]).toEqual([before, []]);
    expect(asked.body).toMatch(/Acme Agency[^]*Harbour Bakery[^]*ida@example\.com/);
  });

  it('asks in the browser of a person who has signed out of the dashboard meanwhile', async () => {
    const owner = oauth.as((sub += 1));
    const asked = await oauth.callback((await oauth.signIn(owner, 'victim')).query, undefined, null);
    expect(await oauth.channels(owner)).toEqual([]);
    const named = await oauth.press(tokenIn(asked), 'continue', { session: null });
    await oauth.press(tokenIn(named), 'connect', { session: null });
    expect(await oauth.channels(owner)).toHaveLength(1);
  });

  it('names the profile of a platform whose accounts are one profile', async () => {
    const type = 'zendesk';
    const { attacker, query } = await lured('victim', { type, subdomain: 'acme' });
    const asked = await oauth.callback(query, type, null);
    const named = await oauth.press(tokenIn(asked), 'continue', { type, session: null });
    expect([named.status, await oauth.channels(attacker)]).toEqual([200, []]);
    expect(named.body).toMatch(/<dt>Profile<\/dt><dd>[^<]+<\/dd>/);
    await oauth.press(tokenIn(named), 'connect', { type, session: null });
    expect(await oauth.channels(attacker)).toHaveLength(1);
  });

  it('connects nothing after "Do not connect", and keeps neither code nor tokens', async () => {
    const { attacker, query, connectionId, before } = await lured();
    const asked = await oauth.callback(query, undefined, null);
    const declined = await oauth.press(tokenIn(asked), 'decline', { session: null });
    expect([declined.status, redeemed()]).toEqual([200, before]);
    expect((await oauth.press(tokenIn(asked), 'continue', { session: null })).status).toBe(400);

    const second = await lured('chain');
    const first = await oauth.callback(second.query, undefined, null);
    const named = await oauth.press(tokenIn(first), 'continue', { session: null });
    await oauth.press(tokenIn(named), 'decline', { session: null });
    const late = await oauth.choose(tokenIn(named), ['accounts/6/locations/1'], { session: null });
    expect(late.status).toBe(400);
    for (const [api, id] of [
      [attacker, connectionId],
      [second.attacker, second.connectionId],
    ] as const) {
      const { body } = await oauth.connection(api, id);
      expect([body.status, body.locations, await oauth.channels(api)]).toEqual(['failed', [], []]);
    }
    const kept = await oauth.own.world.admin.query(
      "select 1 from channels.oauth_connections where status in ('connected', 'failed') and access is not null",
    );
    expect(kept).toEqual([]);
  });

  it.each([['https://evil.example'], ['null'], [null]])(
    'refuses a form from the origin %s on both pages, and redeems nothing for it',
    async (origin) => {
      const { attacker, query, before } = await lured();
      const token = tokenIn(await oauth.callback(query, undefined, null));
      expect((await oauth.press(token, 'continue', { session: null, origin })).status).toBe(403);
      expect(redeemed()).toBe(before);
      const named = await oauth.press(token, 'continue', { session: null });
      expect((await oauth.press(tokenIn(named), 'connect', { session: null, origin })).status).toBe(403);
      expect(await oauth.channels(attacker)).toEqual([]);
    },
  );

  it('refuses a button of the other page, and one that no page has', async () => {
    const { attacker, query, before } = await lured();
    const first = tokenIn(await oauth.callback(query, undefined, null));
    for (const action of ['connect', 'share', '', 'x'])
      expect((await oauth.press(first, action, { session: null })).status).toBe(400);
    expect(redeemed()).toBe(before);
    const second = tokenIn(await oauth.press(first, 'continue', { session: null }));
    for (const action of ['continue', 'share', '', 'x'])
      expect((await oauth.press(second, action, { session: null })).status).toBe(400);
    expect([await oauth.channels(attacker), redeemed()]).toEqual([[], before + 1]);
  });

  it('redeems the code once and connects one channel if each button is pressed five times at once', async () => {
    const { attacker, query, before } = await lured();
    const five = (token: string, action: string) =>
      Promise.all([1, 2, 3, 4, 5].map(() => oauth.press(token, action, { session: null })));
    const asked = await oauth.callback(query, undefined, null);
    const continued = await five(tokenIn(asked), 'continue');
    expect(redeemed()).toBe(before + 1);
    const [named, ...others] = continued.filter((page) => page.status === 200);
    expect([others, tokenIn(named as HttpResult)]).toEqual([[], expect.stringMatching(/./)]);
    const connected = await five(tokenIn(named as HttpResult), 'connect');
    expect(connected.filter((page) => page.status === 200)).toHaveLength(1);
    expect(await oauth.channels(attacker)).toHaveLength(1);
  });

  it('ends with the connection, whose code is stored encrypted', async () => {
    const { attacker, query, connectionId, before } = await lured();
    const asked = await oauth.callback(query, undefined, null);
    const { admin } = oauth.own.world;
    const [row] = await admin.query<{ text: string }>(
      `select row_to_json(o)::text || encode(access, 'escape') as text from channels.oauth_connections o where id = $1`,
      [connectionId],
    );
    expect(row?.text).toMatch(/Acme Agency/);
    expect(row?.text).not.toContain(query.code);
    await admin.query(
      "update channels.oauth_connections set expires_on = now() - interval '1 second' where id = $1",
      [connectionId],
    );
    expect((await oauth.press(tokenIn(asked), 'continue', { session: null })).status).toBe(400);
    expect([redeemed(), await oauth.channels(attacker)]).toEqual([before, []]);
  });

  it('lets no client choose locations before the person at the browser has left the choice to it', async () => {
    const { attacker, query, connectionId } = await lured('chain');
    const add = (store: string) =>
      oauth.own.add(
        { type: 'google_business', connection_id: connectionId, stores: `accounts/6/locations/${store}` },
        {},
        attacker,
      );
    const asked = await oauth.callback(query, undefined, null);
    expect((await add('1')).body.field).toBe('connection_id');
    const named = await oauth.press(tokenIn(asked), 'continue', { session: null });
    expect(named.body).toMatch(/Acme Agency[^]*Mill One[^]*Mill Two/);
    const { body } = await oauth.connection(attacker, connectionId);
    expect([body.status, body.locations, (await add('1')).body.field]).toEqual([
      'waiting',
      [],
      'connection_id',
    ]);
    const left = await oauth.press(tokenIn(named), 'share', { session: null });
    expect([left.status, await oauth.channels(attacker)]).toEqual([200, []]);
    expect(await status(attacker, connectionId)).toBe('choosing');
    expect((await add('2')).status).toBe(200);
    expect((await oauth.channels(attacker)).map(({ stores }) => stores)).toEqual(['accounts/6/locations/2']);
  });

  it('connects what the person chooses on the page', async () => {
    const { attacker, query } = await lured('chain');
    const asked = await oauth.callback(query, undefined, null);
    const named = await oauth.press(tokenIn(asked), 'continue', { session: null });
    expect((await oauth.choose(tokenIn(named), [], { session: null })).body).toMatch(
      /Choose at least one place[^]*Acme Agency/,
    );
    await oauth.choose(tokenIn(named), ['accounts/6/locations/1'], { session: null });
    expect((await oauth.channels(attacker)).map(({ stores }) => stores)).toEqual(['accounts/6/locations/1']);
  });

  it('gives a channel a new access after both pages, for the profile of the channel only', async () => {
    const owner = oauth.as((sub += 1));
    await oauth.callback((await oauth.signIn(owner, 'victim')).query);
    const [channel] = await oauth.channels(owner);
    const stored = async () =>
      (
        await oauth.own.world.admin.query<{ credentials: Buffer }>(
          'select credentials from channels.channels where id = $1',
          [channel?.id],
        )
      )[0]?.credentials.toString('hex');
    const old = await stored();
    const again = async (account: string) => {
      const body = { type: 'google_business', channel_id: channel?.id };
      const { query, connectionId } = await oauth.signIn(oauth.asKey(sub), account, body);
      const asked = await oauth.callback(query, undefined, null);
      expect(asked.body).toMatch(/<dt>Channel<\/dt><dd>Old &quot;Mill&quot; &amp; co<\/dd>/);
      return { connectionId, named: await oauth.press(tokenIn(asked), 'continue', { session: null }) };
    };
    const wrong = await again('stranger');
    expect([wrong.named.status, await status(owner, wrong.connectionId)]).toEqual([400, 'failed']);
    const right = await again('victim');
    expect(right.named.body).toContain('<dt>Profile</dt><dd>Old &quot;Mill&quot; &amp; co');
    expect([await stored(), await status(owner, right.connectionId)]).toEqual([old, 'waiting']);
    expect((await oauth.press(tokenIn(right.named), 'connect', { session: null })).status).toBe(200);
    expect(await stored()).not.toBe(old);
    expect(await oauth.channels(owner)).toHaveLength(1);
  });

  describe('by a key or user who was removed or lost the sub account meanwhile', () => {
    let makers = 700;

    /** Publishes that a key or user may read less, and waits until it was handled. */
    async function reduce(data: Partial<AccessReducedPayload>): Promise<void> {
      const event = buildEvent(accountAccessReduced, { subaccountid: 0, data });
      await oauth.own.world.publish(event);
      await eventually(
        () => oauth.own.world.admin.query('select from channels.inbox where event_id = $1', [event.id]),
        ({ length }) => length > 0,
        'the event to be handled',
      );
    }

    const asKey = (key_id: number): Caller => oauth.asKey((sub += 1), { key_id });
    const asUser = (user_id: number, at = (sub += 1)): Caller => oauth.as(at, { user_id });

    /** Opens the link of this caller in the browser of another person. */
    async function opened(api: Caller) {
      const { query, connectionId } = await oauth.signIn(api, 'victim');
      return { api, connectionId, asked: await oauth.callback(query, undefined, null) };
    }

    it.each([
      ['key', asKey],
      ['user', asUser],
    ] as const)('connects nothing for a removed %s', async (maker_type, as) => {
      const [maker_id, other] = [(makers += 1), (makers += 1)];
      const api = as(maker_id);
      const { query } = await oauth.signIn(api, 'victim');
      const own = await opened(as(maker_id));
      const beforeLast = await opened(as(maker_id));
      const named = await oauth.press(tokenIn(beforeLast.asked), 'continue', { session: null });
      const others = await opened(as(other));
      const before = redeemed();

      await reduce({ maker_type, maker_id, removed: true, sub_accounts: [] });
      expect((await oauth.callback(query, undefined, null)).status).toBe(400);
      expect((await oauth.press(tokenIn(own.asked), 'continue', { session: null })).status).toBe(400);
      expect((await oauth.press(tokenIn(named), 'connect', { session: null })).status).toBe(400);
      expect(redeemed()).toBe(before);
      for (const { api: caller, connectionId } of [own, beforeLast]) {
        expect(await oauth.channels(caller)).toEqual([]);
        expect((await oauth.connection(caller, connectionId)).body).toMatchObject({
          status: 'failed',
          error_msg: expect.stringContaining('was removed') as unknown,
        });
      }
      const late = await oauth.authorize(api, { type: 'google_business' });
      expect([late.status, late.body.code]).toEqual([
        401,
        maker_type === 'key' ? 'invalid_key' : 'session_ended',
      ]);
      const page = await oauth.press(tokenIn(others.asked), 'continue', { session: null });
      expect((await oauth.press(tokenIn(page), 'connect', { session: null })).status).toBe(200);
    });

    it('connects nothing in the sub accounts that a user lost, and goes on in the others', async () => {
      const maker_id = (makers += 1);
      const [kept, lost] = [(sub += 1), (sub += 1)];
      const staying = await opened(asUser(maker_id, kept));
      const ended = await opened(asUser(maker_id, lost));
      await reduce({ maker_type: 'user', maker_id, removed: false, sub_accounts: [kept] });
      expect((await oauth.press(tokenIn(ended.asked), 'continue', { session: null })).status).toBe(400);
      expect(await status(ended.api, ended.connectionId)).toBe('failed');
      expect((await oauth.press(tokenIn(staying.asked), 'continue', { session: null })).status).toBe(200);

      await reduce({ maker_type: 'user', maker_id, removed: false, sub_accounts: [] });
      expect(await status(staying.api, staying.connectionId)).toBe('waiting');
    });
  });

  it('leaves the choice of a signed-in person to their own session', async () => {
    const owner = oauth.as((sub += 1));
    const page = await oauth.callback((await oauth.signIn(owner, 'chain')).query);
    expect(page.body).not.toContain('value="share"');
    const locations = ['accounts/6/locations/1'];
    for (const session of ['session-of-the-victim', null])
      expect((await oauth.choose(tokenIn(page), locations, { session })).status).toBe(403);
    expect(await oauth.channels(owner)).toEqual([]);
    expect((await oauth.choose(tokenIn(page), locations)).status).toBe(200);
  });
});

const PAGE = '/v4/accounts/1/locations/1/reviews';

describe('token renewal', () => {
  let oauth: OAuthWorld;

  let sub = 500;

  beforeAll(async () => {
    oauth = await OAuthWorld.start({ CRAWL_CONCURRENCY: '2', CRAWL_LEASE_SECONDS: '30' });
  });

  afterAll(() => oauth.close());

  beforeEach(() => {
    oauth.platform.expiresIn = 3_600;
    oauth.platform.spent.length = 0;
    oauth.platform.accounts
      .set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme', reviews: 5 }])
      .set('eve', [{ id: 'accounts/9/locations/9', title: 'Other' }])
      .set('page', [{ id: '100000000000001', title: 'Acme Page' }]);
  });

  afterEach(() => {
    oauth.platform.interfere = () => undefined;
    expect(oauth.platform.violations).toEqual([]);
  });

  const admin = <Row>(sql: string, parameters: unknown[]) =>
    oauth.own.world.admin.query<Row>(sql, parameters);

  /** Connects a channel and waits for its first crawl. */
  async function connected(account = 'ann', body: { type: string } = { type: 'google_business' }) {
    const api = oauth.as((sub += 1));
    const { query } = await oauth.signIn(api, account, body);
    const page = await oauth.callback(query, body.type);
    if (page.status !== 200) throw new Error(String(page.body));
    const [channel] = await oauth.channels(api);
    const id = channel?.id ?? 0;
    const get = async () => (await api.get('channels', `${CHANNELS}/get/${id}`)).body;
    const settled = async () => {
      await eventually(
        () =>
          admin<{ due: boolean }>(
            'select due_at <= clock_timestamp() or lease_until is not null as due from channels.crawls where channel_id = $1',
            [id],
          ),
        ([crawl]) => crawl?.due !== true,
        'the crawl to end',
      );
      return get();
    };
    const crawl = async () => {
      await api.post('channels', `${CHANNELS}/refresh/${id}`);
      return settled();
    };
    return { api, id, get, crawl, settled, first: await settled() };
  }

  const pages = () => oauth.platform.server.requests.filter(({ path }) => path === PAGE);

  describe('the access token of a crawl', () => {
    it('is sent with every page, and is not renewed before it expires', async () => {
      const { id, first } = await connected();
      expect(first).toMatchObject({ status: 'active', error_code: null, reviews: 5 });
      expect(await oauth.own.collected(id)).toHaveLength(5);
      expect(oauth.platform.spent).toEqual([]);
    });

    it('is renewed before it is used if it is about to expire', async () => {
      oauth.platform.expiresIn = 30;
      const { crawl } = await connected();
      oauth.platform.expiresIn = 3_600;
      oauth.platform.spent.length = 0;
      const refused = oauth.platform.server.requests.length;
      expect(await crawl()).toMatchObject({ status: 'active', consecutive_failures: 0 });
      expect(oauth.platform.spent).toHaveLength(1);
      expect(oauth.platform.server.requests.length).toBeGreaterThan(refused);
    });

    it('is renewed once if the platform refuses it, and the page is read again', async () => {
      const { id, crawl } = await connected();
      oauth.platform.accounts.set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme', reviews: 6 }]);
      oauth.platform.expireAccess();
      const before = pages().length;
      expect(await crawl()).toMatchObject({ status: 'active', error_code: null, reviews: 6 });
      expect(oauth.platform.spent).toHaveLength(1);
      expect(
        pages()
          .slice(before)
          .map(({ query }) => query.get('pageToken'))
          .slice(0, 2),
      ).toEqual([null, null]);
      expect(await oauth.own.collected(id)).toHaveLength(6);
    });

    it('is renewed once only, although the platform refuses the new one too', async () => {
      const { crawl } = await connected();
      const before = pages().length;
      oauth.platform.interfere = ({ path }) =>
        path === PAGE ? { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } } : undefined;
      expect(await crawl()).toMatchObject({
        status: 'error',
        error_code: 'auth_expired',
        consecutive_failures: 1,
      });
      expect([oauth.platform.spent.length, pages().length - before]).toEqual([1, 2]);
    });

    it('is renewed by one worker although two crawl the channel, and each refresh token is spent once', async () => {
      const { id, crawl } = await connected();
      let replica: RunningServices | undefined;
      try {
        oauth.platform.expireAccess();
        let held: () => void = () => undefined;
        const asked = new Promise<void>((resolve) => {
          oauth.platform.interfere = async ({ path }) => {
            if (path !== '/token') return undefined;
            resolve();
            await new Promise<void>((release) => (held = release));
            return undefined;
          };
        });
        const crawled = crawl();
        await asked;
        const seen = pages().length;
        await admin(
          'update channels.crawls set lease_until = null, lease_id = null, due_at = now() where channel_id = $1',
          [id],
        );
        const settings = { ...oauth.own.world.settings('channels'), PORT: '0', METRICS_PORT: '0' };
        replica = await startServices([{ definition: channelsService, settings }]);
        await eventually(
          () => pages().length,
          (count) => count > seen,
          'the second worker to be refused',
        );
        held();
        oauth.platform.interfere = () => undefined;
        expect(await crawled).toMatchObject({ status: 'active', error_code: null });
        expect(oauth.platform.spent).toHaveLength(1);
      } finally {
        await replica?.close();
      }
    });

    it('survives a renewal that fails for a moment', async () => {
      const { crawl } = await connected();
      oauth.platform.expireAccess();
      oauth.platform.interfere = ({ path }) => (path === '/token' ? { status: 503 } : undefined);
      expect(await crawl()).toMatchObject({ status: 'error', error_code: 'platform_error' });
      oauth.platform.interfere = () => undefined;
      expect(await crawl()).toMatchObject({ status: 'active', error_code: null, consecutive_failures: 0 });
    });

    it('of Facebook is exchanged for a long-lived one, which is exchanged again before it expires', async () => {
      oauth.platform.expiresIn = 60 * 86_400;
      const exchanges = () =>
        oauth.platform.tokenRequests().filter(({ text }) => text.includes('fb_exchange_token=')).length;
      const before = exchanges();
      const { crawl, first } = await connected('page', { type: 'facebook' });
      expect(first).toMatchObject({ status: 'active', error_code: null });
      await crawl();
      expect(exchanges()).toBe(before + 1);
      oauth.platform.expiresIn = 5 * 86_400;
      const { crawl: later } = await connected('page', { type: 'facebook' });
      oauth.platform.expiresIn = 60 * 86_400;
      const soon = exchanges();
      await later();
      expect(exchanges()).toBe(soon + 1);
      oauth.platform.interfere = ({ path }) => (path.endsWith('access_token') ? { status: 500 } : undefined);
      expect(await later()).toMatchObject({ status: 'active' });
    });
  });

  describe('a channel whose access was revoked', () => {
    it('gets auth_expired, does not ask the platform again, and counts failures until a new sign-in', async () => {
      const { api, id, crawl, settled, get } = await connected();
      oauth.platform.revoke();
      expect(await crawl()).toMatchObject({
        status: 'error',
        error_code: 'auth_expired',
        error_msg: expect.stringContaining('Connect the channel again.') as unknown,
        consecutive_failures: 1,
      });
      const requests = oauth.platform.server.requests.length;
      expect(await crawl()).toMatchObject({ error_code: 'auth_expired', consecutive_failures: 2 });
      expect(oauth.platform.server.requests).toHaveLength(requests);
      const [event] = await oauth.own.published(profileError, id);
      expect(event?.data).toMatchObject({ error_code: 'auth_expired', reason: 'first_failure' });

      await admin(
        "update channels.channels set status = 'disabled', consecutive_failures = 10 where id = $1",
        [id],
      );
      await admin('update channels.crawls set due_at = null where channel_id = $1', [id]);
      const again = await oauth.signIn(api, 'ann', { type: 'google_business', channel_id: id });
      const page = await oauth.callback(again.query);
      expect([page.status, (await oauth.channels(api)).length]).toEqual([200, 1]);
      expect(await settled()).toMatchObject({ status: 'active', error_code: null, consecutive_failures: 0 });
      expect((await oauth.connection(api, again.connectionId)).body).toMatchObject({
        status: 'connected',
        channel_id: id,
      });
      expect(await get()).toMatchObject({ id, stores: 'accounts/1/locations/1' });
    });

    it('is not connected again with an account that cannot read its locations', async () => {
      const { api, id, crawl } = await connected();
      oauth.platform.revoke();
      await crawl();
      const page = await oauth.callback(
        (await oauth.signIn(api, 'eve', { type: 'google_business', channel_id: id })).query,
      );
      expect(page.status).toBe(400);
      expect(await crawl()).toMatchObject({ error_code: 'auth_expired' });
    });

    it('is not connected again by another sub account, or as another type', async () => {
      const { api, id } = await connected();
      const foreign = await oauth.authorize(oauth.as((sub += 1)), {
        type: 'google_business',
        channel_id: id,
      });
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
      const other = await oauth.authorize(api, { type: 'facebook', channel_id: id });
      expect([other.status, other.body.field]).toEqual([400, 'channel_id']);
    });

    it('takes no access_token, because its user has to sign in', async () => {
      const { api, id } = await connected();
      const refused = await api.put('channels', `${CHANNELS}/update/${id}`, {
        body: { access_token: 'at-x' },
      });
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([
        400,
        'invalid_value',
        'access_token',
      ]);
      expect(refused.body.msg).toContain('authorize_url');
    });
  });
});
