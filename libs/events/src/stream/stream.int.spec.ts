import 'reflect-metadata';
import {
  eventually,
  type GuardedNats,
  startGuardedNats,
  type NatsHandle,
  RecordedLogs,
  startNats,
} from '@plaudit/testing';
import { durablesOf } from '@plaudit/contracts';
import { Logger } from '@nestjs/common';
import { connect, type NatsConnection, AckPolicy, type Consumer, type JetStreamManager } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { refusalsOf, violationsIn } from '../fixtures/refusals';
import { applyTopology } from '../topology/topology';
import { StreamKeeper, type StreamReport } from './stream-keeper';
import { fillOf } from './purge-plan';

// The first test causes the errors that would be logged.
Logger.overrideLogger(false);

describe('the NATS user of the gateway', () => {
  let nats: GuardedNats;
  let admin: NatsConnection;
  let gateway: NatsConnection;
  const as = (user: string) => connect(connectionOptions({ url: nats.urlOf(user), service: user }));

  beforeAll(async () => {
    nats = await startGuardedNats();
    await applyTopology(nats.urlOf('admin'));
    [admin, gateway] = await Promise.all([as('admin'), as('gateway')]);
  });
  afterAll(async () => {
    await Promise.all([admin.close(), gateway.close()]);
    await nats.stop();
  });

  it('lets it keep the streams', async () => {
    const jsm = await admin.jetstreamManager();
    await jsm.consumers.delete('EVENTS', 'ai__account');
    await jsm.consumers.delete('DIRECT', 'ai__account');
    await jsm.consumers.add('EVENTS', { durable_name: 'forger', deliver_subject: 'peers.gateway' });
    const link = new NatsLink({ url: nats.urlOf('gateway'), service: 'gateway' });
    const keeper = new StreamKeeper(link, { leads: () => true, intervalMs: 20 });
    link.open();
    await link.waitUntilConnected(60_000);
    keeper.start();
    const report = await eventually(
      () => keeper.report,
      (found) => found?.consumers.some(({ durable }) => durable === 'ai__account') === true,
      'the keeper to restore the durables',
    );
    expect(report?.streams.map(({ stream }) => stream)).toEqual(['EVENTS', 'DIRECT', 'DLQ']);
    await expect(jsm.consumers.info('DIRECT', 'ai__account')).resolves.toBeDefined();
    await expect(jsm.consumers.info('EVENTS', 'forger')).rejects.toThrow('consumer not found');
    expect(violationsIn(nats.log(), 'gateway')).toEqual([]);
    await keeper.stop();
    await link.close();
  });

  it.each([
    '$JS.API.CONSUMER.DELETE.EVENTS.ai__review',
    '$JS.API.CONSUMER.DELETE.DIRECT.ai__review',
    '$JS.API.CONSUMER.CREATE.EVENTS.mine.review.>',
    '$JS.API.CONSUMER.CREATE.EVENTS.ai__review',
    '$JS.API.STREAM.PURGE.DLQ',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.MSG.GET.DLQ',
  ])('does not let it publish to %s', async (subject) => {
    const refusals = await refusalsOf(gateway, () => gateway.publish(subject, ''));
    expect(refusals).toEqual([`publish ${subject}`]);
  });
});

const MAX_BYTES = 500_000;

const PAYLOAD = 'x'.repeat(4_900);

const FILLS_THE_STREAM = MAX_BYTES / 5_000;

const LETTER = 'dlq.ai__review';

describe('StreamKeeper', () => {
  const durables = durablesOf('ai', ['review', 'account']);

  let nats: NatsHandle;
  let link: NatsLink;
  let client: NatsConnection;
  let jsm: JetStreamManager;
  let keeper: StreamKeeper;
  let leads: boolean;
  let logs: RecordedLogs;

  beforeEach(async () => {
    logs = new RecordedLogs();
    Logger.overrideLogger(logs);
    nats = await startNats();
    await applyTopology(nats.url, { durables, eventsMaxBytes: MAX_BYTES });
    client = await connect(connectionOptions({ url: nats.url, service: 'spec' }));
    jsm = await client.jetstreamManager();
    link = new NatsLink({ url: nats.url, service: 'gateway' });
    link.open();
    await link.waitUntilConnected(60_000);
    leads = true;
    keeper = new StreamKeeper(link, { leads: () => leads, durables, intervalMs: 20 });
  });
  afterEach(async () => {
    await keeper.stop();
    await link.close();
    await client.close();
    await nats.stop();
  });

  /** Publishes events, and throws if one is refused. */
  async function publish(count: number, subject = 'review.created.v1.7.12'): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => client.jetstream().publish(subject, PAYLOAD)));
  }

  /** Publishes until the stream refuses an event. Returns the refusal. */
  async function refusal(): Promise<string> {
    for (let accepted = 0; accepted < 2 * FILLS_THE_STREAM; accepted += 1) {
      const refused = await publish(1).then(
        () => null,
        (error: Error) => error.message,
      );
      if (refused) return refused;
    }
    throw new Error('The stream refused nothing.');
  }

  async function acknowledge(consumer: Consumer, count: number): Promise<number[]> {
    const sequences: number[] = [];
    const processed: Promise<boolean>[] = [];
    for await (const message of await consumer.fetch({ max_messages: count, expires: 60_000 })) {
      sequences.push(message.seq);
      processed.push(message.ackAck());
    }
    await Promise.all(processed);
    return sequences;
  }

  /** Publishes events that the durable for reviews acknowledges. */
  async function publishAcknowledged(count: number): Promise<void> {
    await publish(count);
    await acknowledge(await durable(), count);
  }

  /** Publishes events that all durables but a new one have acknowledged, and starts the keeper. */
  async function leaveUnacknowledged(name: string, count: number): Promise<void> {
    await jsm.consumers.add('EVENTS', {
      durable_name: name,
      filter_subject: 'review.>',
      ack_policy: AckPolicy.Explicit,
    });
    await publishAcknowledged(count);
    keeper.start();
  }

  const durable = (name = 'ai__review') => client.jetstream().consumers.get('EVENTS', name);
  const reported = (satisfied: (report: StreamReport) => boolean, what: string): Promise<StreamReport> =>
    eventually(
      () => keeper.report,
      (report) => report !== null && satisfied(report),
      what,
    ) as Promise<StreamReport>;
  /** Waits for a run that began after this call. */
  const looked = async (): Promise<void> => {
    for (let run = 0; run < 2; run += 1) {
      const before = keeper.report;
      await reported((report) => report !== before, 'a run of the keeper');
    }
  };
  const levelOf = (report: StreamReport) => report.streams.find(({ stream }) => stream === 'EVENTS')!;
  const lagOf = (report: StreamReport, name: string) =>
    report.consumers.find(({ stream, durable: its }) => stream === 'EVENTS' && its === name)?.lag;
  const messages = (level: 'error' | 'warn') =>
    logs.lines.flatMap((line) => (line.level === level ? [String(line.message)] : []));

  it('lets events be published for five times the size of the stream while every durable keeps up', async () => {
    keeper.start();
    // The durable for accounts has acknowledged one event, and its ack floor stays there.
    await publish(1, 'account.created.v1.7');
    await acknowledge(await durable('ai__account'), 1);
    const stream = async () => (await jsm.streams.info('EVENTS')).state;
    for (let round = 0; round < 50; round += 1) {
      await publishAcknowledged(FILLS_THE_STREAM / 10);
      await eventually(stream, ({ bytes }) => bytes <= 0.8 * MAX_BYTES, 'room in the stream');
    }
    const { last_seq, messages: left } = await stream();
    expect(last_seq).toBe(1 + 5 * FILLS_THE_STREAM);
    await eventually(
      () => keeper.counters.purgedEvents,
      (purged) => purged === last_seq - left,
      'all purged events to be counted',
    );
    expect(messages('error')).toEqual([]);
  });

  it('purges nothing that a durable of the product needs, and goes on when it has caught up', async () => {
    await publishAcknowledged(10);
    keeper.start();
    // nats.js gives an API error with the code 503 no other message.
    expect(await refusal()).toMatch(/maximum bytes exceeded|^503$/);
    const report = await reported(({ blocked }) => blocked, 'the stream to be held');
    expect(report.oldestUnacknowledgedSeconds).toBeGreaterThan(0);
    const { state } = await jsm.streams.info('EVENTS');
    expect(state.first_seq).toBeLessThanOrEqual(11);
    await reported((later) => lagOf(later, 'ai__review') === state.last_seq - 10, 'the whole lag');
    const held = messages('error').filter((line) => line.includes('had not acknowledged its oldest events'));
    expect(held).toEqual([expect.stringContaining('ai__review')]);

    const received = await acknowledge(await durable(), state.last_seq - 10);
    expect(received).toEqual(Array.from({ length: state.last_seq - 10 }, (_, at) => 11 + at));
    await reported((now) => !now.blocked && fillOf(levelOf(now)) <= 0.8, 'room in the stream');
    await publish(FILLS_THE_STREAM / 10);
  });

  it('purges beside deliveries that are not acknowledged yet, which are delivered again', async () => {
    await publishAcknowledged(0.7 * FILLS_THE_STREAM);
    await publish(0.2 * FILLS_THE_STREAM);
    const inFlight = new Set<number>();
    for await (const message of await (await durable()).fetch({ max_messages: 10, expires: 60_000 })) {
      inFlight.add(message.seq);
      message.nak(100);
    }
    keeper.start();
    await eventually(
      () => keeper.counters.purgedEvents,
      (purged) => purged > 0,
      'a purge',
    );
    const received = await acknowledge(await durable(), 0.2 * FILLS_THE_STREAM);
    expect(received).toEqual(expect.arrayContaining([...inFlight]));
    expect(new Set(received).size).toBe(0.2 * FILLS_THE_STREAM);
  });

  it('gives up above 90 % what only a consumer from outside has not acknowledged, and names it', async () => {
    await leaveUnacknowledged('crm', 0.85 * FILLS_THE_STREAM);
    const report = await reported((found) => lagOf(found, 'crm') === 0.85 * FILLS_THE_STREAM, 'its lag');
    expect(report.consumers.find((its) => its.durable === 'crm')).toMatchObject({ outside: true });
    await looked();
    expect(keeper.counters.purgedEvents).toBe(0);
    expect(report.oldestUnacknowledgedSeconds).toBe(0);
    await publishAcknowledged(0.08 * FILLS_THE_STREAM);
    await reported((found) => fillOf(levelOf(found)) < 0.7, 'the purge');
    expect(messages('warn')).toEqual([expect.stringMatching(/gave up events .*: crm$/)]);
  });

  it('gives up nothing that a durable of a newer release needs', async () => {
    await leaveUnacknowledged('reports__review', 0.95 * FILLS_THE_STREAM);
    const report = await reported(({ blocked }) => blocked, 'the stream to be held');
    expect(report.consumers.find((its) => its.durable === 'reports__review')).toMatchObject({
      outside: false,
    });
    expect((await jsm.streams.info('EVENTS')).state.first_seq).toBe(1);
  });

  it('purges although a durable acknowledges events while the keeper looks', async () => {
    await publishAcknowledged(0.85 * FILLS_THE_STREAM);
    const consumer = await durable();
    const connection = await eventually(
      () => link.connection,
      (found) => found !== null,
      'the connection',
    );
    const request = connection!.request.bind(connection);
    connection!.request = async (subject, ...rest) => {
      if (subject === '$JS.API.CONSUMER.LIST.EVENTS') {
        await publish(1);
        await (await consumer.next())?.ackAck();
      }
      return request(subject, ...rest);
    };
    keeper.start();
    await reported((report) => fillOf(levelOf(report)) <= 0.8, 'the purge');
    expect(messages('error')).toEqual([]);
  });

  it('creates a missing durable again, which misses nothing', async () => {
    await publish(3);
    await acknowledge(await durable(), 1);
    await jsm.consumers.delete('EVENTS', 'ai__review');
    await jsm.consumers.delete('DIRECT', 'ai__account');
    keeper.start();
    await reported((report) => lagOf(report, 'ai__review') === 3, 'the durable to exist again');
    expect(keeper.counters.missingDurables.filter(({ times }) => times > 0)).toEqual([
      { stream: 'EVENTS', durable: 'ai__review', times: 1 },
      { stream: 'DIRECT', durable: 'ai__account', times: 1 },
    ]);
    expect(messages('error')).toEqual([
      expect.stringContaining('Created the durable ai__review of the stream EVENTS again'),
      expect.stringContaining('Created the durable ai__account of the stream DIRECT again'),
    ]);
    expect(await acknowledge(await durable(), 3)).toEqual([1, 2, 3]);
  });

  it('deletes a push consumer from outside that does not push to an inbox', async () => {
    const push = { ack_policy: AckPolicy.None, filter_subject: 'review.>' };
    await jsm.consumers.add('EVENTS', { ...push, durable_name: 'forger', deliver_subject: 'peers.gateway' });
    await jsm.consumers.add('EVENTS', { ...push, durable_name: 'reader', deliver_subject: '_INBOX.crm.1' });
    keeper.start();
    await reported((report) => lagOf(report, 'reader') !== undefined, 'a run');
    await expect(jsm.consumers.info('EVENTS', 'forger')).rejects.toThrow('consumer not found');
    await expect(jsm.consumers.info('EVENTS', 'reader')).resolves.toBeDefined();
    expect(messages('error')).toEqual([expect.stringContaining('publish its events to peers.gateway')]);
  });

  it('reports nothing while it does not lead or NATS does not respond, and logs no error', async () => {
    leads = false;
    keeper.start();
    await publishAcknowledged(0.9 * FILLS_THE_STREAM);
    expect(keeper.report).toBeNull();
    leads = true;
    await reported((report) => fillOf(levelOf(report)) <= 0.8, 'the purge');
    await nats.kill();
    await eventually(
      () => keeper.report,
      (report) => report === null,
      'the report to be withdrawn',
    );
    await nats.restart();
    await reported((report) => report.streams.length === 3, 'a report after the restart');
    expect(messages('error')).toEqual([]);
  });

  it('reports a missing stream once', async () => {
    await jsm.streams.delete('EVENTS');
    keeper.start();
    await reported(({ streams }) => streams.length === 2, 'a run');
    await looked();
    expect(messages('error')).toEqual([
      expect.stringContaining('Found no stream EVENTS; run "npm run topology"'),
    ]);
  });

  it('counts the dead letters of each durable, also of one that no release has any more', async () => {
    keeper.start();
    await publish(2, LETTER);
    await publish(1, 'dlq.ai__gone');
    const { deadLetters } = await reported(
      (found) => found.deadLetters.reduce((sum, { letters }) => sum + letters, 0) === 3,
      'all dead letters',
    );
    expect(deadLetters).toEqual([
      { durable: 'ai__review', letters: 2 },
      { durable: 'ai__account', letters: 0 },
      { durable: 'ai__gone', letters: 1 },
    ]);
  });

  it('reports once that a full DLQ deletes its oldest letters', async () => {
    await jsm.streams.update('DLQ', { max_bytes: MAX_BYTES });
    keeper.start();
    await publish(FILLS_THE_STREAM, LETTER);
    await reported(
      ({ streams }) => streams.some((its) => its.stream === 'DLQ' && fillOf(its) > 0.9),
      'a full DLQ',
    );
    await publish(40, LETTER);
    await eventually(
      () => keeper.counters.lostDeadLetters,
      (lost) => lost >= 20,
      'the loss to be counted',
    );
    expect(messages('error')).toEqual([expect.stringContaining('The stream DLQ was full')]);
  });
});
