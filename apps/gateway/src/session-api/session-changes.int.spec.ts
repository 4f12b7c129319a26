import { administer, eventually } from '@plaudit/testing';
import { basic, type GatewayWorld } from '../gateway-world.suite';
import { people, type Person, type ProtectedPerson } from '../sign-in/people.suite';
import { ask, cookieOf, type PageAnswer, signIns, startSignInWorld } from '../sign-in/sign-in-world.suite';
import { sessionApi } from './session-api.suite';

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
        expect([path, refused.status, refused.json()]).toMatchObject([path, 403, { required: 'two_factor' }]);
      }
    }
    expect((await linkFor(person)).json()).toMatchObject({ code: 'forbidden', required: 'two_factor' });
    await team.protect(person);
    expect((await send('GET', '/keys', { cookie: person.cookie })).status).toBe(200);
    expect((await send('POST', '/keys', { cookie: person.cookie, body: { name: 'Mine' } })).status).toBe(201);
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
