import { UNLIMITED } from '@plaudit/contracts';
import { OAuthWorld } from './oauth-world.suite';

let oauth: OAuthWorld;
let sub = 400;

beforeAll(async () => {
  oauth = await OAuthWorld.start();
});
afterAll(() => oauth.close());

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
    ['a subdomain with a port', { type: 'zendesk', subdomain: 'a:80@b' }, 400, 'invalid_value', 'subdomain'],
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
