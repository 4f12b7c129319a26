import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { durablesOf } from '@plaudit/contracts';
import { eventually, type NatsCluster, RecordedLogs, startNatsCluster } from '@plaudit/testing';
import { AckPolicy, connect, type JetStreamManager, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { applyTopology } from '../topology/topology';
import { StreamKeeper } from './stream-keeper';
import { consumersOf } from './stream-state';

const MAX_BYTES = 500_000;
const PAYLOAD = 'x'.repeat(4_900);
const durables = durablesOf('widgets', ['review']);

describe('a consumer that has no leader because its server of the NATS cluster was killed', () => {
  let cluster: NatsCluster;
  let client: NatsConnection;
  let jsm: JetStreamManager;
  let server: string;
  const logs = new RecordedLogs();
  const namesOf = async () => {
    const { reported, silent } = await consumersOf(client, jsm, 'EVENTS');
    return { reported: reported.map(({ name }) => name).toSorted(), silent };
  };

  beforeAll(async () => {
    Logger.overrideLogger(logs);
    cluster = await startNatsCluster();
    const url = cluster.urlOf('admin');
    await applyTopology(url, { durables, eventsMaxBytes: MAX_BYTES, replicas: 3 });
    client = await connect(connectionOptions({ url, service: 'spec' }));
    jsm = await client.jetstreamManager({ timeout: 30_000 });
    // A consumer from outside that has read everything, because nothing is for it.
    const crm = { durable_name: 'crm', num_replicas: 1, filter_subject: 'account.>' };
    await jsm.consumers.add('EVENTS', { ...crm, ack_policy: AckPolicy.Explicit });
    await cluster.settle();
    server = (await jsm.consumers.info('EVENTS', 'crm')).cluster?.leader as string;
    expect(await namesOf()).toEqual({ reported: ['crm', 'widgets__review'], silent: [] });
  });
  afterAll(async () => {
    await client.close();
    await cluster.stop();
  });

  it('is known by its name although the list lacks it', async () => {
    await cluster.halt(server, 'kill');
    await cluster.leaderOf('EVENTS');
    const { silent } = await eventually(
      namesOf,
      ({ reported }) => reported.includes('widgets__review'),
      'the durable of the product to have a leader',
    );
    expect(silent).toEqual(['crm']);
  });

  it('of a missing stream is an error', async () => {
    await expect(consumersOf(client, jsm, 'NONE')).rejects.toThrow('stream not found');
  });

  it('holds back the events that it may need, until it reports', async () => {
    const subject = 'review.created.v1.7.12';
    for (let sent = 0; sent < (0.85 * MAX_BYTES) / 5_000; sent += 1)
      await client.jetstream().publish(subject, PAYLOAD);
    const durable = await client.jetstream().consumers.get('EVENTS', 'widgets__review');
    for await (const message of await durable.fetch({ max_messages: 85, expires: 60_000 }))
      await message.ackAck();

    const link = new NatsLink({ url: cluster.urlOf('gateway'), service: 'gateway' });
    const keeper = new StreamKeeper(link, { leads: () => true, durables, intervalMs: 20 });
    link.open();
    await link.waitUntilConnected(60_000);
    keeper.start();
    const isSilent = { level: 'warn', message: expect.stringMatching(/no leader.*: crm$/) };
    await eventually(
      () =>
        keeper.report !== null && logs.lines.some(({ message }) => /no leader.*: crm$/.test(String(message))),
      Boolean,
      'a report without the consumer',
    );
    expect(logs.lines).toContainEqual(expect.objectContaining(isSilent));
    expect(keeper.counters.purgedEvents).toBe(0);

    await cluster.restart(server);
    await eventually(
      () => keeper.counters.purgedEvents,
      (purged) => purged > 0,
      'a purge',
    );
    expect(keeper.counters.missingDurables.filter(({ times }) => times > 0)).toEqual([]);
    expect(logs.errors()).toEqual([]);
    await keeper.stop();
    await link.close();
  });
});
