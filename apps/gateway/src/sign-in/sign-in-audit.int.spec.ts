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
const { sql, callApi, signInByPassword, signInByLink, linkToken, anotherAccount } = signIns(() => gateway);
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

/** Returns the entries that the API lists, newest first. */
async function listed(): Promise<Item[]> {
  const answer = await ask(gateway, '/public/v1/account/audit', { headers: basic(gateway.apiKey) });
  return answer.json().items as Item[];
}

const rows = (): Promise<{ text: string }[]> => sql("select to_jsonb(a) - 'id' as text from gateway.audit a");
const signOut = (cookie: string): Promise<PageAnswer> =>
  ask(gateway, '/app/session', { method: 'DELETE', headers: { cookie } });

const ownerEntry = (): object => ({
  actor: { type: 'user', id: owner, name: OWNER.email },
  target: { type: 'user', id: owner },
  before: null,
});

describe('the audit log of sign-ins', () => {
  it('records a sign-in by password and a sign-out with their request ids', async () => {
    const entered = await signInByPassword();
    const exited = await signOut(cookieOf(entered));
    const [signedOut, signedIn] = await listed();
    expect(signedIn).toMatchObject({
      ...ownerEntry(),
      action: 'user.signed_in',
      after: { by: 'password', host: HOST },
      request_id: entered.headers['x-request-id'],
    });
    expect(signedOut).toMatchObject({
      ...ownerEntry(),
      action: 'user.signed_out',
      after: { host: HOST },
      request_id: exited.headers['x-request-id'],
    });
  });

  it('records a sign-in by link with the key that requested the link', async () => {
    expect((await signInByLink(await linkToken())).status).toBe(200);
    const [key] = await sql<{ id: number }>('select min(id) as id from gateway.keys');
    expect((await listed())[0]).toMatchObject({
      ...ownerEntry(),
      action: 'user.signed_in',
      after: { by: 'link', host: HOST, key_id: key!.id },
    });
  });

  it('records a wrong password as the act of an anonymous actor', async () => {
    expect((await signInByPassword({ ...OWNER, password: 'not my password' })).status).toBe(400);
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'anonymous', id: null, name: null },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      before: null,
      after: { by: 'password', host: HOST },
    });
    expect((await signInByPassword()).status).toBe(200);
  });

  it('records a wrong password sent by an API client with its key', async () => {
    await callApi('/login/get_url', { ...OWNER, password: 'not my password' });
    const [key] = await sql<{ id: number }>('select min(id) as id from gateway.keys');
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'key', id: key!.id },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      after: { by: 'password', host: null },
    });
  });

  it('records an attempt with a link that was already used', async () => {
    const token = await linkToken();
    await signInByLink(token);
    expect((await signInByLink(token)).status).toBe(400);
    expect((await listed())[0]).toMatchObject({
      actor: { type: 'anonymous', id: null },
      action: 'user.sign_in_refused',
      target: { type: 'user', id: owner },
      after: { by: 'link', host: HOST },
    });
  });

  it('records nothing about the users of another account when a key asks for a link', async () => {
    const theirs = await anotherAccount('audited@example.com');
    const before = await rows();
    expect((await callApi('/login/get_url', theirs)).status).toBe(400);
    expect(await rows()).toEqual(before);
  });

  it('records a wrong password in the log of each account that has a user with the email', async () => {
    await anotherAccount('shared@example.com');
    await anotherAccount('shared@example.com');
    await signInByPassword({ email: 'shared@example.com', password: 'not my password' });
    const recorded = await sql<{ own: boolean }>(
      `select a.account_id = u.account_id as own from gateway.audit a join gateway.users u on u.id = a.target_id
        where a.action = 'user.sign_in_refused' and u.email = 'shared@example.com'`,
    );
    expect(recorded).toEqual([{ own: true }, { own: true }]);
  });

  it.each([
    [
      'a sign-in with an unknown email',
      () => signInByPassword({ email: 'nobody@example.com', password: OWNER.password }),
    ],
    ['an unknown link', () => signInByLink('x'.repeat(43))],
    ['a sign-out without a session', () => signOut('__Host-sid=nothing')],
    ['an invalid body', () => signInByPassword({ email: OWNER.email })],
    [
      'a sign-in from a page of another site',
      () => signInByPassword(OWNER, { 'sec-fetch-site': 'cross-site' }),
    ],
  ])('does not record %s', async (_what, attempt) => {
    const before = await rows();
    await attempt();
    expect(await rows()).toEqual(before);
  });

  it('records each failed attempt, but not those that the throttle refused', async () => {
    const theirs = await anotherAccount('flooded@example.com');
    const wrong = { ...theirs, password: 'not my password' };
    const attempts = await Promise.all(Array.from({ length: 8 }, () => signInByPassword(wrong)));
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(3);
    const [recorded] = await sql<{ count: number }>(
      `select count(*) from gateway.audit a join gateway.users u on u.id = a.target_id
        where a.action = 'user.sign_in_refused' and u.email = '${theirs.email}'`,
    );
    expect(Number(recorded!.count)).toBe(5);
  });

  it('records a sign-out only once if it is sent several times', async () => {
    const cookie = cookieOf(await signInByPassword());
    await Promise.all([signOut(cookie), signOut(cookie), signOut(cookie)]);
    const [signedOut, signedIn] = await listed();
    expect([signedOut!.action, signedIn!.action]).toEqual(['user.signed_out', 'user.signed_in']);
  });

  it('contains no password, no token and no unknown email', async () => {
    const token = await linkToken();
    const cookie = cookieOf(await signInByLink(token));
    await signInByPassword({ email: 'stranger@example.com', password: 'a password of theirs' });
    await signInByPassword({ ...OWNER, password: 'not my password' });
    await signOut(cookie);
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
