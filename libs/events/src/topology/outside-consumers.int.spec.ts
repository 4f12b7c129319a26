import 'reflect-metadata';
import {
  channelUpdated,
  type DomainEvent,
  type OutsideConsumer,
  outsideDurables,
  reviewCreated,
  subjectOf,
} from '@plaudit/contracts';
import { buildEvent, eventually, type GuardedNats, startGuardedNats } from '@plaudit/testing';
import {
  AckPolicy,
  connect,
  type ConsumerConfig,
  type JetStreamManager,
  nanos,
  type NatsConnection,
} from 'nats';
import { refusalsOf } from '../fixtures/refusals';
import { connectionOptions } from '../connection/nats-connection';
import { applyTopology } from './topology';

const CRM: OutsideConsumer = { name: 'crm', accountId: 7, passwordHash: 'password-of-crm' };
const SHOP: OutsideConsumer = { name: 'shop', accountId: 8, passwordHash: 'password-of-shop' };
const LAKE: OutsideConsumer = { name: 'lake', accountId: null, passwordHash: 'password-of-lake' };

const connections: NatsConnection[] = [];
let nats: GuardedNats;
let admin: JetStreamManager;
let reviews: NatsConnection;

beforeAll(async () => {
  nats = await startGuardedNats([CRM, SHOP, LAKE]);
  await applyTopology(nats.urlOf('admin'));
  admin = await (await as('admin')).jetstreamManager();
  reviews = await as('reviews');
});
afterEach(async () => {
  for (const name of [CRM, SHOP, LAKE].flatMap((consumer) => outsideDurables(consumer.name))) {
    await admin.consumers.delete('EVENTS', name).catch(() => undefined);
  }
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await nats.stop();
});

async function as(user: string): Promise<NatsConnection> {
  const connection = await connect(connectionOptions({ url: nats.urlOf(user), service: user }));
  connections.push(connection);
  return connection;
}

async function publish(
  accountid: number,
  publisher = reviews,
  definition = reviewCreated,
): Promise<DomainEvent> {
  const event = buildEvent(definition, { accountid });
  await publisher.jetstream().publish(subjectOf(event), JSON.stringify(event));
  return event;
}

const durable = (name: string, filter: string): Partial<ConsumerConfig> => ({
  durable_name: name,
  filter_subject: filter,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(1_000),
  deliver_policy: 'new' as ConsumerConfig['deliver_policy'],
});

/** Returns what the server answers to a request for a durable, which nats.js would not send itself. */
async function createRaw(client: NatsConnection, subject: string, config: object): Promise<string> {
  const body = JSON.stringify({ stream_name: 'EVENTS', config: { ack_policy: 'explicit', ...config } });
  const answer = await client.request(subject, body).then((message) => message.json(), String);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

describe('an outside consumer of one account', () => {
  let crm: NatsConnection;

  beforeAll(async () => (crm = await as('crm')));

  it('hears the events of its account, and of no other', async () => {
    const heard: string[] = [];
    const subscription = crm.subscribe('review.*.*.7.>', {
      callback: (_error, { subject }) => heard.push(subject),
    });
    await crm.flush();
    await publish(8);
    const event = await publish(7);
    await eventually(
      () => heard,
      (subjects) => subjects.length > 0,
      'the event',
    );
    expect(heard).toEqual([subjectOf(event)]);
    subscription.unsubscribe();
  });

  it('makes its own durable, pulls, and gets again what it does not acknowledge', async () => {
    const jsm = await crm.jetstreamManager();
    await jsm.consumers.add('EVENTS', durable('crm', 'review.*.*.7.>'));
    await publish(8);
    const [first, second] = [await publish(7), await publish(7)];
    const consumer = await crm.jetstream().consumers.get('EVENTS', 'crm');
    const unacknowledged = await consumer.next();
    (await consumer.next())?.ack();
    const again = await consumer.next({ expires: 30_000 });
    again?.ack();
    await crm.flush();
    expect([unacknowledged, again].map((message) => message?.json<DomainEvent>().id)).toEqual([
      first.id,
      first.id,
    ]);
    expect(again?.info.redelivered).toBe(true);
    const { num_ack_pending, num_pending } = await eventually(
      () => jsm.consumers.info('EVENTS', 'crm'),
      (info) => info.num_ack_pending === 0,
      `the acknowledgement of ${first.id} and ${second.id}`,
    );
    expect([num_ack_pending, num_pending]).toEqual([0, 0]);
    await expect(jsm.consumers.delete('EVENTS', 'crm')).resolves.toBe(true);
  });

  it('has a durable for each of five nouns and no sixth one', async () => {
    const jsm = await crm.jetstreamManager();
    const nouns = ['review', 'channel', 'rating', 'profile', 'account'];
    for (const [index, name] of outsideDurables('crm').entries()) {
      await jsm.consumers.add('EVENTS', durable(name, `${nouns[index]}.*.v1.7.>`));
    }
    const sixth = jsm.consumers.add('EVENTS', durable('crm_5', 'widget.*.*.7.>'));
    await expect(sixth).rejects.toThrow(/Permissions Violation/i);
  });

  it.each([
    ['of another account', 'review.*.*.8.>'],
    ['of every account', 'review.*.*.*.>'],
    ['of a whole noun', 'review.>'],
    ['of everything', '>'],
  ])('may not make a durable with the filter %s', async (_name, filter) => {
    const jsm = await crm.jetstreamManager();
    await expect(jsm.consumers.add('EVENTS', durable('crm', filter))).rejects.toThrow(
      /Permissions Violation/i,
    );
  });

  it.each([
    ['another filter', { durable_name: 'crm', filter_subject: 'review.*.*.8.>' }],
    ['no filter', { durable_name: 'crm' }],
    ['several filters', { durable_name: 'crm', filter_subjects: ['review.*.*.7.>', 'review.*.*.8.>'] }],
    ['another name', { durable_name: 'shop', filter_subject: 'review.*.*.7.>' }],
  ])('gets an error for a durable whose body has %s than the request', async (_name, config) => {
    const answer = await createRaw(crm, '$JS.API.CONSUMER.CREATE.EVENTS.crm.review.*.*.7.>', config);
    expect(answer).toContain('"error":{"code":400');
    await expect(admin.consumers.info('EVENTS', 'crm')).rejects.toThrow('not found');
  });

  it.each([
    'review.created.v1.7.1',
    'review.created.v1.8.1',
    'wake.reviews',
    'peers.gateway',
    'dlq.widgets__review',
    'direct.widgets__review',
    '_INBOX.reviews.x',
    '$JS.API.CONSUMER.CREATE.EVENTS',
    '$JS.API.CONSUMER.CREATE.EVENTS.crm',
    '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.crm',
    '$JS.API.CONSUMER.CREATE.DLQ.crm.review.*.*.7.>',
    '$JS.API.CONSUMER.CREATE.EVENTS.shop.review.*.*.7.>',
    '$JS.API.CONSUMER.INFO.EVENTS.shop',
    '$JS.API.CONSUMER.INFO.EVENTS.widgets__review',
    '$JS.API.CONSUMER.MSG.NEXT.EVENTS.widgets__review',
    '$JS.API.CONSUMER.DELETE.EVENTS.widgets__review',
    '$JS.API.CONSUMER.NAMES.EVENTS',
    '$JS.API.CONSUMER.LIST.EVENTS',
    '$JS.ACK.EVENTS.widgets__review.1.1.1.1.0',
    '$JS.ACK.hub.AbCd.EVENTS.widgets__review.1.1.1.1.0.x',
    // Servers before 2.14 deliver these to webhooks__review.
    '$JS.ACK.EVENTS.webhooks__review.EVENTS.crm.1.1.1',
    '$JS.ACK.DIRECT.webhooks__review.EVENTS.crm.1.1.1',
    '$JS.API.STREAM.INFO.EVENTS',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.PURGE.EVENTS',
    '$JS.API.STREAM.DELETE.EVENTS',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.CREATE.MINE',
    '$JS.API.STREAM.MSG.GET.EVENTS',
    '$JS.API.STREAM.MSG.DELETE.EVENTS',
    '$JS.API.DIRECT.GET.EVENTS',
    '$SYS.REQ.SERVER.PING',
  ])('may not publish to %s', async (subject) => {
    expect(await refusalsOf(crm, () => crm.publish(subject, ''))).toEqual([`publish ${subject}`]);
  });

  it.each([
    '>',
    '*.*.*.7.>',
    'review.>',
    'review.*.*.8.>',
    'review.created.v1.*.1',
    'dlq.>',
    'wake.reviews',
    'peers.gateway',
    '_INBOX.>',
    '_INBOX.reviews.>',
    '_INBOX.shop.>',
    '$JS.>',
    '$JS.EVENT.ADVISORY.>',
  ])('may not subscribe to %s', async (subject) => {
    const refusals = await refusalsOf(crm, () => crm.subscribe(subject, { callback: () => {} }));
    expect(refusals).toEqual([`subscription ${subject}`]);
  });

  it('may acknowledge by the subjects of newer servers', async () => {
    const subject = '$JS.ACK.hub.AbCdEf.EVENTS.crm_4.1.1.1.1.0.x';
    expect(await refusalsOf(crm, () => crm.publish(subject, ''))).toEqual([]);
  });

  it('cannot purge or delete the stream by naming that as the subject of a response', async () => {
    await publish(7);
    const jsm = await crm.jetstreamManager();
    await jsm.consumers.add('EVENTS', {
      ...durable('crm', 'review.*.*.7.>'),
      deliver_policy: 'all' as never,
    });
    const { messages } = (await admin.streams.info('EVENTS')).state;
    for (const reply of ['$JS.API.STREAM.PURGE.EVENTS', '$JS.API.STREAM.DELETE.EVENTS']) {
      crm.publish('$JS.API.CONSUMER.MSG.NEXT.EVENTS.crm', '1', { reply });
      crm.publish('$JS.API.CONSUMER.INFO.EVENTS.crm', '', { reply });
    }
    await jsm.consumers.info('EVENTS', 'crm');
    expect((await admin.streams.info('EVENTS')).state.messages).toBe(messages);
  });
});

describe('an outside consumer of every account', () => {
  it('hears and pulls the events of all accounts', async () => {
    const lake = await as('lake');
    const heard: string[] = [];
    lake.subscribe('review.>', { callback: (_error, { subject }) => heard.push(subject) });
    await (await lake.jetstreamManager()).consumers.add('EVENTS', durable('lake', 'review.>'));
    const events = [await publish(7), await publish(8)];
    const consumer = await lake.jetstream().consumers.get('EVENTS', 'lake');
    const pulled = [await consumer.next(), await consumer.next()];
    expect(pulled.map((message) => message?.json<DomainEvent>().id)).toEqual(events.map(({ id }) => id));
    await eventually(
      () => heard.length,
      (count) => count >= 2,
      'the events without a durable',
    );
  });

  it('may not make a durable with the filter >, whose deliveries a purge forgets', async () => {
    const jsm = await (await as('lake')).jetstreamManager();
    await expect(jsm.consumers.add('EVENTS', durable('lake', '>'))).rejects.toThrow(/Permissions Violation/i);
  });

  it('may not publish', async () => {
    const lake = await as('lake');
    const channel = buildEvent(channelUpdated, { accountid: 7 });
    const attempt = lake.jetstream().publish(subjectOf(channel), JSON.stringify(channel));
    await expect(attempt).rejects.toThrow(/Permissions Violation/i);
  });
});
