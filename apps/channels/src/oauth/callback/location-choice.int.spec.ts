import { CHANNELS } from '../../channels-world.suite';
import { OAuthWorld, tokenIn } from '../oauth-world.suite';

let oauth: OAuthWorld;
let sub = 200;

beforeAll(async () => {
  oauth = await OAuthWorld.start();
  oauth.platform.accounts.set('ben', [
    { id: 'accounts/2/locations/1', title: '&lt;img src=x onerror=alert(1)&gt;' },
    { id: 'accounts/2/locations/2', title: 'Acme "Two" & co' },
    { id: 'accounts/2/locations/3', title: 'Acme Three' },
  ]);
});
afterAll(() => oauth.close());
afterEach(() => expect(oauth.platform.violations).toEqual([]));

const caller = () => oauth.as((sub += 1));

describe('a sign-in to an account with several locations', () => {
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
    expect((await oauth.choose(token, id, 'facebook')).status).toBe(400);
    expect((await oauth.choose(`${token.slice(0, -1)}!`, id)).status).toBe(400);
    expect((await oauth.choose('', id)).status).toBe(400);
    const json = await oauth.own.world
      .as({ scopes: ['public'] })
      .post('channels', '/oauth/callback/google_business', { body: { token, location: id } });
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
