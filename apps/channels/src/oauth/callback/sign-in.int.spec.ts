import { UNLIMITED } from '@plaudit/contracts';
import { OAuthWorld } from '../oauth-world.suite';

let oauth: OAuthWorld;
let sub = 100;

beforeAll(async () => {
  oauth = await OAuthWorld.start();
  oauth.platform.accounts
    .set('ann', [{ id: 'accounts/1/locations/1', title: 'Acme Bakery' }])
    .set('nobody', []);
});
afterAll(() => oauth.close());
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
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
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

  it('connects the channel to the sub account that began the sign-in, also if another person follows the link', async () => {
    const [mine, theirs] = [caller(), caller()];
    const { query } = await oauth.signIn(mine, 'ann');
    const page = await theirs.get('channels', '/oauth/callback/google_business', { query });
    expect(page.status).toBe(200);
    expect([(await oauth.channels(mine)).length, await oauth.channels(theirs)]).toEqual([1, []]);
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
    ['nothing', () => 'hang', 502],
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
