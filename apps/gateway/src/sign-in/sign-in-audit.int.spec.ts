import { basic, type GatewayWorld } from '../gateway-world.suite';
import {
  ask,
  cookieOf,
  HOST,
  OWNER,
  type PageAnswer,
  signIns,
  startSignInWorld,
} from './sign-in-world.suite';

let gateway: GatewayWorld;
const { sql, callApi, enter, enterOnce, linkToken, anotherAccount } = signIns(() => gateway);
let owner: number;

beforeAll(async () => {
  gateway = await startSignInWorld();
  const [user] = await sql<{ id: number }>('select id from gateway.users');
  owner = user!.id;
});
afterAll(() => gateway.close());

interface Item {
  actor: { type: string; id: number | null; name: string | null };
  action: string;
  target: { type: string; id: number | null };
  before: object | null;
  after: object | null;
  request_id: string | null;
}

/** What the API lists, newest first. */
async function listed(): Promise<Item[]> {
  const answer = await ask(gateway, '/public/v1/account/audit', { headers: basic(gateway.apiKey) });
  return answer.json().items as Item[];
}

const rows = (): Promise<{ text: string }[]> => sql("select to_jsonb(a) - 'id' as text from gateway.audit a");
const leave = (cookie: string): Promise<PageAnswer> =>
  ask(gateway, '/app/session', { method: 'DELETE', headers: { cookie } });

const ofOwner = (): object => ({
  actor: { type: 'user', id: owner, name: OWNER.email },
  target: { type: 'user', id: owner },
  before: null,
});

describe('the audit log', () => {
  it('tells who signed in by a password and out again, with the requests that did it', async () => {
    const entered = await enter();
    const left = await leave(cookieOf(entered));
    const [out, into] = await listed();
    expect(into).toMatchObject({
      ...ofOwner(),
      action: 'user.signed_in',
      after: { by: 'password', host: HOST },
      request_id: entered.headers['x-request-id'],
    });
    expect(out).toMatchObject({
      ...ofOwner(),
      action: 'user.signed_out',
      after: { host: HOST },
      request_id: left.headers['x-request-id'],
    });
  });

  it('tells of a sign-in by a link with the key that asked for it', async () => {
    expect((await enterOnce(await linkToken())).status).toBe(200);
    const [key] = await sql<{ id: number }>('select min(id) as id from gateway.keys');
    expect((await listed())[0]).toMatchObject({
      ...ofOwner(),
      action: 'user.signed_in',
      after: { by: 'link', host: HOST, key_id: key!.id },
    });
  });

  it('tells of a wrong password, and that nobody knows who sent it', async () => {
    expect((await enter({ ...OWNER, password: 'not my password' })).status).toBe(400);
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'anonymous', id: null, name: null },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      before: null,
      after: { by: 'password', host: HOST },
    });
    expect((await enter()).status).toBe(200);
  });

  it('tells of a wrong password that an API client sent', async () => {
    await callApi('/login/get_url', { ...OWNER, password: 'not my password' });
    const [key] = await sql<{ id: number }>('select min(id) as id from gateway.keys');
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'key', id: key!.id },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      after: { by: 'password', host: null },
    });
  });

  it('tells of a link that was used before', async () => {
    const token = await linkToken();
    await enterOnce(token);
    expect((await enterOnce(token)).status).toBe(400);
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'anonymous', id: null },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      after: { by: 'link', host: HOST },
    });
  });

  it('tells an account what others try on its users, and not who they are', async () => {
    const theirs = await anotherAccount('audited@example.com');
    await callApi('/login/get_url', theirs);
    const [row] = await sql<Record<string, unknown> & { target_id: number }>(
      `select a.actor_type, a.actor_id, a.actor_name, a.target_id, a.account_id = u.account_id as own
         from gateway.audit a join gateway.users u on u.id = a.target_id
        where a.action = 'user.sign_in_refused' and u.email = '${theirs.email}'`,
    );
    expect(row).toMatchObject({ actor_type: 'anonymous', actor_id: null, actor_name: null, own: true });
    expect((await listed()).map(({ target }) => target)).not.toContainEqual({
      type: 'user',
      id: row!.target_id,
    });
  });

  it.each([
    ['a sign-in of nobody', () => enter({ email: 'nobody@example.com', password: OWNER.password })],
    ['a link of nobody', () => enterOnce('x'.repeat(43))],
    ['a sign-out of nobody', () => leave('__Host-sid=nothing')],
    ['a body that is not valid', () => enter({ email: OWNER.email })],
    ['a page of another site', () => enter(OWNER, { 'sec-fetch-site': 'cross-site' })],
  ])('says nothing of %s', async (_what, attempt) => {
    const before = await rows();
    await attempt();
    expect(await rows()).toEqual(before);
  });

  it('has a row for each try that was judged, and none for those that the throttle refused', async () => {
    const theirs = await anotherAccount('flooded@example.com');
    const wrong = { ...theirs, password: 'not my password' };
    const tries = await Promise.all(Array.from({ length: 8 }, () => enter(wrong)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
    const [told] = await sql<{ count: number }>(
      `select count(*) from gateway.audit a join gateway.users u on u.id = a.target_id
        where a.action = 'user.sign_in_refused' and u.email = '${theirs.email}'`,
    );
    expect(Number(told!.count)).toBe(5);
  });

  it('tells once of a sign-out that was sent twice', async () => {
    const cookie = cookieOf(await enter());
    await Promise.all([leave(cookie), leave(cookie), leave(cookie)]);
    const [out, into] = await listed();
    expect([out!.action, into!.action]).toEqual(['user.signed_out', 'user.signed_in']);
  });

  it('holds no password, no token and no address of a stranger', async () => {
    const token = await linkToken();
    const cookie = cookieOf(await enterOnce(token));
    await enter({ email: 'stranger@example.com', password: 'a password of theirs' });
    await enter({ ...OWNER, password: 'not my password' });
    await leave(cookie);
    const text = JSON.stringify(await rows());
    for (const secret of [
      OWNER.password,
      'not my password',
      'a password of theirs',
      'stranger@example.com',
      'nobody@example.com',
      token,
      cookie.split('=')[1]!,
      '$argon2',
    ])
      expect(text).not.toContain(secret);
  });
});
