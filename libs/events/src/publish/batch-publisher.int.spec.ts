import 'reflect-metadata';
import { eventually, type NatsHandle, startNats } from '@plaudit/testing';
import { connect, DiscardPolicy, type JetStreamManager, type NatsConnection } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { NatsLink } from '../connection/nats-link';
import { BatchPublisher } from './batch-publisher';
import type { OutgoingMessage } from './publish-outcome';

describe('BatchPublisher', () => {
  let nats: NatsHandle;
  let link: NatsLink;
  let admin: NatsConnection;
  let jsm: JetStreamManager;

  beforeAll(async () => {
    nats = await startNats();
    link = new NatsLink({ url: nats.url, service: 'reviews' });
    link.open();
    await link.waitUntilConnected(5_000);
    admin = await connect({
      ...connectionOptions({ url: nats.url, service: 'spec' }),
      reconnectTimeWait: 20,
    });
    jsm = await admin.jetstreamManager();
    await jsm.streams.add({ name: 'ALL', subjects: ['things.>'] });
  });
  afterAll(async () => {
    await link.close();
    await admin.close();
    await nats.stop();
  });

  const messages = (prefix: string, count: number, payload = '{}'): OutgoingMessage[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${prefix}-${index}`,
      subject: `things.${prefix}`,
      payload,
      headers: { traceparent: '00-a-b-01', 'Content-Type': 'application/cloudevents+json' },
    }));

  it('stores more messages than its window holds, in order', async () => {
    const publisher = new BatchPublisher(link, { windowSize: 7 });
    const outcomes = await publisher.publish(messages('order', 100));
    const sequences = outcomes.map((outcome) => (outcome.stored ? outcome.sequence : 0));
    expect(sequences).toEqual(sequences.map((_, index) => sequences[0]! + index));
    const stored = await jsm.streams.getMessage('ALL', { seq: sequences[99]! });
    expect(stored.header.get('Nats-Msg-Id')).toBe('order-99');
    expect(stored.header.get('traceparent')).toBe('00-a-b-01');
    expect(stored.header.get('Content-Type')).toBe('application/cloudevents+json');
    publisher.close();
  });

  it('reports the messages that the stream already had', async () => {
    const publisher = new BatchPublisher(link);
    await publisher.publish(messages('twice', 2));
    await expect(publisher.publish(messages('twice', 3))).resolves.toMatchObject([
      { stored: true, duplicate: true },
      { stored: true, duplicate: true },
      { stored: true, duplicate: false },
    ]);
    publisher.close();
  });

  it('runs several batches concurrently without mixing up their outcomes', async () => {
    const publisher = new BatchPublisher(link, { windowSize: 3 });
    const [first, second] = await Promise.all([
      publisher.publish(messages('left', 20)),
      publisher.publish(messages('right', 30)),
    ]);
    expect(first).toHaveLength(20);
    expect(second).toHaveLength(30);
    expect([...first, ...second].every(({ stored }) => stored)).toBe(true);
    publisher.close();
  });

  it('reports a subject without a stream and sends nothing after it', async () => {
    const publisher = new BatchPublisher(link, { windowSize: 1 });
    const lost = { ...messages('nowhere', 1)[0]!, subject: 'elsewhere' };
    const outcomes = await publisher.publish([...messages('before', 1), lost, ...messages('behind', 2)]);
    expect(outcomes).toMatchObject([
      { stored: true },
      { stored: false, reason: 'no_stream' },
      { stored: false, reason: 'not_sent' },
      { stored: false, reason: 'not_sent' },
    ]);
    publisher.close();
  });

  it('reports a full stream', async () => {
    await jsm.streams.add({
      name: 'SMALL',
      subjects: ['small.>'],
      max_bytes: 200_000,
      discard: DiscardPolicy.New,
    });
    const publisher = new BatchPublisher(link, { windowSize: 1 });
    const outcomes = await publisher.publish(
      messages('full', 8, 'x'.repeat(50_000)).map((message) => ({ ...message, subject: 'small.full' })),
    );
    const refused = outcomes.find((outcome) => !outcome.stored);
    expect(refused).toMatchObject({ reason: 'stream_full', message: expect.stringContaining('10077') });
    publisher.close();
  });

  it('reports a timeout if the server stops responding', async () => {
    const publisher = new BatchPublisher(link, { timeoutMs: 100 });
    await nats.pause();
    const timedOut = await publisher.publish(messages('silence', 3));
    nats.resume();
    expect(timedOut.map((outcome) => !outcome.stored && outcome.reason)).toEqual(Array(3).fill('timeout'));
    publisher.close();
  });

  it('fails at once while NATS is down and works again after the restart', async () => {
    const publisher = new BatchPublisher(link, { timeoutMs: 20_000 });
    const refused = [{ reason: 'disconnected' }, { reason: 'disconnected' }];
    await nats.pause();
    const inFlight = publisher.publish(messages('down', 2));
    await nats.kill();
    await expect(inFlight).resolves.toMatchObject(refused);
    await eventually(
      () => link.connected,
      (up) => !up,
      'the connection to be lost',
    );
    await expect(publisher.publish(messages('down', 2))).resolves.toMatchObject(refused);
    await nats.restart();
    await link.waitUntilConnected(10_000);
    await expect(publisher.publish(messages('up', 2))).resolves.toMatchObject([
      { stored: true },
      { stored: true },
    ]);
    publisher.close();
  });
});
