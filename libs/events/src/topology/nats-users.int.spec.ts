import 'reflect-metadata';
import {
  type DomainEvent,
  DURABLES,
  EVENTS,
  reviewCreated,
  SERVICE_NAMES,
  type ServiceName,
  subjectOf,
} from '@plaudit/contracts';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import {
  buildEvent,
  cloneDatabase,
  eventually,
  type GuardedNats,
  startGuardedNats,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
} from '@plaudit/testing';
import { connect, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { JetStreamStrategy } from '../consume/jetstream.strategy';
import { PermanentError } from '../consume/retry-policy';
import { listDeadLetters, redeliverDeadLetters } from '../dead-letters/dead-letters';
import { refusalsOf, violationsIn } from '../fixtures/refusals';
import { openReplica, published, QUICK_RECHECK, QUICK_RETRIES } from '../fixtures/replica';
import { replay } from '../replay/replay';
import { applyTopology, checkTopology } from './topology';

let nats: GuardedNats;
const connections: NatsConnection[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  nats = await startGuardedNats();
  await applyTopology(nats.urlOf('admin'));
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await nats.stop();
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function as(user: string): Promise<NatsConnection> {
  const connection = await connect(connectionOptions({ url: nats.urlOf(user), service: user }));
  connections.push(connection);
  return connection;
}

/** Returns the refusals of this user in the log of the server. */
const violationsBy = (user: string): string[] => violationsIn(nats.log(), user);

describe('nats-server', () => {
  it.each([
    ['a client without a password', {}],
    ['a service with the password of another user', { user: 'reviews', pass: 'password-of-admin' }],
    ['a token', { token: 'password-of-admin' }],
  ])('refuses the connection of %s', async (_name, credentials) => {
    await expect(connect({ servers: `127.0.0.1:${nats.port}`, ...credentials })).rejects.toThrow(
      /Authorization/,
    );
  });
});

describe('nats-server', () => {
  it.each(EVENTS.map((definition) => [definition.name, definition] as const))(
    'accepts %s only from its producer',
    async (_name, definition) => {
      for (const service of SERVICE_NAMES) {
        const event = buildEvent(definition);
        const client = await as(service);
        const outcome = await client
          .jetstream()
          .publish(subjectOf(event), JSON.stringify(event))
          .then(({ stream }) => stream, String);
        expect(outcome).toMatch(service === definition.producer ? /^EVENTS$/ : /Permissions Violation/i);
        await client.close();
      }
    },
  );
});

describe('a service', () => {
  it.each([
    'wake.channels',
    'peers.gateway',
    'dlq.widgets__review',
    '_INBOX.channels.x',
    '$JS.API.INFO',
    '$JS.API.STREAM.CREATE.MINE',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.DELETE.EVENTS',
    '$JS.API.STREAM.PURGE.EVENTS',
    '$JS.API.STREAM.MSG.GET.EVENTS',
    '$JS.API.STREAM.MSG.DELETE.DLQ',
    '$JS.API.DIRECT.GET.EVENTS',
    '$JS.API.CONSUMER.CREATE.EVENTS',
    '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.mine',
    '$JS.API.CONSUMER.DELETE.EVENTS.reviews__channel',
    '$JS.API.CONSUMER.INFO.EVENTS.widgets__account',
    '$JS.API.CONSUMER.MSG.NEXT.EVENTS.widgets__review',
    '$JS.ACK.EVENTS.widgets__review.1.1.1.1.0',
    '$JS.ACK._.h4sh1234.EVENTS.widgets__review.1.1.1.1.0',
    // Servers before 2.14 deliver this to widgets__review.
    '$JS.ACK.EVENTS.widgets__review.EVENTS.reviews__channel.1.1.0',
    '$SYS.REQ.SERVER.PING',
  ])('may not publish to %s', async (subject) => {
    const reviews = await as('reviews');
    const refusals = await refusalsOf(reviews, () => reviews.publish(subject, ''));
    expect(refusals).toEqual([`publish ${subject}`]);
  });

  it.each(['EVENTS', 'DIRECT'])(
    'acknowledges to its durable in %s as older and newer servers ask',
    async (stream) => {
      const reviews = await as('reviews');
      const acknowledge = (prefix: string) =>
        reviews.publish(`${prefix}.${stream}.reviews__channel.1.1.1.1.0`, '+WPI');
      const refusals = await refusalsOf(reviews, () => {
        acknowledge('$JS.ACK');
        acknowledge('$JS.ACK._.h4sh1234');
        acknowledge('$JS.ACK.leaf.h4sh1234');
      });
      expect(refusals).toEqual([]);
    },
  );

  it.each([
    '>',
    '*.>',
    'rating.>',
    'dlq.>',
    'wake.channels',
    'peers.>',
    '_INBOX.>',
    '_INBOX.channels.>',
    '$JS.>',
  ])('may not subscribe to %s', async (subject) => {
    const reviews = await as('reviews');
    const refusals = await refusalsOf(reviews, () => reviews.subscribe(subject, { callback: () => {} }));
    expect(refusals).toEqual([`subscription ${subject}`]);
  });
});

describe('a service with its own NATS user', () => {
  let database: TestDatabase;
  const urlOf = (service: ServiceName) => serviceDatabaseUrl(database.adminUrl, service, TEST_ROLE_PASSWORD);
  const violations = () => [...violationsBy('reviews'), ...violationsBy('webhooks')];

  beforeAll(async () => {
    database = await cloneDatabase();
    const services = ['reviews', 'webhooks'].map((name) => ({ name, password: TEST_ROLE_PASSWORD }));
    await provisionDatabase({ adminUrl: database.adminUrl, services, timeoutFactor: 20 });
  });
  afterAll(() => database.drop());

  it('receives nothing from the durable of another service', async () => {
    const event = buildEvent(reviewCreated);
    await (await as('reviews')).jetstream().publish(subjectOf(event), JSON.stringify(event));
    const link = new NatsLink({ url: nats.urlOf('invitations'), service: 'invitations' });
    link.open();
    const { database: own, link: unused } = await openReplica(
      'webhooks',
      urlOf('webhooks'),
      nats.urlOf('webhooks'),
    );
    const received: DomainEvent[] = [];
    const strategy = new JetStreamStrategy(link, {
      database: own,
      durables: DURABLES.filter(({ service }) => service === 'widgets'),
    });
    cleanups.push(
      () => own.dataSource.destroy(),
      () => unused.close(),
      () => link.close(),
      () => strategy.close(),
    );
    strategy.addHandler(
      reviewCreated.pattern,
      async (data) => received.push(data as DomainEvent) as never,
      true,
    );
    strategy.listen(() => {});
    await eventually(
      () => violationsBy('invitations').join('\n'),
      (refused) => refused.includes('CONSUMER.INFO.EVENTS.widgets__review'),
      'the server to refuse the request for the durable',
    );
    expect(new Set(strategy.consumerStatus.map(({ consuming }) => consuming))).toEqual(new Set([false]));
    expect(received).toEqual([]);
  });

  it('publishes, handles and dead-letters events, which the operator redelivers', async () => {
    const refusedBefore = violations().length;
    const reviews = await openReplica('reviews', urlOf('reviews'), nats.urlOf('reviews'));
    const webhooks = await openReplica('webhooks', urlOf('webhooks'), nats.urlOf('webhooks'));
    for (const { relay, link, database: own } of [reviews, webhooks]) {
      cleanups.push(
        () => own.dataSource.destroy(),
        () => link.close(),
        () => relay.stop(),
      );
    }
    const handled: string[] = [];
    let broken = true;
    const strategy = new JetStreamStrategy(webhooks.link, {
      durables: DURABLES.filter(({ service }) => service === 'webhooks'),
      database: webhooks.database,
      retries: QUICK_RETRIES,
      recheckMs: QUICK_RECHECK,
    });
    strategy.addHandler(
      reviewCreated.pattern,
      async ({ id, subject }: DomainEvent) => {
        if (subject === '13' && broken) throw new PermanentError('poison review');
        handled.push(id);
      },
      true,
    );
    strategy.listen(() => {});
    cleanups.push(() => strategy.close());
    reviews.relay.start();
    const fine = await reviews.changeReview(7);
    const poison = await reviews.changeReview(13);
    const [letter] = await eventually(
      () => listDeadLetters(nats.urlOf('admin'), { durable: 'webhooks__review' }),
      (letters) => letters.length === 1,
      'the dead letter',
    );
    expect(letter).toMatchObject({ messageId: poison.id, reason: 'poison review' });
    broken = false;
    await redeliverDeadLetters(nats.urlOf('admin'), {});
    await eventually(
      () => handled,
      (ids) => ids.includes(fine.id) && ids.includes(poison.id),
      'both events',
    );
    // A consumer may receive the events before the relay has moved them to outbox_sent.
    await published(reviews);
    const replayed = await replay({
      nats: nats.urlOf('admin'),
      databaseUrl: urlOf('reviews'),
      schema: 'reviews',
      from: new Date(0),
    });
    expect(replayed).toEqual({ stored: 0, duplicates: 2 });

    await expect(checkTopology(nats.urlOf('admin'))).resolves.toEqual([]);
    expect(violations()).toHaveLength(refusedBefore);
  });
});
