import { request as httpRequest } from 'node:http';
import { eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { lastRequest, principalAt } from '../proxy/received-requests.suite';
import { people, type Person } from '../sign-in/people.suite';
import { ask, HOST, ORIGIN, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { sessionApi, type SessionApiRequest } from './session-api.suite';

let gateway: GatewayWorld;
let admin: Person;
let branch: number;
const { sql, anotherAccount, verifiedDomain } = signIns(() => gateway);
const team = people(() => gateway);
const { send, addSubAccount } = sessionApi(() => gateway);

beforeAll(async () => {
  gateway = await startSignInWorld({ THROTTLE_BURST: '40', THROTTLE_RATE: '0.01' });
  admin = await team.add();
  branch = await addSubAccount('Branch');
});
afterAll(() => gateway.close());

const reviewsReceived = (): number => gateway.upstreams.reviews.requests.length;

describe('a request below /app/api', () => {
  it('reaches the service with the rights of the user in the sub account, and without the secrets of the browser', async () => {
    const headers = { authorization: 'Basic OnJrX3g=' };
    const answer = await send('GET', '/reviews/get?limit=2', { cookie: admin.cookie, headers });
    expect({ status: answer.status, body: answer.json() }).toEqual({
      status: 200,
      body: { service: 'reviews' },
    });
    const received = lastRequest(gateway, 'reviews');
    expect([received.path, received.query.get('limit')]).toEqual(['/public/v1/reviews/get', '2']);
    for (const name of ['cookie', 'authorization', 'x-sub-account'])
      expect(received.headers[name]).toBeUndefined();
    expect(await principalAt(gateway, 'reviews')).toMatchObject({
      account_id: 1,
      sub_account_id: 1,
      main: true,
      key_id: null,
      user_id: admin.id,
      role: 'admin',
    });
  });

  it('has the limits of a key of the same sub account', async () => {
    await sql('update gateway.sub_accounts set properties = 3 where id = $1', [branch]);
    await send('GET', '/reviews/get', { cookie: admin.cookie, subAccount: branch });
    const ofSession = await principalAt(gateway, 'reviews');
    const key = await gateway.addKey({ subAccountId: branch });
    await ask(gateway, '/public/v1/reviews/get', { headers: basic(key) });
    const ofKey = await principalAt(gateway, 'reviews');
    expect(ofSession).toMatchObject({ limits: ofKey.limits, sub_account_id: branch, main: false });
    expect(ofKey.user_id).toBeUndefined();
  });

  it('reaches an alias, and the operations of the gateway itself', async () => {
    expect((await send('GET', '/profiles/get', { cookie: admin.cookie })).json()).toEqual({
      service: 'channels',
    });
    expect(lastRequest(gateway, 'channels').path).toBe('/public/v1/channels/get');
    const account = await send('GET', '/account', { cookie: admin.cookie });
    expect(account.status).toBe(200);
    expect(account.headers['cache-control']).toBe('no-store');
    expect(account.json()).toMatchObject({ id: 1 });
  });

  it('gets the next page of a list below /app/api, of the gateway itself and of a service', async () => {
    await addSubAccount('Third');
    const own = await send('GET', '/account/subaccounts?limit=1', { cookie: admin.cookie });
    const next = own.headers['x-next-cursor'];
    expect(own.headers.link).toBe(
      `</app/api/account/subaccounts?limit=1&cursor=${String(next)}>; rel="next"`,
    );
    gateway.upstreams.channels.handle(() => ({
      body: {},
      headers: { link: '</public/v1/channels/get?cursor=9>; rel="next"' },
    }));
    const passedOn = await send('GET', '/channels/get', { cookie: admin.cookie });
    const ofKey = await ask(gateway, '/public/v1/channels/get', { headers: basic(gateway.apiKey) });
    expect([passedOn.headers.link, ofKey.headers.link]).toEqual([
      '</app/api/channels/get?cursor=9>; rel="next"',
      '</public/v1/channels/get?cursor=9>; rel="next"',
    ]);
    gateway.upstreams.channels.handle(() => ({ body: { service: 'channels' } }));
  });

  it('has the account and the user in the access log, and no key', async () => {
    const id = `of-the-dashboard-${process.pid}`;
    await send('GET', '/reviews/get', { cookie: admin.cookie, headers: { 'x-request-id': id } });
    const lines = await eventually(
      () => gateway.world.logs.requests().filter(({ request_id }) => request_id === id),
      (found) => found.length === 1,
      'the line of the request',
    );
    expect(lines[0]).toMatchObject({ account_id: 1, sub_account_id: 1, user_id: admin.id });
    expect(lines[0]?.key_id).toBeUndefined();
  });

  it('works while the API of the account is switched off, because a user switches it on again', async () => {
    await sql('update gateway.accounts set api_enabled = false where id = 1');
    const { status } = await send('GET', '/account', { cookie: admin.cookie });
    await sql('update gateway.accounts set api_enabled = true where id = 1');
    expect(status).toBe(200);
  });

  it.each(['/mcp', '/login/get_url', '/openapi.json', '/nonsense', ''])(
    'does not exist for the path "%s"',
    async (path) => {
      const answer = await send('POST', path, { cookie: admin.cookie, body: {} });
      expect(answer.status).toBe(404);
      expect(answer.json().msg).toContain(`/app/api${path} in this API`);
    },
  );
});

describe('a request below /app/api is refused', () => {
  async function refused(request: SessionApiRequest, method = 'POST'): Promise<[number, unknown]> {
    const before = reviewsReceived();
    const answer = await send(method, '/reviews/add', {
      body: method === 'POST' ? {} : undefined,
      ...request,
    });
    expect(reviewsReceived()).toBe(before);
    expect(answer.headers['www-authenticate']).toBeUndefined();
    return [answer.status, answer.json().code];
  }

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of the host', { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an unknown host', { host: 'elsewhere.localhost' }],
  ])('if it comes from %s', async (_source, headers) => {
    expect(await refused({ cookie: admin.cookie, headers })).toEqual([403, 'forbidden']);
    expect(await refused({ cookie: admin.cookie, headers }, 'GET')).toEqual([403, 'forbidden']);
  });

  it('without a session, also with a key', async () => {
    expect(await refused({})).toEqual([401, 'session_ended']);
    expect(await refused({ headers: basic(gateway.apiKey) })).toEqual([401, 'session_ended']);
    expect(await refused({ cookie: '__Host-sid=forged' })).toEqual([401, 'session_ended']);
  });

  it('at the API for keys, where a cookie counts nothing', async () => {
    const headers = { cookie: admin.cookie, 'x-sub-account': '1' };
    const answer = await ask(gateway, '/public/v1/reviews/get', { headers });
    expect([answer.status, answer.json().code]).toEqual([401, 'missing_key']);
    expect(answer.headers['www-authenticate']).toBeDefined();
  });

  it('without the header X-Sub-Account, and with one that is no id', async () => {
    expect(await refused({ cookie: admin.cookie, subAccount: null })).toEqual([400, 'missing_field']);
    for (const subAccount of ['0', '-1', '1e3', '1, 1', '9'.repeat(30), 'main'])
      expect(await refused({ cookie: admin.cookie, subAccount })).toEqual([404, 'not_found']);
  });

  it('for a sub account of another account, a deleted one and one that the user may not enter', async () => {
    const { email } = await anotherAccount('neighbour@example.com');
    const [theirs] = await sql<{ id: number }>(
      'select s.id from gateway.sub_accounts s join gateway.users u using (account_id) where u.email = $1',
      [email],
    );
    const deleted = await addSubAccount('Deleted');
    await sql('update gateway.sub_accounts set deleted_at = now() where id = $1', [deleted]);
    for (const subAccount of [theirs?.id, deleted, 999_999])
      expect(await refused({ cookie: admin.cookie, subAccount })).toEqual([404, 'not_found']);
    const limited = await team.add({ role_id: 3, sub_accounts: [branch] });
    expect(await refused({ cookie: limited.cookie, subAccount: 1 })).toEqual([404, 'not_found']);
    expect((await send('GET', '/reviews/get', { cookie: limited.cookie, subAccount: branch })).status).toBe(
      200,
    );
  });

  it('with the session of another host', async () => {
    await verifiedDomain('white.example');
    const there = { host: 'white.example', origin: 'http://white.example' };
    expect(await refused({ cookie: admin.cookie, headers: there })).toEqual([401, 'session_ended']);
  });

  it('once the user has signed out, is idle for too long, or is deleted', async () => {
    const signedOut = await team.add();
    await team.send(signedOut, 'DELETE', '/app/session');
    expect(await refused({ cookie: signedOut.cookie })).toEqual([401, 'session_ended']);
    const idle = await team.add();
    await sql("update gateway.sessions set last_seen_on = now() - interval '12 hours' where user_id = $1", [
      idle.id,
    ]);
    expect(await refused({ cookie: idle.cookie })).toEqual([401, 'session_ended']);
    const gone = await team.add();
    await sql('delete from gateway.users where id = $1', [gone.id]);
    expect(await refused({ cookie: gone.cookie })).toEqual([401, 'session_ended']);
  });

  it('while an admin must set up two-factor sign-in', async () => {
    await sql('update gateway.accounts set require_two_factor = true where id = 1');
    const answer = await send('GET', '/reviews/get', { cookie: admin.cookie });
    await sql('update gateway.accounts set require_two_factor = false where id = 1');
    expect([answer.status, answer.json()]).toEqual([
      403,
      expect.objectContaining({ required: 'two_factor' }),
    ]);
  });

  it('by an old browser if it comes from another origin, or if it changes something and names no origin', async () => {
    const statuses = async (headers: Record<string, string>): Promise<number[]> =>
      Promise.all(
        ['GET', 'DELETE'].map((method) => statusWithout(method, { ...headers, cookie: admin.cookie })),
      );
    expect(await statuses({})).toEqual([200, 403]);
    expect(await statuses({ origin: ORIGIN })).toEqual([200, 200]);
    expect(await statuses({ origin: 'http://other.localhost' })).toEqual([403, 403]);
    expect(await statuses({ origin: 'null' })).toEqual([403, 403]);
  });
});

describe('the right that a request below /app/api needs', () => {
  it('is asked of the role of the user, as of a key', async () => {
    const user = await team.add({ role_id: 2 });
    const answer = await send('GET', '/users/get', { cookie: user.cookie });
    expect([answer.status, answer.json().required]).toEqual([403, 'account:manage']);
    await send('POST', '/channels/add', { cookie: user.cookie, body: {} });
    const { scopes, role } = await principalAt(gateway, 'channels');
    expect([role, scopes.includes('channels:write')]).toEqual(['user', false]);
  });

  it('is missing in the main sub account for an admin of single sub accounts', async () => {
    const limited = await team.add({ sub_accounts: [1, branch] });
    const inMain = await send('GET', '/keys', { cookie: limited.cookie });
    expect([inMain.status, inMain.json().required]).toEqual([403, 'account:manage']);
    const inBranch = await send('GET', '/keys', { cookie: limited.cookie, subAccount: branch });
    expect(inBranch.status).toBe(200);
    expect(
      (inBranch.json().keys as { sub_account_id: number }[]).map((key) => key.sub_account_id),
    ).not.toContain(1);
    const account = await send('PUT', '/account', {
      cookie: limited.cookie,
      subAccount: branch,
      body: { company_name: 'Mine' },
    });
    expect([account.status, account.json().required]).toEqual([403, 'main_sub_account']);
  });
});

describe('the throttle of a signed-in user', () => {
  it('allows three times the burst of a key, and counts all sessions of the user', async () => {
    const person = await team.add();
    const second = String((await team.signIn(person)).headers['set-cookie']).split(';')[0];
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_one, at) =>
        send('GET', '/hello', { cookie: at % 2 ? person.cookie : second }),
      ),
    );
    expect(answers.map(({ status }) => status)).not.toContain(429);
    expect(answers[0]?.headers['ratelimit-limit']).toBe('120');
    const refused = await send('GET', '/hello', { cookie: person.cookie });
    expect([refused.status, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    expect((await send('GET', '/hello', { cookie: admin.cookie })).status).toBe(200);
  });
});

/** Sends a request without Sec-Fetch-Site, which older browsers do not know. Returns its status. */
function statusWithout(method: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(gateway.url);
  const sent = { host: HOST, 'x-sub-account': '1', ...headers };
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, method, path: '/app/api/reviews/get', headers: sent }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
