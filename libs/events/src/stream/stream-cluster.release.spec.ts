import 'reflect-metadata';
import { eventually, type NatsCluster, RecordedLogs, startNatsCluster } from '@plaudit/testing';
import { durablesOf } from '@plaudit/contracts';
import { Logger } from '@nestjs/common';
import { connect, type NatsConnection, AckPolicy, type JetStreamManager } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { applyTopology } from '../topology/topology';
import { StreamKeeper } from './stream-keeper';
import { consumersOf } from './stream-state';

const MAX_BYTES = 500_000;

const PAYLOAD = 'x'.repeat(4_900);

const EVENTS = (0.85 * MAX_BYTES) / 5_000;

/** An election takes seconds on a busy machine. */
const PATIENCE = { timeoutMs: 100_000 };

describe('a consumer that has no leader because its server of the NATS cluster was killed', () => {
  const durables = durablesOf('ai', ['review']);

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
    const topology = { durables, eventsMaxBytes: MAX_BYTES, replicas: 3 };
    // On a busy machine the servers take longer to elect a leader than the command waits. It may be repeated.
    const applied = () =>
      applyTopology(url, topology).then(
        () => true,
        () => false,
      );
    await eventually(applied, Boolean, 'the cluster to have the topology', PATIENCE);
    client = await connect(connectionOptions({ url, service: 'spec' }));
    jsm = await client.jetstreamManager({ timeout: 30_000 });
    // A consumer from outside that has read everything, because nothing is for it.
    const crm = { durable_name: 'crm', num_replicas: 1, filter_subject: 'account.>' };
    await jsm.consumers.add('EVENTS', { ...crm, ack_policy: AckPolicy.Explicit });
    await cluster.settle();
    await fillWithAcknowledged();
    server = (await jsm.consumers.info('EVENTS', 'crm')).cluster?.leader as string;
    expect(await namesOf()).toEqual({ reported: ['ai__review', 'crm'], silent: [] });
  });
  afterAll(async () => {
    await client?.close();
    await cluster?.stop();
  });

  /** Fills the stream to 85 %, above which the keeper purges. */
  async function fillWithAcknowledged(): Promise<void> {
    for (let sent = 0; sent < EVENTS; sent += 1)
      await client.jetstream().publish('review.created.v1.7.12', PAYLOAD, { timeout: 30_000 });
    const durable = await client.jetstream().consumers.get('EVENTS', 'ai__review');
    for await (const message of await durable.fetch({ max_messages: EVENTS, expires: 60_000 }))
      await message.ackAck();
  }

  it('is known by its name although the list lacks it', async () => {
    await cluster.halt(server, 'kill');
    await cluster.leaderOf('EVENTS');
    // While the cluster elects leaders, requests time out and the durable of the product is silent, too.
    const names = await eventually(
      () => namesOf().catch(() => null),
      (found) => found?.reported.includes('ai__review') === true,
      'the durable of the product to have a leader',
      PATIENCE,
    );
    expect(names?.silent).toEqual(['crm']);
  });

  it('of a missing stream is an error', async () => {
    await expect(consumersOf(client, jsm, 'NONE')).rejects.toThrow('stream not found');
  });

  it('holds back the events that it may need, until it reports', async () => {
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
      PATIENCE,
    );
    expect(logs.lines).toContainEqual(expect.objectContaining(isSilent));
    expect(keeper.counters.purgedEvents).toBe(0);

    await cluster.restart(server);
    await eventually(
      () => keeper.counters.purgedEvents,
      (purged) => purged > 0,
      'a purge',
      PATIENCE,
    );
    expect(keeper.counters.missingDurables.filter(({ times }) => times > 0)).toEqual([]);
    expect(logs.errors()).toEqual([]);
    await keeper.stop();
    await link.close();
  });
});
