import { profileError } from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { eventually } from '@plaudit/testing';
import { CHANNELS } from '../../channels-world.suite';
import { channelsService } from '../../service';
import { OAuthWorld } from '../oauth-world.suite';

const PAGE = '/v4/accounts/1/locations/1/reviews';

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

const admin = <Row>(sql: string, parameters: unknown[]) => oauth.own.world.admin.query<Row>(sql, parameters);

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
      const settings = { ...oauth.own.world.settings('channels'), PORT: '0', METRICS_PORT: '0' };
      replica = await startServices([{ definition: channelsService, settings }]);
      const seen = pages().length;
      await admin(
        'update channels.crawls set lease_until = null, lease_id = null, due_at = now() where channel_id = $1',
        [id],
      );
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

    await admin("update channels.channels set status = 'disabled', consecutive_failures = 10 where id = $1", [
      id,
    ]);
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
    const foreign = await oauth.authorize(oauth.as((sub += 1)), { type: 'google_business', channel_id: id });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    const other = await oauth.authorize(api, { type: 'facebook', channel_id: id });
    expect([other.status, other.body.field]).toEqual([400, 'channel_id']);
  });

  it('takes no access_token, because its user has to sign in', async () => {
    const { api, id } = await connected();
    const refused = await api.put('channels', `${CHANNELS}/update/${id}`, { body: { access_token: 'at-x' } });
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      400,
      'invalid_value',
      'access_token',
    ]);
    expect(refused.body.msg).toContain('authorize_url');
  });
});
