import {
  channelUpdated,
  crawlProgressNotice,
  inviteQueued,
  reviewCreated,
  reviewUpdated,
  webhookDeliveryNotice,
  widgetChanged,
} from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { buildEvent, eventually, Exposition } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { gatewayService } from '../service';
import { people } from '../sign-in/people.suite';
import { cookieOf, signIns } from '../sign-in/sign-in-world.suite';
import {
  type ListenOptions,
  LiveStream,
  Producer,
  startLiveWorld,
  twoSubAccounts,
} from './live-events.suite';

let gateway: GatewayWorld;
let replica: RunningServices;
let owner: string;
let producer: Producer;
let account: { id: number; main: number; second: number };
const { sql, anotherAccount, signInByPassword } = signIns(() => gateway);
const staff = people(() => gateway);
const streams: LiveStream[] = [];

beforeAll(async () => {
  gateway = await startLiveWorld();
  // The second replica starts later, and does not know this event.
  await gateway.world.publish(buildEvent(reviewCreated));
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

const other = () => replica.url('gateway');

async function listen(options: Partial<ListenOptions> = {}, url = gateway.url): Promise<LiveStream> {
  const stream = await LiveStream.open(url, { subAccount: account.main, cookie: owner, ...options });
  streams.push(stream);
  return stream;
}

const tenant = (subaccountid = account.main, accountid = account.id) => ({ accountid, subaccountid });

const review = (id: number, where = tenant()) => buildEvent(reviewCreated, { subject: String(id), ...where });

const noticeTo = (subAccountId: number) => ({ accountId: account.id, subAccountId });
const progressOf = (channel_id: number) => ({
  channel_id,
  stage: 'reading' as const,
  page: 3,
  found: 150,
  total: 5_000,
});

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
    expect(String(id)).toBe(stream.lastEventId);
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
    expect([mine, second, foreign].map((stream) => stream.ids('review.changed'))).toEqual([[21], [22], [23]]);
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

  it('tells of 5,000 new reviews in a few messages', async () => {
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
    expect(Number(again.lastEventId)).toBeGreaterThan(Number(lastEventId));
  });

  it.each(['nonsense', '-1', '1e9', '0x10', '9'.repeat(300), '999999999'])(
    'reads everything again if it asks to go on at %s',
    async (lastEventId) => {
      const stream = await listen({ lastEventId });
      expect((await stream.heard('resync')).data).toEqual({});
      await marker(stream, 7);
    },
  );

  it('reads everything again if its replica does not know any more what followed', async () => {
    const stream = await listen({ lastEventId: '0' }, other());
    expect((await stream.heard('resync')).id).toBeGreaterThan(0);
    await marker(stream, 11);
  });

  it('misses nothing while NATS restarts', async () => {
    const stream = await listen();
    await marker(stream, 8);
    await gateway.world.nats.kill();
    await gateway.world.nats.restart();
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
