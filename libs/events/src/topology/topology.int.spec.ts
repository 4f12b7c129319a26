import 'reflect-metadata';
import { DURABLES, STREAMS } from '@plaudit/contracts';
import { type NatsHandle, startNats } from '@plaudit/testing';
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { applyTopology, checkTopology } from './topology';

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
    const { config } = await jsm.consumers.info('EVENTS', 'widgets__review');
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
    await jsm.consumers.update('EVENTS', 'widgets__review', { max_ack_pending: 1 });
    await jsm.streams.update('DLQ', { max_age: 1_000_000_000_000 });
    expect(await checkTopology(nats.url)).toEqual([
      {
        service: null,
        problem: 'stream DLQ differs in max_age (1000000000000, not 2592000000000000)',
      },
      {
        service: 'widgets',
        problem: 'durable widgets__review of stream EVENTS differs in max_ack_pending (1, not 256)',
      },
    ]);
    const report = await applyTopology(nats.url);
    const changed = [...report.streams, ...report.durables].filter(({ action }) => action !== 'unchanged');
    expect(changed).toEqual([
      { name: 'DLQ', action: 'updated' },
      { stream: 'EVENTS', name: 'widgets__review', action: 'updated' },
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
        durable.name === 'widgets__review' && durable.stream === 'EVENTS'
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
      ['widgets__review of EVENTS', 'filter_subject', false],
      ['widgets__review of EVENTS', 'max_ack_pending', true],
    ]);
    const before = await jsm.streams.info('EVENTS');
    expect(before.config.max_bytes).toBe(2_000_000_000);
    expect(before.config.subjects).toContain('invoice.>');
    const durable = await jsm.consumers.info('EVENTS', 'widgets__review');
    expect(durable.config).toMatchObject({ filter_subject: 'review.>', max_ack_pending: 128 });

    await applyTopology(nats.url, { ...options, force: true });
    await expect(checkTopology(nats.url, options)).resolves.toEqual([]);
    await applyTopology(nats.url, { force: true });
  });

  it('does not delete durables outside the given topology', async () => {
    const { durables } = await applyTopology(nats.url, { durables: [] });
    expect(durables).toEqual([]);
    await expect(jsm.consumers.info('EVENTS', 'widgets__review')).resolves.toBeDefined();
  });
});
