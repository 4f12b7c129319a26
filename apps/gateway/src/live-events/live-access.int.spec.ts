import { accountChanged, widgetChanged } from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { buildEvent, eventually } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';
import { people, type Person } from '../sign-in/people.suite';
import { ask, cookieOf, signIns } from '../sign-in/sign-in-world.suite';
import {
  type ListenOptions,
  LiveStream,
  Producer,
  refusal,
  startLiveWorld,
  twoSubAccounts,
} from './live-events.suite';

const PER_USER = 20;
const PER_ACCOUNT = 30;

let gateway: GatewayWorld;
let replica: RunningServices;
let producer: Producer;
let owner: string;
let account: { id: number; main: number; second: number };
const { sql, anotherAccount, signInByPassword } = signIns(() => gateway);
const staff = people(() => gateway);
const streams: LiveStream[] = [];

beforeAll(async () => {
  gateway = await startLiveWorld({
    // 0 must not refuse every stream.
    MAX_EVENT_STREAMS: '0',
    MAX_EVENT_STREAMS_PER_ACCOUNT: String(PER_ACCOUNT),
    EVENT_HEARTBEAT_MS: '300',
  });
  replica = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
  producer = await Producer.connect(gateway.world.natsUrl);
  account = await twoSubAccounts(gateway);
  owner = cookieOf(await signInByPassword());
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  await producer.close();
  await replica.close();
  await gateway.close();
});

const keyHeaders = () => ({ authorization: `Bearer ${gateway.apiKey}` });

async function listen(cookie = owner, url = gateway.url, subAccount = account.main): Promise<LiveStream> {
  const stream = await LiveStream.open(url, { subAccount, cookie });
  streams.push(stream);
  return stream;
}

const refused = (options: Partial<ListenOptions> = {}) =>
  refusal(gateway.url, { subAccount: account.main, cookie: owner, ...options });

describe('the request for a stream', () => {
  it.each([
    ['of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    [
      'of a sibling domain',
      { headers: { 'sec-fetch-site': 'same-site', origin: 'http://evil.plaudit.localhost' } },
    ],
    ['to another host', { headers: { host: 'evil.example.com' } }],
  ])('is refused with 403 if it is %s', async (_what, options) => {
    expect(await refused(options)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it.each([
    ['without a cookie', { cookie: '' }],
    ['with an unknown session', { cookie: `__Host-sid=${'a'.repeat(43)}` }],
  ])('is refused with 401 %s, and no browser opens its own dialog', async (_what, options) => {
    const { status, code, headers } = await refused(options);
    expect([status, code, headers['www-authenticate']]).toEqual([401, 'session_ended', undefined]);
  });

  it('is refused with 401 for an API key', async () => {
    const authorization = `Bearer ${gateway.apiKey}`;
    expect(await refused({ cookie: '', headers: { authorization } })).toMatchObject({ status: 401 });
  });

  it('is refused with 404 for a sub account that the user may not enter, or that does not exist', async () => {
    const limited = await staff.add({ sub_accounts: [account.main] });
    expect(await refused({ cookie: limited.cookie })).toMatchObject({ status: 200 });
    for (const subAccount of [account.second, 999_999]) {
      expect(await refused({ cookie: limited.cookie, subAccount })).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  });

  it.each([
    ['', 'missing_field'],
    ['?sub_account=', 'validation_failed'],
    ['?sub_account=1%20or%201', 'validation_failed'],
    ['?sub_account=99999999999999999999', 'validation_failed'],
  ])('is refused with 400 for the query "%s"', async (query, code) => {
    const answer = await ask(gateway, `/app/events${query}`, { headers: { cookie: owner } });
    expect([answer.status, answer.json().code]).toEqual([400, code]);
  });

  it('has an answer without a stream if its method is HEAD', async () => {
    const path = `/app/events?sub_account=${account.main}`;
    const answer = await ask(gateway, path, { method: 'HEAD', headers: { cookie: owner } });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('is refused with 429 if the user has 20 streams open, until one of them ends', async () => {
    const busy = await staff.add();
    const open = await Promise.all(Array.from({ length: PER_USER }, () => listen(busy.cookie)));
    expect(await refused({ cookie: busy.cookie })).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await refused()).toMatchObject({ status: 200 });
    open[0]!.close();
    await eventually(
      () => refused({ cookie: busy.cookie }),
      ({ status }) => status === 200,
      'a place for another stream',
    );
  });

  it('is refused with 429 if the account has all its streams open, which leaves other accounts theirs', async () => {
    const busy = await anotherAccount('busy@example.com');
    const colleague = { ...busy, email: 'colleague@example.com' };
    const [theirs] = await sql<{ id: number }>(
      `with added as (
         insert into gateway.users (account_id, email, password_hash, role)
         select account_id, $2, password_hash, role from gateway.users where email = $1 returning account_id
       )
       select s.id::int from added join gateway.sub_accounts s using (account_id)`,
      [busy.email, colleague.email],
    );
    const { id: subAccount } = theirs!;
    const [one, other] = [
      cookieOf(await signInByPassword(busy)),
      cookieOf(await signInByPassword(colleague)),
    ];
    const fill = (cookie: string, length: number) =>
      Promise.all(Array.from({ length }, () => listen(cookie, gateway.url, subAccount)));
    const [first] = [...(await fill(one, PER_USER)), ...(await fill(other, PER_ACCOUNT - PER_USER))];
    expect(await refused({ cookie: other, subAccount })).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await refused()).toMatchObject({ status: 200 });
    first!.close();
    await eventually(
      () => refused({ cookie: other, subAccount }),
      ({ status }) => status === 200,
      'a place for another stream of the account',
    );
  });
});

describe('the streams of a session', () => {
  const both = (cookie: string) => Promise.all([listen(cookie), listen(cookie, replica.url('gateway'))]);

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['the user signs out', (person) => staff.send(person, 'DELETE', '/app/session')],
    [
      'the user changes the password',
      (person) =>
        staff.send(person, 'PUT', '/app/password', {
          current_password: person.password,
          new_password: 'another password of theirs',
        }),
    ],
    [
      'an admin deletes the user',
      ({ id }) => ask(gateway, `/public/v1/users/${id}`, { method: 'DELETE', headers: keyHeaders() }),
    ],
    [
      'an admin changes what the user may enter',
      ({ id }) =>
        ask(gateway, `/public/v1/users/${id}`, {
          method: 'PUT',
          headers: keyHeaders(),
          body: { sub_accounts: [account.second] },
        }),
    ],
  ])('end in every replica when %s', async (_what, end) => {
    const person = await staff.add();
    const opened = await both(person.cookie);
    const bystander = await listen();
    expect(await end(person)).toMatchObject({ status: 200 });
    for (const stream of opened) {
      expect(await stream.heard('session.ended')).toMatchObject({ id: null, data: {} });
      await stream.closed();
    }
    await producer.publish(
      buildEvent(widgetChanged, { subject: '10', accountid: account.id, subaccountid: account.main }),
    );
    await bystander.heard('widget.changed');
    expect(bystander.ended).toBe(false);
  });

  it('end when the session has expired, as soon as the replica looks', async () => {
    const person = await staff.add();
    const [stream] = await both(person.cookie);
    await sql("update gateway.sessions set expires_on = now() - interval '1 second' where user_id = $1", [
      person.id,
    ]);
    // A change of the account makes the replica look before the time of its next regular check.
    await producer.publish(
      buildEvent(accountChanged, { accountid: account.id, subaccountid: 0, subject: String(account.id) }),
    );
    expect((await stream.heard('session.ended')).data).toEqual({});
  });
});

describe('a stream', () => {
  it('ends when its replica stops, which does not wait for it', async () => {
    const stopped = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
    const [stream, bystander] = [await listen(owner, stopped.url('gateway')), await listen()];
    const began = performance.now();
    await stopped.close();
    // The stop gives requests in flight ten seconds.
    expect(performance.now() - began).toBeLessThan(8_000);
    await stream.closed();
    expect(stream.messages).toEqual([]);
    expect(bystander.ended).toBe(false);
  });

  it('has a heartbeat, which also says from where to go on', async () => {
    const stream = await listen();
    const begun = stream.lastEventId;
    await producer.publish(buildEvent(widgetChanged, { accountid: 999 }));
    // A heartbeat may come before the gateway has received the event.
    await eventually(
      () => Number(stream.lastEventId),
      (last) => last > Number(begun),
      'a heartbeat with a later position',
    );
    expect(stream.heartbeats).toBeGreaterThan(0);
    expect(stream.messages).toEqual([]);
  });
});
