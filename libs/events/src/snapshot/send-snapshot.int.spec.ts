import 'reflect-metadata';
import { DURABLES, reviewCreated, reviewSnapshot, type ReviewSnapshotPayload } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import type { JetStreamStrategy } from '../consume/jetstream.strategy';
import { EventsWorld } from '../fixtures/events-world';
import type { Replica } from '../fixtures/replica';
import { AGGREGATES, LATE_DURABLE, LATE_DURABLES } from '../fixtures/reviews-snapshot';
import { ended } from '../fixtures/run-program';
import { applyTopology } from '../topology/topology';
import { sendSnapshot, type SnapshotOptions, type SnapshotReport } from './send-snapshot';

const RECORDS = 1_700;
/** Records that are read at once, and sent again after a crash. */
const READ = 500;
/** Events in which so many records are sent at most. */
const PAGES_PER_READ = 5;

describe('sendSnapshot', () => {
  let world: EventsWorld;
  let reviews: Replica;
  let ai: Replica;
  let gateway: Replica;
  /** The pages that gateway received, in their order. */
  let pages: ReviewSnapshotPayload[] = [];
  const heard: string[] = [];
  const durables = [...DURABLES, ...LATE_DURABLES];

  beforeAll(async () => {
    world = await EventsWorld.start(['reviews', 'ai', 'gateway']);
    [reviews, ai, gateway] = [
      await world.replica('reviews'),
      await world.replica('ai'),
      await world.replica('gateway'),
    ];
    await reviews.database.query(
      `insert into aggregates (id, version) select 2 * n, 1 + n % 3 from generate_series(1, ${RECORDS}) n`,
    );
    const record = { [reviewSnapshot.pattern]: () => heard.push('ai') };
    world.consume(ai, { ...record, [reviewCreated.pattern]: () => heard.push('ai') });
    (await world.client()).subscribe('review.>', { callback: () => heard.push('a core subscriber') });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    pages = [];
  });

  const send = (more: Partial<SnapshotOptions> = {}): Promise<SnapshotReport> =>
    sendSnapshot({
      service: 'reviews',
      source: AGGREGATES,
      databaseUrl: world.databaseUrl('reviews'),
      nats: world.nats.url,
      durable: LATE_DURABLE,
      rate: 100_000,
      ...more,
    });
  const consumeLate = (): JetStreamStrategy =>
    world.consume(
      gateway,
      { [reviewSnapshot.pattern]: ({ data }) => pages.push(data as ReviewSnapshotPayload) },
      { durables: LATE_DURABLES },
    );
  const received = (): number[] => pages.flatMap(({ records }) => records.map(({ id }) => id));
  const progress = () =>
    reviews.database.query<{ cursor: number; sent: number; begun_at: Date }>(
      'select cursor, sent, begun_at from snapshot_progress',
    );
  const allIds = Array.from({ length: RECORDS }, (_, at) => 2 * (at + 1));

  it('refuses a durable that does not exist, with the command that creates it', async () => {
    await expect(send()).rejects.toThrow(
      'The durable gateway__review of stream EVENTS is missing. Run "npm run topology" first.',
    );
    expect(await progress()).toEqual([]);
  });

  it('sends every record to a durable that was created later, and nothing to others', async () => {
    await applyTopology(world.nats.url, { durables });
    const consumer = consumeLate();
    const report = await send({ untilApplied: true });
    await consumer.close();
    expect(report).toMatchObject({ records: RECORDS, before: 0, backlog: 0 });
    expect(received().toSorted((a, b) => a - b)).toEqual(allIds);
    expect(pages[0]!.records[0]).toMatchObject({ account_id: 7, sub_account_id: 12, version: 2 });
    expect(heard).toEqual([]);
    expect(await world.stored()).toEqual([]);
    expect(await progress()).toEqual([]);
  });

  it('sends pages whose ranges follow each other from 0 without an end', async () => {
    const consumer = consumeLate();
    await send({ untilApplied: true });
    await consumer.close();
    const ranges = pages.toSorted((a, b) => a.after - b.after);
    expect(ranges.map(({ after }) => after)).toEqual([
      0,
      ...ranges.slice(0, -1).map(({ through }) => through),
    ]);
    expect(ranges.at(-1)!.through).toBeNull();
  });

  it('continues after it was killed, and repeats at most the records of one read', async () => {
    const consumer = consumeLate();
    const child = world.program('snapshot', 'reviews');
    const [before] = await eventually(progress, ([row]) => (row?.cursor ?? 0) > 0, 'the first stored page');
    await expect(send()).rejects.toThrow('Another process is sending a snapshot to gateway__review.');
    child.kill('SIGKILL');
    await ended(child);
    const stopped = (await progress())[0]!;
    const report = await eventually(
      () => send({ untilApplied: true }).catch(() => null),
      Boolean,
      'the second run',
    );
    await consumer.close();
    expect(report).toMatchObject({ before: stopped.sent, records: RECORDS - stopped.sent });
    expect(stopped.sent).toBeLessThan(RECORDS);
    expect([...new Set(received())].toSorted((a, b) => a - b)).toEqual(allIds);
    expect(received().length - RECORDS).toBeLessThanOrEqual(READ);
    expect(new Set(pages.map(({ begun_on }) => begun_on)).size).toBe(1);
    expect(before!.begun_at).toEqual(stopped.begun_at);
    expect(await progress()).toEqual([]);
  });

  it('begins anew with restart', async () => {
    await reviews.database.query(
      'insert into snapshot_progress (durable, cursor, sent) values ($1, 3000, 1500)',
      [LATE_DURABLE],
    );
    const consumer = consumeLate();
    const report = await send({ restart: true, untilApplied: true });
    await consumer.close();
    expect(report).toMatchObject({ before: 0, records: RECORDS });
  });

  it.each([
    ['continues a snapshot that was interrupted within the last day', '23 hours', 1_500],
    ['begins anew if the interrupted snapshot is older than a day', '25 hours', 0],
  ])('%s', async (_title, age, before) => {
    await reviews.database.query(
      `insert into snapshot_progress (durable, cursor, sent, begun_at) values ($1, 3000, 1500, now() - $2::interval)`,
      [LATE_DURABLE, age],
    );
    const consumer = consumeLate();
    const begun: number[] = [];
    const report = await send({ untilApplied: true, onBegin: ({ sent }) => begun.push(sent) });
    await consumer.close();
    expect(report).toMatchObject({ before, records: RECORDS - before });
    expect(begun).toEqual([before]);
  });

  it('waits while the backlog of the durable is above its limit', async () => {
    const seen: SnapshotReport[] = [];
    const run = send({ maxBacklog: 1, onProgress: (report) => seen.push(report) });
    const waiting = await eventually(
      async () => (await world.durable(LATE_DURABLE, 'DIRECT')).num_pending,
      (pending) => pending > 1,
      'a backlog',
    );
    expect(waiting).toBeLessThanOrEqual(PAGES_PER_READ);
    expect((await progress())[0]!.sent).toBeLessThanOrEqual(READ);
    await eventually(
      () => seen.at(-1)?.waited ?? 0,
      (waited) => waited > 0,
      'the sender to wait',
    );
    expect((await progress())[0]!.sent).toBe(READ);
    const consumer = consumeLate();
    const report = await run;
    await consumer.close();
    expect(report.records).toBe(RECORDS);
    expect(Math.max(...seen.map(({ backlog }) => backlog))).toBeLessThanOrEqual(1 + PAGES_PER_READ);
  });

  it('keeps to the rate', async () => {
    const consumer = consumeLate();
    const report = await send({ rate: 2_000 });
    await consumer.close();
    // The first read is sent at once.
    expect(report.seconds).toBeGreaterThan((RECORDS - READ) / 2_000);
  });

  it('waits while the stream is full, and loses nothing', async () => {
    const jsm = await world.manager();
    await eventually(
      async () => (await jsm.streams.info('DIRECT')).state.messages,
      (messages) => messages === 0,
      'an empty stream',
    );
    // One page fits.
    await jsm.streams.update('DIRECT', { max_bytes: 300_000 });
    const run = send();
    await eventually(
      async () => (await jsm.streams.info('DIRECT')).state.messages,
      (messages) => messages === 1,
      'a full stream',
    );
    expect((await progress())[0]!.sent).toBe(0);
    const consumer = consumeLate();
    await run;
    await eventually(
      () => new Set(received()).size,
      (count) => count === RECORDS,
      'all records',
    );
    await consumer.close();
  });
});
