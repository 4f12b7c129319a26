import { request as httpRequest } from 'node:http';
import { eventually, administer, type FixtureHandler } from '@plaudit/testing';
import { FAILING_CHANNELS_PATH, MAX_COUNTED_SUB_ACCOUNTS, WAITING_REVIEWS_PATH } from '@plaudit/contracts';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { lastRequest, principalAt } from '../proxy/received-requests.suite';
import { people, type Person, type ProtectedPerson } from '../sign-in/people.suite';
import {
  ask,
  HOST,
  ORIGIN,
  signIns,
  startSignInWorld,
  cookieOf,
  type PageAnswer,
} from '../sign-in/sign-in-world.suite';
import { sessionApi, type SessionApiRequest } from './session-api.suite';

describe('session api', () => {
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

  describe('the callback of a platform', () => {
    /** Sends the request with which a platform sends the browser back. */
    const sessionAt = async (
      cookie: string,
      headers: Record<string, string> = {},
      path = '/oauth/callback/x',
    ) => {
      const sent = { 'sec-fetch-site': 'cross-site', ...(cookie ? { cookie } : {}), ...headers };
      const { status } = await ask(gateway, `${path}?code=1`, { headers: sent });
      const service = path.startsWith('/oauth') ? 'channels' : 'invitations';
      const { session, ...others } = await principalAt(gateway, service);
      expect([status, others.scopes, others.account_id, others.names]).toEqual([
        200,
        ['public'],
        0,
        undefined,
      ]);
      expect(lastRequest(gateway, service).headers.cookie).toBeUndefined();
      return session;
    };

    it('gets the session of the browser and no rights, and no other public path gets it', async () => {
      await send('GET', '/channels/get', { cookie: admin.cookie });
      const { session } = await principalAt(gateway, 'channels');
      expect(session).toEqual({ ref: expect.stringMatching(/./), by_link: false, has_proof: true });
      expect(await sessionAt(admin.cookie)).toEqual(session);
      expect(await sessionAt(admin.cookie, {}, '/i/x')).toBeUndefined();
    });

    it('gets no session without a cookie, with an unknown one, on another host or after the sign-out', async () => {
      const [person, elsewhere] = [await team.add(), await team.add()];
      await sql("update gateway.sessions set host = 'white.example' where user_id = $1", [elsewhere.id]);
      for (const cookie of ['', `${person.cookie}x`, elsewhere.cookie])
        expect(await sessionAt(cookie)).toBeUndefined();
      expect(await sessionAt(person.cookie, { host: 'unknown.example' })).toBeUndefined();
      expect(await sessionAt(person.cookie)).toBeDefined();
      await team.send(person, 'DELETE', '/app/session');
      expect(await sessionAt(person.cookie)).toBeUndefined();
    });

    it('gets no session of an admin who must set up two-factor sign-in', async () => {
      await sql('update gateway.accounts set require_two_factor = true where id = 1');
      const session = await sessionAt(admin.cookie);
      await sql('update gateway.accounts set require_two_factor = false where id = 1');
      expect(session).toBeUndefined();
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
});

describe('session changes', () => {
  let gateway: GatewayWorld;

  let admin: Person;

  let branch: number;

  const { sql, callApi, signInByLink, tokenIn } = signIns(() => gateway);

  const team = people(() => gateway);

  const { send, addSubAccount } = sessionApi(() => gateway);

  beforeAll(async () => {
    gateway = await startSignInWorld({ MAX_IN_FLIGHT_PER_KEY: '2' });
    admin = await team.add();
    branch = await addSubAccount('Branch');
  });

  afterAll(() => gateway.close());

  describe('the audit log', () => {
    const newest = async (): Promise<object> =>
      (
        await sql(
          'select actor_type, actor_id, actor_name, action, target_id from gateway.audit order by id desc limit 1',
        )
      )[0] ?? {};

    it('names the user as the actor of a change that another service makes', async () => {
      gateway.upstreams.webhooks.handle(() => ({ body: { id: 77 } }));
      expect((await send('POST', '/webhooks/add', { cookie: admin.cookie, body: {} })).status).toBe(200);
      expect(await newest()).toEqual({
        actor_type: 'user',
        actor_id: admin.id,
        actor_name: admin.email,
        action: 'webhook.created',
        target_id: 77,
      });
    });

    it('names the user as the actor of a change that the gateway makes, and as the maker of a key', async () => {
      const added = await send('POST', '/keys', {
        cookie: admin.cookie,
        subAccount: branch,
        body: { name: 'Till', role: 'user' },
      });
      expect(added.status).toBe(201);
      expect(added.json()).toMatchObject({
        sub_account_id: branch,
        created_by: { type: 'user', id: admin.id },
      });
      expect(await newest()).toMatchObject({
        actor_type: 'user',
        actor_id: admin.id,
        action: 'key.created',
        target_id: added.json().id,
      });
    });

    it('names the user whose right was refused', async () => {
      const user = await team.add({ role_id: 2 });
      const refused = await send('GET', '/users/get', { cookie: user.cookie });
      expect([refused.status, refused.json().msg]).toEqual([
        403,
        'You do not have the right account:manage in this sub account; ask an administrator.',
      ]);
      expect(await newest()).toMatchObject({
        actor_type: 'user',
        actor_id: user.id,
        action: 'access.refused',
      });
    });
  });

  describe('the requests in flight of a signed-in user', () => {
    it('are limited as those of a key', async () => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      gateway.upstreams.reports.handle(() => released.then(() => ({ body: {} })));
      const ask = (cookie: string) => send('GET', '/reports/ratings', { cookie });
      const waiting = [ask(admin.cookie), ask(admin.cookie)];
      await eventually(
        () => gateway.upstreams.reports.requests.length,
        (count) => count === 2,
        'two requests at the service',
      );
      const refused = await ask(admin.cookie);
      expect([refused.status, refused.json().msg]).toEqual([429, expect.stringContaining('This user has 2')]);
      const other = ask((await team.add()).cookie);
      release();
      const statuses = (await Promise.all([...waiting, other])).map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200]);
    });
  });

  describe('a repeated request below /app/api', () => {
    it('with the same Idempotency-Key gets the same response, and another user gets one of their own', async () => {
      const other = await team.add();
      const add = (cookie: string) =>
        send('POST', '/users', {
          cookie,
          headers: { 'idempotency-key': 'once' },
          body: { email: `${cookie.slice(-8)}@example.com`, password: 'a password of theirs', role_id: 2 },
        });
      const first = await add(admin.cookie);
      const again = await add(admin.cookie);
      expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
      expect(again.json()).toEqual(first.json());
      const theirs = await add(other.cookie);
      expect(theirs.headers['idempotency-replayed']).toBeUndefined();
      expect(theirs.json().id).not.toBe(first.json().id);
    });
  });

  describe('two-factor sign-in that the account requires of admins', () => {
    let owner: ProtectedPerson;
    beforeEach(async () => {
      owner = await team.addProtected();
    });
    afterEach(() => sql('update gateway.accounts set require_two_factor = false'));
    const require = (): Promise<PageAnswer> =>
      send('PUT', '/account', { cookie: owner.cookie, body: { require_two_factor: true } });
    const linkFor = ({ email, password }: Person): Promise<PageAnswer> =>
      callApi('/login/get_url', { email, password });

    it('leaves an admin without it nothing but the setup, in old and new sessions', async () => {
      const person = await team.add();
      expect((await require()).status).toBe(200);
      for (const cookie of [person.cookie, cookieOf(await team.signIn(person))]) {
        const passwords = { current_password: person.password, new_password: 'a longer password' };
        const requests: [string, string, object?][] = [
          ['GET', '/app/api/keys'],
          ['POST', '/app/api/keys', { name: 'Mine' }],
          ['PUT', '/app/api/account', { require_two_factor: false }],
          ['GET', '/app/sessions'],
          ['DELETE', '/app/sessions'],
          ['PUT', '/app/password', passwords],
          ['PUT', '/app/session/preferences', { language: 'fr' }],
          ['GET', '/app/mailbox/mails'],
        ];
        for (const [method, path, body] of requests) {
          const headers = { cookie, 'x-sub-account': '1' };
          const refused = await ask(gateway, path, { method, body, headers });
          expect([path, refused.status, refused.json()]).toMatchObject([
            path,
            403,
            { required: 'two_factor' },
          ]);
        }
      }
      expect((await linkFor(person)).json()).toMatchObject({ code: 'forbidden', required: 'two_factor' });
      await team.protect(person);
      expect((await send('GET', '/keys', { cookie: person.cookie })).status).toBe(200);
      expect((await send('POST', '/keys', { cookie: person.cookie, body: { name: 'Mine' } })).status).toBe(
        201,
      );
    });

    it('also limits the session of a link that was made before', async () => {
      const link = await linkFor(await team.add());
      await require();
      const cookie = cookieOf(await signInByLink(tokenIn(link.json().url)));
      expect((await send('GET', '/keys', { cookie })).json()).toMatchObject({ required: 'two_factor' });
    });

    it('does not limit users who are not admins', async () => {
      await require();
      const editor = await team.add({ role_id: 3 });
      expect((await team.send(editor, 'GET', '/app/sessions')).status).toBe(200);
      expect((await linkFor(editor)).status).toBe(200);
    });

    it('is switched on by an admin key of the main sub account only, which needs no code then', async () => {
      const change = async (key: string): Promise<number> => {
        const headers = basic(key);
        const body = { require_two_factor: true };
        return (await ask(gateway, '/public/v1/account', { method: 'PUT', headers, body })).status;
      };
      expect(await change(await gateway.addKey({ role: 'user', accountManagement: true }))).toBe(403);
      expect(await change(gateway.apiKey)).toBe(200);
      expect((await ask(gateway, '/public/v1/hello', { headers: basic(gateway.apiKey) })).status).toBe(200);
    });
  });

  describe('the preferences of a user', () => {
    const prefer = (person: Person, body: object): Promise<PageAnswer> =>
      team.send(person, 'PUT', '/app/session/preferences', body);
    const preferred = async (person: Person): Promise<object> => {
      const { session } = (await team.send(person, 'GET', '/app/session')).json() as {
        session: { user: { language: unknown; time_zone: unknown } };
      };
      return [session.user.language, session.user.time_zone];
    };

    it('do not wait for a change of the account', async () => {
      const person = await team.add();
      await administer(gateway.world.databaseUrl('gateway'), async (other) => {
        await other.query('begin');
        await other.query('select from gateway.accounts for no key update');
        expect((await prefer(person, { language: 'it' })).status).toBe(200);
        await other.query('commit');
      });
      expect(await preferred(person)).toEqual(['it', null]);
    });

    it('are stored one by one, for this user only, and are in the audit log', async () => {
      const [person, other] = [await team.add({ role_id: 2, sub_accounts: [branch] }), await team.add()];
      expect((await prefer(person, { language: 'fr', time_zone: 'Europe/Paris' })).json()).toEqual({
        success: true,
      });
      expect((await prefer(person, { language: 'de' })).status).toBe(200);
      expect(await preferred(person)).toEqual(['de', 'Europe/Paris']);
      expect(await preferred(other)).toEqual([null, null]);
      expect(await team.actionsOn(person)).toEqual(expect.arrayContaining(['user.updated', 'user.updated']));
      const before = (await team.actionsOn(person)).length;
      expect((await prefer(person, { language: 'de' })).status).toBe(200);
      expect(await team.actionsOn(person)).toHaveLength(before);
    });

    it('have the zone of each browser again after null', async () => {
      const person = await team.add();
      expect((await prefer(person, { language: 'fr', time_zone: 'Europe/Paris' })).status).toBe(200);
      expect((await prefer(person, { time_zone: null })).status).toBe(200);
      expect(await preferred(person)).toEqual(['fr', null]);
    });

    it.each([
      [{ language: 'tlh' }, 'language'],
      [{ language: null }, 'language'],
      [{ time_zone: '+02:00' }, 'time_zone'],
      [{ time_zone: 'x'.repeat(10_000) }, 'time_zone'],
      [{ language: ['fr'] }, 'language'],
    ])('cannot be %j', async (body, field) => {
      const person = await team.add({ role_id: 2 });
      const refused = await prefer(person, body);
      expect([refused.status, refused.json().field]).toEqual([400, field]);
      expect(await preferred(person)).toEqual([null, null]);
    });

    it('are closed to other sites and without a session', async () => {
      const request = { method: 'PUT', body: { language: 'fr' } };
      expect((await ask(gateway, '/app/session/preferences', request)).status).toBe(401);
      const headers = { cookie: admin.cookie, 'sec-fetch-site': 'same-site' };
      expect((await ask(gateway, '/app/session/preferences', { ...request, headers })).status).toBe(403);
      expect(await preferred(admin)).toEqual([null, null]);
    });
  });
});

const codeOf = (answer: PageAnswer): unknown => (answer.status < 300 ? 'success' : answer.json().code);

describe('the session of a person', () => {
  let gateway: GatewayWorld;
  beforeAll(async () => (gateway = await startSignInWorld()));
  afterAll(() => gateway.close());

  describe('session proof', () => {
    const { sql, signInByLink, callApi, tokenIn } = signIns(() => gateway);

    const team = people(() => gateway);

    const { send, addSubAccount } = sessionApi(() => gateway);

    const prove = (person: Person, proof: object): Promise<PageAnswer> =>
      team.send(person, 'POST', '/app/session/proof', proof);

    const describeSession = async (cookie: string): Promise<Record<string, unknown>> =>
      (await ask(gateway, '/app/session', { headers: { cookie } })).json();

    /** Makes the last proof of this user ten minutes old. */
    const age = (person: Person): Promise<object[]> =>
      sql("update gateway.sessions set proved_on = now() - interval '10 minutes' where user_id = $1", [
        person.id,
      ]);

    describe('a proof of the password', () => {
      let admin: Person;
      let target: Person;
      let key: { id: number };
      let branch: number;

      beforeEach(async () => {
        admin = await team.add();
        target = await team.add({ role_id: 2 });
        key = (
          await callApi('/keys', {
            name: 'Till',
            role: 'user',
            expires_on: '2099-01-31 18:00:00',
            allowed_ips: ['192.0.2.0/24'],
          })
        ).json() as typeof key;
        branch = await addSubAccount('Branch');
        await age(admin);
      });

      /** What a stolen session must not do. */
      const changes: [string, () => [string, string, object?]][] = [
        ['a key of an admin', () => ['POST', '/keys', { name: 'Mine', role: 'admin' }]],
        [
          'a key with account management',
          () => ['POST', '/keys', { name: 'Mine', account_management: true }],
        ],
        ['a key with the fewest rights', () => ['POST', '/keys', { name: 'Mine', scopes: ['reviews:read'] }]],
        ['a key that never expires', () => ['PUT', `/keys/${key.id}`, { expires_on: null }]],
        ['a key that expires later', () => ['PUT', `/keys/${key.id}`, { expires_on: '2099-02-01' }]],
        ['a key that works from everywhere', () => ['PUT', `/keys/${key.id}`, { allowed_ips: [] }]],
        [
          'a key that works from another address',
          () => ['PUT', `/keys/${key.id}`, { allowed_ips: ['192.0.2.0/24', '198.51.100.7'] }],
        ],
        ['the end of a key', () => ['DELETE', `/keys/${key.id}`]],
        ['the end of a sub account', () => ['DELETE', `/account/subaccount/${branch}`]],
        [
          'another user of any role',
          () => [
            'POST',
            '/users',
            { email: `${admin.id}@example.net`, password: 'a password of theirs', role_id: 3 },
          ],
        ],
        [
          'another admin',
          () => [
            'POST',
            '/users',
            { email: `${admin.id}@example.org`, password: 'a password of theirs', role_id: 1 },
          ],
        ],
        ['the password of a user', () => ['PUT', `/users/${target.id}`, { password: 'another password' }]],
        ['the role of a user', () => ['PUT', `/users/${target.id}`, { role_id: 3 }]],
        ['their own password', () => ['PUT', `/users/${admin.id}`, { password: 'another password' }]],
        ['the end of a user', () => ['DELETE', `/users/${target.id}`]],
        ['a new sign-in domain', () => ['PUT', '/account', { vanity_url: `d${admin.id}.example.org` }]],
        ['the end of the API', () => ['PUT', '/account', { api_enabled: false }]],
      ];

      it.each(changes)('is needed for %s, and lasts for ten minutes', async (_what, change) => {
        const [method, path, body] = change();
        const attempt = (): Promise<PageAnswer> => send(method, path, { cookie: admin.cookie, body });
        const refused = await attempt();
        expect([refused.status, codeOf(refused)]).toEqual([403, 'proof_required']);
        expect((await prove(admin, { password: admin.password })).status).toBe(200);
        expect(codeOf(await attempt())).toBe('success');
        await sql('update gateway.accounts set api_enabled = true, vanity_url = null');
      });

      it('is not needed for what changes nobody’s access or can be undone by any admin', async () => {
        for (const [method, path, body] of [
          ['PUT', `/keys/${key.id}`, { name: 'Shop', expires_on: '2099-01-30', allowed_ips: ['192.0.2.7'] }],
          ['POST', '/account/subaccount', { name: 'South' }],
          ['PUT', `/account/subaccount/${branch}`, { name: 'East' }],
          ['PUT', `/users/${target.id}`, { name: 'Ida' }],
          ['PUT', '/account', { company_name: 'Acme Agency', api_enabled: true }],
        ] as const)
          expect(codeOf(await send(method, path, { cookie: admin.cookie, body }))).toBe('success');
      });

      it('is needed to switch the two-factor sign-in of a user off, and the rule for admins', async () => {
        const guarded = await team.addProtected();
        const careful = await team.addProtected();
        await age(careful);
        const reset = (): Promise<PageAnswer> =>
          send('DELETE', `/users/${guarded.id}/two_factor`, { cookie: careful.cookie });
        const rule = (on: boolean): Promise<PageAnswer> =>
          send('PUT', '/account', { cookie: careful.cookie, body: { require_two_factor: on } });
        expect([codeOf(await rule(true)), codeOf(await rule(false)), codeOf(await reset())]).toEqual([
          'success',
          'proof_required',
          'proof_required',
        ]);
        const code = await team.code(careful);
        expect(codeOf(await prove(careful, { password: careful.password }))).toBe('two_factor_required');
        expect(codeOf(await prove(careful, { password: careful.password, code }))).toBe('success');
        expect([codeOf(await rule(false)), codeOf(await reset())]).toEqual(['success', 'success']);
      });

      it('is no reason to let an admin without two-factor sign-in require it of all', async () => {
        await prove(admin, { password: admin.password });
        const answer = await send('PUT', '/account', {
          cookie: admin.cookie,
          body: { require_two_factor: true },
        });
        expect([answer.status, answer.json()]).toEqual([
          403,
          expect.objectContaining({ field: 'require_two_factor', required: 'two_factor' }),
        ]);
      });

      it('is not needed by a key, which proves itself with every request', async () => {
        expect((await callApi('/keys', { name: 'Made by a key', role: 'admin' })).status).toBe(201);
      });

      it('is refused with a wrong password, which counts as a failed sign-in', async () => {
        expect(codeOf(await prove(admin, { password: 'not mine' }))).toBe('invalid_credentials');
        expect(await team.actionsOn(admin)).toContain('user.sign_in_refused');
        for (let tries = 1; tries < 5; tries += 1) await prove(admin, { password: 'not mine' });
        expect((await prove(admin, { password: admin.password })).status).toBe(429);
        expect(codeOf(await send('DELETE', `/users/${target.id}`, { cookie: admin.cookie }))).toBe(
          'proof_required',
        );
      });

      it('is refused without a session and from other sites', async () => {
        const body = { password: admin.password };
        expect((await ask(gateway, '/app/session/proof', { method: 'POST', body })).status).toBe(401);
        const headers = { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' };
        expect((await ask(gateway, '/app/session/proof', { method: 'POST', body, headers })).status).toBe(
          403,
        );
      });

      it('comes with a sign-in by password, and not with one by link', async () => {
        const fresh = await team.add();
        const request = { cookie: fresh.cookie, body: { name: 'Mine', role: 'admin' } };
        expect(codeOf(await send('POST', '/keys', request))).toBe('success');
        const link = await callApi('/login/get_url', { email: fresh.email, password: fresh.password });
        const cookie = cookieOf(await signInByLink(tokenIn(link.json().url)));
        expect(codeOf(await send('POST', '/keys', { ...request, cookie }))).toBe('proof_required');
      });

      it('leaves no entry about a refused right in the audit log when it is missing', async () => {
        await send('DELETE', `/users/${target.id}`, { cookie: admin.cookie });
        const entries = await sql(
          "select 1 from gateway.audit where action = 'access.refused' and actor_id = $1",
          [admin.id],
        );
        expect(entries).toEqual([]);
      });
    });

    describe('GET /app/session', () => {
      it('describes the user, the account and the proof, and nothing without a session', async () => {
        const person = await team.add({ name: 'Ida' });
        const { session } = await describeSession(person.cookie);
        expect(session).toEqual({
          user: {
            id: person.id,
            name: 'Ida',
            email: person.email,
            role: 'admin',
            two_factor: false,
            language: null,
            time_zone: null,
          },
          account: { id: 1, name: expect.any(String) },
          scopes: expect.arrayContaining(['reviews:read', 'account:manage']),
          main: true,
          sub_account_id: 1,
          sub_account_count: expect.any(Number),
          must_set_up_two_factor: false,
          has_mailbox: false,
          mail_delivery: 'none',
          api_enabled: true,
          proved_until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          // This gateway runs without NATS.
          live_position: null,
        });
        await age(person);
        expect(await describeSession(person.cookie)).toMatchObject({ session: { proved_until: null } });
        expect(await describeSession('')).toEqual({ success: true, session: null });
        expect(await describeSession('__Host-sid=forged')).toEqual({ success: true, session: null });
      });

      it('names the first sub account that a limited user may enter, and lists only these', async () => {
        const [north, south] = [await addSubAccount('North'), await addSubAccount('South')];
        const person = await team.add({ role_id: 3, sub_accounts: [south, north] });
        expect(await describeSession(person.cookie)).toMatchObject({
          session: { main: false, sub_account_id: north, sub_account_count: 2 },
        });
        const list = async (query: string): Promise<object> =>
          (await team.send(person, 'GET', `/app/session/sub_accounts${query}`)).json();
        const [one, other] = [
          { id: north, name: 'North', main: false, channels: 0 },
          { id: south, name: 'South', main: false, channels: 0 },
        ];
        expect(await list('')).toEqual({ success: true, items: [one, other], next_cursor: null });
        expect(await list('?limit=1')).toEqual({ success: true, items: [one], next_cursor: north });
        expect(await list(`?cursor=${north}`)).toMatchObject({ items: [other] });
        expect(await list('?q=sou')).toMatchObject({ items: [other] });
        expect(await list('?limit=0')).toMatchObject({ success: false, code: 'validation_failed' });
      });

      it('is refused to other sites, and tells an admin who must set up two-factor sign-in so', async () => {
        const person = await team.add();
        const headers = { cookie: person.cookie, 'sec-fetch-site': 'same-site' };
        expect((await ask(gateway, '/app/session', { headers })).status).toBe(403);
        await sql('update gateway.accounts set require_two_factor = true where id = 1');
        const { session } = await describeSession(person.cookie);
        const list = await team.send(person, 'GET', '/app/session/sub_accounts');
        await sql('update gateway.accounts set require_two_factor = false where id = 1');
        expect(session).toMatchObject({ must_set_up_two_factor: true });
        expect(list.status).toBe(403);
      });
    });

    describe('a sign-in with remember', () => {
      it('keeps the user signed in for 30 days, also after the browser was closed', async () => {
        const { email, password, id } = await team.add();
        const body = { email, password, remember: true };
        const answer = await ask(gateway, '/app/session', { method: 'POST', body });
        const [cookie] = [answer.headers['set-cookie']].flat();
        expect(cookie).toContain('; Max-Age=2592000');
        await sql(
          "update gateway.sessions set last_seen_on = now() - interval '29 days' where user_id = $1 and remembered",
          [id],
        );
        expect(await describeSession(cookieOf(answer))).toMatchObject({ session: { user: { id } } });
        await sql(
          "update gateway.sessions set last_seen_on = now() - interval '30 days' where user_id = $1",
          [id],
        );
        expect(await describeSession(cookieOf(answer))).toEqual({ success: true, session: null });
      });

      it('is needed for a cookie that outlives the browser', async () => {
        const { email, password } = await team.add();
        const [cookie] = [(await team.signIn({ email, password })).headers['set-cookie']].flat();
        expect(cookie).not.toContain('Max-Age');
        const wrong = await ask(gateway, '/app/session', {
          method: 'POST',
          body: { email, password, remember: 'yes' },
        });
        expect(wrong.json()).toMatchObject({ code: 'validation_failed', field: 'remember' });
      });
    });

    describe('the dashboard', () => {
      it('is replaced by a page that says so if it was not built', async () => {
        const page = await ask(gateway, '/app/reviews', { headers: { accept: 'text/html' } });
        expect([page.status, page.headers['cache-control']]).toEqual([503, 'no-store']);
        expect(page.text).toContain('The dashboard was not built');
      });
    });
  });

  describe('GET /app/session/sub_accounts?counts=1', () => {
    let north: number;
    let south: number;
    let person: Person;
    const { sql } = signIns(() => gateway);
    const team = people(() => gateway);
    const { addSubAccount } = sessionApi(() => gateway);

    beforeAll(async () => {
      [north, south] = [await addSubAccount('North'), await addSubAccount('South')];
      person = await team.add({ role_id: 3, sub_accounts: [north, south] });
    });

    const list = async (query = '', of = person): Promise<Record<string, unknown>> =>
      (await team.send(of, 'GET', `/app/session/sub_accounts?counts=1${query}`)).json();
    const counted = async (): Promise<unknown[]> =>
      ((await list()).items as Record<string, unknown>[]).map((item) => [
        item.name,
        item.waiting_reviews,
        item.failing_channels,
      ]);

    function answer(reviews: ReturnType<FixtureHandler>, channels: ReturnType<FixtureHandler>): void {
      gateway.upstreams.reviews.handle(() => reviews);
      gateway.upstreams.channels.handle(() => channels);
    }

    it('has what reviews and channels count, and asks only about the sub accounts of the user', async () => {
      const [theirs, others] = [
        { id: south, count: 38 },
        { id: 1, count: 7 },
      ];
      answer({ body: { counts: [theirs, others] } }, { body: { counts: [{ id: north, count: 2 }] } });
      expect(await counted()).toEqual([
        ['North', 0, 2],
        ['South', 38, 0],
      ]);
      for (const [service, path] of [
        ['reviews', WAITING_REVIEWS_PATH],
        ['channels', FAILING_CHANNELS_PATH],
      ] as const) {
        const received = lastRequest(gateway, service);
        expect([received.path, received.json()]).toEqual([path, { ids: [north, south] }]);
        expect(received.headers.cookie).toBeUndefined();
        const principal = await principalAt(gateway, service);
        expect(principal).toMatchObject({ account_id: 1, main: false, key_id: null, user_id: person.id });
        expect(principal.scopes).not.toContain('account:manage');
      }
    });

    it('has no counts of a service that fails, or that is of an older release', async () => {
      answer('reset', { body: { counts: [] } });
      expect(await counted()).toEqual([
        ['North', null, 0],
        ['South', null, 0],
      ]);
      answer({ body: { counts: [] } }, { status: 404, body: { success: false, code: 'not_found' } });
      expect(await counted()).toEqual([
        ['North', 0, null],
        ['South', 0, null],
      ]);
    });

    it('asks about one page of at most 50 sub accounts', async () => {
      await sql(
        "insert into gateway.sub_accounts (account_id, name) select 1, 'Many' from generate_series(1, 51)",
      );
      answer({ body: { counts: [] } }, { body: { counts: [] } });
      const page = await list('&q=many', await team.add());
      expect(page).toMatchObject({ success: true, next_cursor: expect.any(Number) as unknown });
      expect(page.items).toHaveLength(MAX_COUNTED_SUB_ACCOUNTS);
      expect(lastRequest(gateway, 'reviews').json<{ ids: number[] }>().ids).toHaveLength(50);
      expect(await list('&limit=50')).toMatchObject({ success: true });
      expect(await list('&limit=51')).toMatchObject({ code: 'validation_failed', field: 'limit' });
      const unknown = await team.send(person, 'GET', '/app/session/sub_accounts?counts=all');
      expect([unknown.status, unknown.json().field]).toEqual([400, 'counts']);
    });

    it('asks nobody without counts, or if no name contains the text', async () => {
      const { requests } = gateway.upstreams.reviews;
      const before = requests.length;
      await team.send(person, 'GET', '/app/session/sub_accounts');
      expect(await list('&q=nowhere')).toEqual({ success: true, items: [], next_cursor: null });
      expect(requests).toHaveLength(before);
    });
  });
});
