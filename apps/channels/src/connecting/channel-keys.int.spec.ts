import { profileError } from '@plaudit/contracts';
import { type Caller, eventually, type FixtureServer, startFixtureServer } from '@plaudit/testing';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';

/** Imitates Freshdesk and Delighted, which know their customers by the user name of Basic. */
let platform: FixtureServer;
let own: ChannelsWorld;
const keys = new Set<string>();
let sub = 300;

const keyOf = (authorization = ''): string =>
  Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')[0] ?? '';

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

const FRESHDESK = { type: 'freshdesk', subdomain: 'acme', access_token: 'live_one' };

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
  const update = (input: object, as = api) => as.put('channels', `${CHANNELS}/update/${id}`, { body: input });
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
