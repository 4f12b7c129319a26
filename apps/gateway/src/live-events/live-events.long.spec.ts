import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import {
  channelUpdated,
  crawlProgressNotice,
  inviteQueued,
  reviewCreated,
  reviewUpdated,
  webhookDeliveryNotice,
  widgetChanged,
  accountChanged,
} from '@plaudit/contracts';
import { type RunningServices, startServices, Secrets } from '@plaudit/runtime';
import { buildEvent, eventually, Exposition, itAtLength } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';
import { people, type Person } from '../sign-in/people.suite';
import { cookieOf, signIns, ask } from '../sign-in/sign-in-world.suite';
import {
  type ListenOptions,
  LiveStream,
  Producer,
  startLiveWorld,
  twoSubAccounts,
  refusal,
} from './live-events.suite';
import { EventStream, type StreamOwner } from './event-stream';
import { LiveIdsService } from './live-ids.service';

const streams: LiveStream[] = [];

const progressOf = (channel_id: number) => ({
  channel_id,
  stage: 'reading' as const,
  page: 3,
  found: 150,
  total: 5_000,
});

describe('live events', () => {
  let gateway: GatewayWorld;

  let replica: RunningServices;

  let owner: string;

  let producer: Producer;

  let account: { id: number; main: number; second: number };

  let ids: LiveIdsService;

  const { sql, anotherAccount, signInByPassword } = signIns(() => gateway);

  const staff = people(() => gateway);

  beforeAll(async () => {
    gateway = await startLiveWorld();
    // The second replica starts later, and does not know this event.
    await gateway.world.publish(buildEvent(reviewCreated));
    replica = await startServices([{ definition: gatewayService, settings: gateway.settings }]);
    producer = await Producer.connect(gateway.world.natsUrl);
    account = await twoSubAccounts(gateway);
    ids = new LiveIdsService(new Secrets(gateway.settings['SECRETS_KEY'] as string));
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

  const other = () => replica.url('gateway');

  async function listen(options: Partial<ListenOptions> = {}, url = gateway.url): Promise<LiveStream> {
    const stream = await LiveStream.open(url, { subAccount: account.main, cookie: owner, ...options });
    streams.push(stream);
    return stream;
  }

  /** Returns the place in the stream of events that the last id of a stream stands for. */
  const sequenceOf = ({ lastEventId }: LiveStream): number =>
    ids.sequenceIn(lastEventId ?? '', account.id) as number;

  const tenant = (subaccountid = account.main, accountid = account.id) => ({ accountid, subaccountid });

  const review = (id: number, where = tenant()) =>
    buildEvent(reviewCreated, { subject: String(id), ...where });

  const noticeTo = (subAccountId: number) => ({ accountId: account.id, subAccountId });

  /** Publishes an event last, whose arrival shows that all earlier ones that are to arrive have. */
  async function marker(stream: LiveStream, id: number, where = tenant()): Promise<void> {
    await producer.publish(buildEvent(widgetChanged, { subject: String(id), ...where }));
    await stream.heard('widget.changed', ({ data }) => data.id === id);
  }

  describe('a stream of live events', () => {
    it('tells what changed, with ids and counters only', async () => {
      const stream = await listen();
      expect(stream.response.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      });
      await producer.publish(
        buildEvent(reviewCreated, {
          subject: '11',
          data: { channel_id: 42, text: 'A private text' },
          ...tenant(),
        }),
      );
      const { data, id } = await stream.heard('review.changed');
      expect(data).toEqual({ kind: 'created', ids: [11], channel_id: 42, status: 'inbox' });
      expect(id).toBe(stream.lastEventId);
      await producer.publish(buildEvent(channelUpdated, { subject: '42', ...tenant() }));
      expect((await stream.heard('channel.changed')).data).toEqual({ id: 42, kind: 'updated' });
    });

    it('never tells of another account or another sub account', async () => {
      const stranger = await anotherAccount('stranger@example.com');
      const [theirs] = await sql<{ id: number; account_id: number }>(
        `select s.id::int, s.account_id::int from gateway.sub_accounts s join gateway.users u on u.account_id = s.account_id
        where u.email = $1`,
        [stranger.email],
      );
      const cookie = cookieOf(await signInByPassword(stranger));
      const [mine, second, foreign] = [
        await listen(),
        await listen({ subAccount: account.second }),
        await listen({ subAccount: theirs!.id, cookie }),
      ];
      await producer.publish(review(21));
      await producer.publish(review(22, tenant(account.second)));
      await producer.publish(review(23, tenant(theirs!.id, theirs!.account_id)));
      // The sub account of one account under the name of another account.
      await producer.publish(review(24, tenant(account.main, theirs!.account_id)));
      producer.notify(crawlProgressNotice, noticeTo(account.second), 7, progressOf(7));
      await marker(mine, 1);
      await marker(second, 2, tenant(account.second));
      await eventually(
        () => foreign.ids('review.changed'),
        ({ length }) => length > 0,
        'the review of the other account',
      );
      expect([mine, second, foreign].map((stream) => stream.ids('review.changed'))).toEqual([
        [21],
        [22],
        [23],
      ]);
      expect([mine, foreign].flatMap((stream) => stream.ids('crawl.progress'))).toEqual([]);
    });

    it('tells users of the whole account only of what belongs to the account', async () => {
      const limited = await staff.add({ sub_accounts: [account.main] });
      const [whole, part] = [await listen(), await listen({ cookie: limited.cookie })];
      await producer.publish(buildEvent(inviteQueued, { subject: '31', ...tenant(0) }));
      await marker(whole, 3);
      await marker(part, 4);
      expect(whole.ids('invite.changed')).toEqual([31]);
      expect(part.ids('invite.changed')).toEqual([]);
    });

    itAtLength('tells of 5,000 new reviews in a few messages', async () => {
      const stream = await listen();
      const events = Array.from({ length: 5_000 }, (_none, at) => review(10_000 + at));
      await producer.publish(...events);
      await marker(stream, 5);
      const heard = stream.messages.filter(({ event }) => event === 'review.changed').map(({ data }) => data);
      const counted = heard.map(({ ids, changes }) => Number(changes ?? (ids as number[]).length));
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(5_000);
      expect(heard.length).toBeLessThan(40);
      expect(Math.max(...heard.map((data) => JSON.stringify(data).length))).toBeLessThan(1_000);
    });

    it('passes on notices about crawls and deliveries, without an id', async () => {
      const stream = await listen();
      producer.notify(crawlProgressNotice, noticeTo(account.main), 42, progressOf(42));
      producer.notify(webhookDeliveryNotice, noticeTo(account.main), 17, { webhook_id: 17 });
      expect(await stream.heard('crawl.progress')).toMatchObject({ id: null, data: progressOf(42) });
      expect(await stream.heard('webhook.delivery')).toMatchObject({ id: null, data: { webhook_id: 17 } });
    });

    it('is no request in flight, and is not compressed', async () => {
      const stream = await listen({ headers: { 'accept-encoding': 'gzip, br' } });
      expect(stream.response.headers['content-encoding']).toBeUndefined();
      const metrics = await Exposition.fetch(gateway.world.metricsUrl);
      expect(metrics.sum('plaudit_http_requests_in_flight')).toBe(0);
      expect(metrics.sum('plaudit_gateway_event_streams')).toBeGreaterThanOrEqual(1);
    });
  });

  describe('a stream that is opened again', () => {
    it.each([
      ['the same replica', () => gateway.url],
      ['another replica', other],
    ])('gets exactly what was missed, at %s', async (_where, at) => {
      const before = await listen();
      await producer.publish(review(41));
      await before.heard('review.changed');
      const lastEventId = before.lastEventId as string;
      before.close();
      await producer.publish(review(42));
      await producer.publish(review(43, tenant(account.second)));
      await producer.publish(buildEvent(reviewUpdated, { subject: '41', ...tenant() }));
      const again = await listen({ lastEventId }, at());
      await marker(again, 6);
      expect(again.ids('review.changed', 'created')).toEqual([42]);
      expect(again.ids('review.changed', 'updated')).toEqual([41]);
      expect(again.messages.filter(({ event }) => event === 'resync')).toEqual([]);
      expect(sequenceOf(again)).toBeGreaterThan(ids.sequenceIn(lastEventId, account.id) as number);
    });

    it.each(['nonsense', '-1', '1e9', '0x10', '9'.repeat(300), '999999999'])(
      'reads everything again if it asks to go on at %s',
      async (lastEventId) => {
        const stream = await listen({ lastEventId });
        expect((await stream.heard('resync')).data).toEqual({});
        await marker(stream, 7);
      },
    );

    it.each([
      ['an id of another account', () => ids.idOf(1, account.id + 1)],
      ['an id that no event has yet', () => ids.idOf(999_999_999, account.id)],
    ])('reads everything again if it asks to go on at %s', async (_what, id) => {
      const stream = await listen({ lastEventId: id() });
      expect((await stream.heard('resync')).data).toEqual({});
      await marker(stream, 12);
    });

    it('reads everything again if its replica does not know any more what followed', async () => {
      const stream = await listen({ lastEventId: ids.idOf(0, account.id) }, other());
      expect((await stream.heard('resync')).id).not.toBeNull();
      await marker(stream, 11);
    });

    it('gets what changed after the session was described', async () => {
      const described = await ask(gateway, '/app/session', { headers: { cookie: owner } });
      const { live_position } = (described.json() as { session: { live_position: string } }).session;
      await producer.publish(review(44));
      const stream = await listen({ lastEventId: live_position });
      await stream.heard('review.changed');
      expect(stream.ids('review.changed')).toEqual([44]);
    });

    it('says that no changes arrive while NATS is down, and misses nothing', async () => {
      const stream = await listen();
      const says = (receiving: boolean, what: string) =>
        eventually(
          () => stream.heartbeat?.receiving,
          (said) => said === receiving,
          what,
        );
      await says(true, 'the stream to be live');
      await marker(stream, 8);
      await gateway.world.nats.kill();
      await says(false, 'the stream to say that changes do not arrive');
      const late = await listen();
      expect(late.heartbeat).toEqual({ every_ms: 15_000, receiving: false });
      await gateway.world.nats.restart();
      await says(true, 'the stream to be live again');
      await eventually(
        () =>
          producer.publish(review(51)).then(
            () => true,
            () => false,
          ),
        (published) => published,
        'NATS to store an event',
      );
      await marker(stream, 9);
      expect(stream.ids('review.changed')).toEqual([51]);
      expect(stream.messages.filter(({ event }) => event === 'resync')).toEqual([]);
    });
  });
});

const OWNER: StreamOwner = { sessionHash: '00', userId: 1, accountId: 1, subAccountId: 1, whole: true };

const CHUNK = 'x'.repeat(16 * 1024);

/** More than the kernel holds for two ends of a connection. */
const MOST_CHUNKS = 4_000;

const opened: EventStream[] = [];

const sockets: Socket[] = [];

describe('EventStream', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200);
      opened.push(new EventStream(OWNER, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('ends a stream whose client reads nothing, before much waits for it', async () => {
    const { stream, socket } = await open();
    socket.pause();
    let sent = 0;
    await eventually(
      () => {
        if (sent < MOST_CHUNKS) stream.send(CHUNK);
        sent += 1;
        return stream.end;
      },
      (end) => end === 'slow',
      'the end of the stream',
      { intervalMs: 0 },
    );
    stream.send(CHUNK);
    socket.resume();
    await eventually(
      () => socket.closed,
      (closed) => closed,
      'the client to see the end',
    );
  });

  it('keeps a stream whose client reads, however much it gets', async () => {
    const { stream, socket } = await open();
    let received = 0;
    socket.on('data', ({ length }) => (received += length));
    for (let sent = 1; sent <= 100; sent += 1) {
      stream.send(CHUNK);
      await eventually(
        () => received,
        (bytes) => bytes >= sent * CHUNK.length,
        'the client to have it all',
        { intervalMs: 0 },
      );
    }
    expect(stream.end).toBe('left');
    stream.finish('session', 'the last message');
    await eventually(
      () => socket.closed || socket.readableEnded || received > 100 * CHUNK.length,
      (ended) => ended,
      'the last message',
    );
    expect(stream.end).toBe('session');
  });

  async function open(): Promise<{ stream: EventStream; socket: Socket }> {
    const before = opened.length;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(
      () => opened.length,
      (count) => count > before,
      'the stream',
    );
    return { stream: opened[before]!, socket };
  }
});

const PER_USER = 20;

const PER_ACCOUNT = 30;

describe('live access', () => {
  let gateway: GatewayWorld;

  let replica: RunningServices;

  let producer: Producer;

  let owner: string;

  let account: { id: number; main: number; second: number };

  const { sql, anotherAccount, signInByPassword } = signIns(() => gateway);

  const staff = people(() => gateway);

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
      expect(await refused({ cookie: other, subAccount })).toMatchObject({
        status: 429,
        code: 'rate_limited',
      });
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
      const ids = new LiveIdsService(new Secrets(gateway.settings['SECRETS_KEY'] as string));
      const reached = (): number => ids.sequenceIn(stream.lastEventId ?? '', account.id) as number;
      const begun = reached();
      await producer.publish(buildEvent(widgetChanged, { accountid: 999 }));
      // A heartbeat may come before the gateway has received the event.
      await eventually(reached, (last) => last > begun, 'a heartbeat with a later position');
      expect(stream.heartbeats).toBeGreaterThan(1);
      expect(stream.heartbeat).toEqual({ every_ms: 300, receiving: true });
      expect(stream.messages).toEqual([]);
    });
  });
});
