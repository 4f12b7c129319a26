import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DURABLES,
  STREAMS,
  SERVICE_NAMES,
  type OutsideConsumer,
  withOutsideConsumers,
  type DomainEvent,
  EVENTS,
  reviewCreated,
  type ServiceName,
  subjectOf,
  channelUpdated,
  outsideDurables,
} from '@plaudit/contracts';
import {
  type NatsHandle,
  startNats,
  eventually,
  buildEvent,
  cloneDatabase,
  type GuardedNats,
  startGuardedNats,
  TEST_ROLE_PASSWORD,
  type TestDatabase,
} from '@plaudit/testing';
import { findNatsServer } from '@plaudit/embedded';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import {
  connect,
  type JetStreamManager,
  type NatsConnection,
  AckPolicy,
  type ConsumerConfig,
  nanos,
} from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { applyTopology, checkTopology } from './topology';
import { NatsLink } from '../connection/nats-link';
import { JetStreamStrategy } from '../consume/jetstream.strategy';
import { PermanentError } from '../consume/retry-policy';
import { listDeadLetters, redeliverDeadLetters } from '../dead-letters/dead-letters';
import { refusalsOf, violationsIn } from '../fixtures/refusals';
import { openReplica, published, QUICK_RECHECK, QUICK_RETRIES } from '../fixtures/replica';
import { replay } from '../replay/replay';

describe('topology management', () => {
  let nats: NatsHandle;
  let client: NatsConnection;
  let jsm: JetStreamManager;

  beforeAll(async () => {
    nats = await startNats();
    client = await connect(connectionOptions({ url: nats.url, service: 'spec' }));
    jsm = await client.jetstreamManager();
  });
  afterAll(async () => {
    await client.close();
    await nats.stop();
  });

  const all = (action: string) => ({
    changes: [],
    streams: STREAMS.map(({ name }) => ({ name, action })),
    durables: DURABLES.map(({ stream, name }) => ({ stream, name, action })),
  });

  it('reports every missing stream and durable with the service that needs it', async () => {
    const problems = await checkTopology(nats.url);
    expect(problems).toContainEqual({
      service: null,
      problem: 'stream EVENTS is missing; run "npm run topology"',
    });
    expect(problems).toContainEqual({
      service: 'webhooks',
      problem: 'durable webhooks__rating of stream EVENTS is missing; run "npm run topology"',
    });
    expect(problems).toHaveLength(STREAMS.length + DURABLES.length);
  });

  it('creates the topology once and leaves it unchanged afterwards', async () => {
    await expect(applyTopology(nats.url)).resolves.toEqual(all('created'));
    await expect(applyTopology(nats.url)).resolves.toEqual(all('unchanged'));
    await expect(checkTopology(nats.url)).resolves.toEqual([]);
  });

  it('configures durables without a delivery limit and streams that refuse messages when full', async () => {
    const { config } = await jsm.consumers.info('EVENTS', 'ai__review');
    expect(config).toMatchObject({
      filter_subject: 'review.>',
      ack_policy: 'explicit',
      deliver_policy: 'all',
      ack_wait: 30_000_000_000,
      max_ack_pending: 256,
      max_deliver: -1,
    });
    const stream = await jsm.streams.info('EVENTS');
    expect(stream.config).toMatchObject({ discard: 'new', storage: 'file', deny_delete: true });
    const direct = await jsm.streams.info('DIRECT');
    expect(direct.config).toMatchObject({ discard: 'new', retention: 'workqueue', deny_delete: false });
  });

  it('reverts settings that were changed by hand', async () => {
    await jsm.consumers.update('EVENTS', 'ai__review', { max_ack_pending: 1 });
    await jsm.streams.update('DLQ', { max_age: 1_000_000_000_000 });
    expect(await checkTopology(nats.url)).toEqual([
      {
        service: null,
        problem: 'stream DLQ differs in max_age (1000000000000, not 2592000000000000)',
      },
      {
        service: 'ai',
        problem: 'durable ai__review of stream EVENTS differs in max_ack_pending (1, not 256)',
      },
    ]);
    const report = await applyTopology(nats.url);
    const changed = [...report.streams, ...report.durables].filter(({ action }) => action !== 'unchanged');
    expect(changed).toEqual([
      { name: 'DLQ', action: 'updated' },
      { stream: 'EVENTS', name: 'ai__review', action: 'updated' },
    ]);
    await expect(checkTopology(nats.url)).resolves.toEqual([]);
  });

  it('creates a deleted durable again', async () => {
    await jsm.consumers.delete('EVENTS', 'channels__review');
    const { durables } = await applyTopology(nats.url);
    expect(durables.filter(({ action }) => action === 'created')).toEqual([
      { stream: 'EVENTS', name: 'channels__review', action: 'created' },
    ]);
  });

  it('increases the size of EVENTS to the given value', async () => {
    await applyTopology(nats.url, { eventsMaxBytes: 2_000_000_000 });
    const { config } = await jsm.streams.info('EVENTS');
    expect(config.max_bytes).toBe(2_000_000_000);
  });

  it('keeps the size of EVENTS if none is given', async () => {
    const report = await applyTopology(nats.url);
    expect(report.changes).toEqual([]);
    const { config } = await jsm.streams.info('EVENTS');
    expect(config.max_bytes).toBe(2_000_000_000);
    await expect(checkTopology(nats.url)).resolves.toEqual([]);
  });

  it('refuses what would give something up, applies the rest, and does it all when it is forced', async () => {
    await jsm.streams.update('EVENTS', { subjects: [...STREAMS[0]!.subjects, 'invoice.>'] });
    await jsm.streams.update('DLQ', { max_age: 0, duplicate_window: 1_000_000_000 });
    const options = {
      eventsMaxBytes: 1_500_000_000,
      durables: DURABLES.map((durable) =>
        durable.name === 'ai__review' && durable.stream === 'EVENTS'
          ? { ...durable, filter: 'rating.>', maxAckPending: 128 }
          : durable,
      ),
    };
    const { changes } = await applyTopology(nats.url, options);
    expect(changes.map(({ of, setting, applied }) => [of, setting, applied])).toEqual([
      ['EVENTS', 'subjects', false],
      ['EVENTS', 'max_bytes', false],
      ['DLQ', 'max_age', false],
      ['DLQ', 'duplicate_window', true],
      ['ai__review of EVENTS', 'filter_subject', false],
      ['ai__review of EVENTS', 'max_ack_pending', true],
    ]);
    const before = await jsm.streams.info('EVENTS');
    expect(before.config.max_bytes).toBe(2_000_000_000);
    expect(before.config.subjects).toContain('invoice.>');
    const durable = await jsm.consumers.info('EVENTS', 'ai__review');
    expect(durable.config).toMatchObject({ filter_subject: 'review.>', max_ack_pending: 128 });

    await applyTopology(nats.url, { ...options, force: true });
    await expect(checkTopology(nats.url, options)).resolves.toEqual([]);
    await applyTopology(nats.url, { force: true });
  });

  it('does not delete durables outside the given topology', async () => {
    const { durables } = await applyTopology(nats.url, { durables: [] });
    expect(durables).toEqual([]);
    await expect(jsm.consumers.info('EVENTS', 'ai__review')).resolves.toBeDefined();
  });
});

describe('the configuration in deploy/nats', () => {
  const CRM: OutsideConsumer = { name: 'crm', accountId: 7, passwordHash: '$2a$04$abcdefghijklmnopqrstuu' };

  const deployed = join(__dirname, '..', '..', '..', '..', 'deploy', 'nats');
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plaudit-nats-conf-'));
    cpSync(deployed, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['without outside consumers', []],
    ['with outside consumers', [CRM, { ...CRM, name: 'lake', accountId: null }]],
  ])('is accepted by nats-server %s', async (_name, outside) => {
    const binary = await findNatsServer({ env: process.env });
    const [, major, minor] =
      /v(\d+)\.(\d+)/.exec(execFileSync(binary, ['--version'], { encoding: 'utf8' })) ?? [];
    const file = join(folder, 'nats-server.conf');
    const text = readFileSync(file, 'utf8');
    const users = join(folder, 'users.conf');
    writeFileSync(users, withOutsideConsumers(readFileSync(users, 'utf8'), outside));
    // The server of the tests may be older than the deployed one and not know sync_interval.
    const supportsSyncInterval = Number(major) * 100 + Number(minor) >= 210;
    writeFileSync(file, supportsSyncInterval ? text : text.replace(/^ *sync_interval.*$/m, ''));
    const names = ['ADMIN', ...SERVICE_NAMES.map((name) => name.toUpperCase())];
    const env = Object.fromEntries(names.map((user) => [`${user}_NATS_PASSWORD`, 'password']));
    expect(() => execFileSync(binary, ['-t', '-c', file], { env, stdio: 'pipe' })).not.toThrow();
  });
});

const connections: NatsConnection[] = [];

const cleanups: (() => Promise<unknown>)[] = [];

describe('nats users', () => {
  let nats: GuardedNats;

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
      'dlq.ai__review',
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
      '$JS.API.CONSUMER.INFO.EVENTS.ai__account',
      '$JS.API.CONSUMER.MSG.NEXT.EVENTS.ai__review',
      '$JS.ACK.EVENTS.ai__review.1.1.1.1.0',
      '$JS.ACK._.h4sh1234.EVENTS.ai__review.1.1.1.1.0',
      // Servers before 2.14 deliver this to ai__review.
      '$JS.ACK.EVENTS.ai__review.EVENTS.reviews__channel.1.1.0',
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
    const urlOf = (service: ServiceName) =>
      serviceDatabaseUrl(database.adminUrl, service, TEST_ROLE_PASSWORD);
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
        durables: DURABLES.filter(({ service }) => service === 'ai'),
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
        (refused) => refused.includes('CONSUMER.INFO.EVENTS.ai__review'),
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
});

const SHOP: OutsideConsumer = { name: 'shop', accountId: 8, passwordHash: 'password-of-shop' };

const LAKE: OutsideConsumer = { name: 'lake', accountId: null, passwordHash: 'password-of-lake' };

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

describe('outside consumers', () => {
  const CRM: OutsideConsumer = { name: 'crm', accountId: 7, passwordHash: 'password-of-crm' };

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
      'dlq.ai__review',
      'direct.ai__review',
      '_INBOX.reviews.x',
      '$JS.API.CONSUMER.CREATE.EVENTS',
      '$JS.API.CONSUMER.CREATE.EVENTS.crm',
      '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.crm',
      '$JS.API.CONSUMER.CREATE.DLQ.crm.review.*.*.7.>',
      '$JS.API.CONSUMER.CREATE.EVENTS.shop.review.*.*.7.>',
      '$JS.API.CONSUMER.INFO.EVENTS.shop',
      '$JS.API.CONSUMER.INFO.EVENTS.ai__review',
      '$JS.API.CONSUMER.MSG.NEXT.EVENTS.ai__review',
      '$JS.API.CONSUMER.DELETE.EVENTS.ai__review',
      '$JS.API.CONSUMER.NAMES.EVENTS',
      '$JS.API.CONSUMER.LIST.EVENTS',
      '$JS.ACK.EVENTS.ai__review.1.1.1.1.0',
      '$JS.ACK.hub.AbCd.EVENTS.ai__review.1.1.1.1.0.x',
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
      await expect(jsm.consumers.add('EVENTS', durable('lake', '>'))).rejects.toThrow(
        /Permissions Violation/i,
      );
    });

    it('may not publish', async () => {
      const lake = await as('lake');
      const channel = buildEvent(channelUpdated, { accountid: 7 });
      const attempt = lake.jetstream().publish(subjectOf(channel), JSON.stringify(channel));
      await expect(attempt).rejects.toThrow(/Permissions Violation/i);
    });
  });
});
