import {
  type CollectedReview,
  type DomainEvent,
  reviewCreated,
  type ReviewPayload,
  reviewsCollected,
  type ReviewsCollectedPayload,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { listDeadLetters } from '@plaudit/events';
import type { RunningServices } from '@plaudit/runtime';
import {
  buildCollectedReview,
  buildEvent,
  type Caller,
  eventually,
  type EventRecorder,
  startWorld,
  type World,
} from '@plaudit/testing';
import fc from 'fast-check';
import { startReplica } from '../second-replica.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { cleanReviews } from './clean-review';

/**
 * Pages that our crawler never sends, or not in this order, handled by two replicas at once. Oracle: the rows, the
 * published events, the counts of the list, and an empty list of dead letters.
 */
describe('OnReviewsCollected with hostile pages', () => {
  let world: World;
  let replica: RunningServices;
  let client: Caller;
  let events: EventRecorder;
  let nextChannel = 500;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    replica = await startReplica(world);
    client = world.as();
    events = await world.recorder('review.>');
  });
  afterAll(async () => {
    await replica.close();
    await world.close();
  });

  function pageEvent(
    channel: number,
    version: number,
    reviews: CollectedReview[],
    overrides: Partial<ReviewsCollectedPayload> = {},
  ): DomainEvent {
    const data = { channel_id: channel, channel_name: 'Acme Notes', reviews, ...overrides };
    return buildEvent(reviewsCollected, { subject: String(channel), aggregateversion: version, data });
  }

  /** Publishes the pages one after the other and waits until each was handled. */
  async function take(...pages: DomainEvent[]): Promise<void> {
    for (const page of pages) await world.publish(page);
    const ids = pages.map(({ id }) => id);
    await eventually(
      () => world.admin.query('select 1 from reviews.inbox where event_id = any ($1)', [ids]),
      (noted) => noted.length === pages.length,
      `the handling of ${pages.length} page(s)`,
      // The pages of one channel are handled one after the other.
      { timeoutMs: 30_000 + pages.length * 1_500 },
    );
  }

  async function list(channel: number): Promise<ReviewPayload[]> {
    const query = { channels: channel, limit: 100 };
    const { status, body } = await client.get('reviews', '/public/v1/reviews/get', { query });
    expect(status).toBe(200);
    expect(body.items).toHaveLength(body.count);
    return body.items;
  }

  async function created(channel: number, count: number): Promise<DomainEvent<ReviewPayload>[]> {
    return eventually(
      () => events.of(reviewCreated).filter(({ data }) => data.channel_id === channel),
      (found) => found.length >= count,
      `${count} created events`,
    );
  }

  /** Waits until all earlier events have arrived: one replica publishes them in the order in which they were stored. */
  async function allReceived(): Promise<void> {
    const channel = nextChannel++;
    await take(pageEvent(channel, 1, [buildCollectedReview()]));
    await created(channel, 1);
  }

  async function expectNoDeadLetters(): Promise<void> {
    expect(await listDeadLetters(world.natsUrl)).toEqual([]);
  }

  it('stores every review of a page whose values are impossible, and the valid ones beside them', async () => {
    const channel = nextChannel++;
    const impossible: Partial<CollectedReview>[] = [
      { text: 'x'.repeat(150_000) },
      { text: 'nul \u0000 and \ud800 lone' },
      { rating_value: 3, rating_scale: 100_000 },
      { rating_value: 3, rating_scale: 0 },
      { rating_value: -3 },
      { rating_value: 1e12 },
      { posted_on: '2026-02-31 25:00:00' },
      { posted_on: '0000-00-00 00:00:00' },
      { posted_on: '9999-12-31 23:59:59' },
      { from_name: '\u0000' },
      { from_url: 'javascript:alert(1)', from_image: 'data:,x', post_url: 'x'.repeat(5_000) },
      { language: '\u0000'.repeat(1_000) },
      { media: [{ type: 'image', url: 'https://a.example/\u0000', src: '' }] },
      { reply: { text: '\udfff', posted_on: '2026-99-99 99:99:99' } },
      {
        additional: {
          'key\u0000': ['\ud800', { deep: { deeper: { deepest: {} } } }],
          big: 'y'.repeat(50_000),
        },
      },
    ];
    const bad = impossible.map((fields, n) => buildCollectedReview({ external_id: `bad ${n}`, ...fields }));
    const good = ['first', 'last'].map((external_id) =>
      buildCollectedReview({ external_id, text: external_id }),
    );
    const odd = [
      buildCollectedReview({ external_id: '' }),
      buildCollectedReview({ external_id: '\u0000' }),
      buildCollectedReview({ external_id: 'i'.repeat(10_000) }),
    ];
    const reviews = [good[0]!, ...bad, ...odd, good[1]!];
    await take(
      pageEvent(channel, 1, reviews, {
        label: 'App \u0000 Store',
        channel_name: '\ud800',
        type: 'app_store',
      }),
    );
    const items = await list(channel);
    expect(items).toHaveLength(reviews.length);
    expect(items.filter(({ text }) => text === 'first' || text === 'last')).toHaveLength(2);
    const now = wireDate(new Date());
    expect(items.filter(({ posted_on }) => posted_on > now)).toEqual([]);
    expect(items.every(({ label }) => label === 'App Store')).toBe(true);
    expect(await created(channel, reviews.length)).toHaveLength(reviews.length);
    // A second crawl finds the same reviews: unusable ids are always replaced by the same ones.
    await take(pageEvent(channel, 2, reviews));
    expect(await list(channel)).toEqual(items);
    await expectNoDeadLetters();
  });

  it('stores a review that a page lists twice once, in its last form', async () => {
    const channel = nextChannel++;
    const page = ['one', 'two', 'three'].map((text) => buildCollectedReview({ external_id: 'same', text }));
    await take(pageEvent(channel, 1, page));
    expect(await list(channel)).toMatchObject([{ text: 'three' }]);
    await take(pageEvent(channel, 2, [...page].reverse()));
    expect(await list(channel)).toMatchObject([{ text: 'one' }]);
    await allReceived();
    expect(await created(channel, 1)).toHaveLength(1);
  });

  it('adds only missing reviews from an older page that arrives late', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'r', text: 'First words' });
    const missing = buildCollectedReview({ external_id: 'm', text: 'Missing words' });
    await take(pageEvent(channel, 3, [{ ...review, text: 'Third words' }]));
    await take(pageEvent(channel, 1, [review, missing]));
    await take(pageEvent(channel, 2, [{ ...review, text: 'Second words', removed: true }]));
    const texts = (await list(channel)).map(({ text, removed_on }) => [text, removed_on]);
    expect(Object.fromEntries(texts)).toEqual({ 'Missing words': null, 'Third words': null });
  });

  it('ignores an older page also when the newest page changed nothing', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'r', text: 'Words' });
    await take(pageEvent(channel, 1, [review]));
    await take(pageEvent(channel, 3, [review]));
    await take(pageEvent(channel, 2, [{ ...review, text: 'Between' }]));
    expect(await list(channel)).toMatchObject([{ text: 'Words' }]);
    await allReceived();
    expect(events.of(reviewUpdated).filter(({ data }) => data.channel_id === channel)).toEqual([]);
  });

  it('neither loses nor repeats a review when two replicas handle pages of one channel, and keeps the newest text', async () => {
    const channel = nextChannel++;
    const versions = Array.from({ length: 40 }, (_, index) => index + 1);
    const pages = versions.map((version) => {
      const reviews = Array.from({ length: 20 }, (_, n) =>
        buildCollectedReview({
          external_id: `r${n}`,
          text: `Words of ${version}`,
          rating_value: 1 + (version % 5),
        }),
      );
      const own = buildCollectedReview({ external_id: `only on ${version}`, text: 'Only here' });
      return pageEvent(channel, version, [...reviews, own]);
    });
    await take(...pages);
    const items = await list(channel);
    expect(items.filter(({ text }) => text === 'Only here')).toHaveLength(40);
    expect(items.filter(({ text }) => text === 'Words of 40')).toHaveLength(20);
    const all = await created(channel, 60);
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(60);
    expect(all).toHaveLength(60);
    const rows = await world.admin.query<{ id: number; version: number }>(
      'select id, version from reviews.reviews where channel_id = $1',
      [channel],
    );
    const newest = await eventually(
      () => newestVersions(channel),
      (found) => rows.every(({ id, version }) => found.get(id) === version),
      'an event of the newest version of every review',
    );
    expect(newest.size).toBe(rows.length);
    const sums = (total: string, from: string) =>
      `select sub_account_id, status, coalesce(star, 0) as star, ${total}::int as total from reviews.${from}
       group by 1, 2, 3 having ${total} <> 0 order by 1, 2, 3`;
    const counted = await world.admin.query(sums('sum(total)', 'review_counts'));
    expect(counted).toEqual(await world.admin.query(sums('count(*)', 'reviews')));
    await expectNoDeadLetters();
  });

  function newestVersions(channel: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const { data, aggregateversion } of [...events.of(reviewCreated), ...events.of(reviewUpdated)]) {
      if (data.channel_id !== channel) continue;
      found.set(data.id, Math.max(found.get(data.id) ?? 0, aggregateversion));
    }
    return found;
  }

  it('stores every review of random pages', async () => {
    const channel = nextChannel++;
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const review = fc.record({
      external_id: fc.string({ unit: 'binary', maxLength: 3 }),
      text,
      language: fc.option(text),
      from_name: text,
      from_image: fc.option(text),
      rating_value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      rating_scale: fc.integer(),
      reply: fc.option(fc.record({ text, posted_on: fc.constant(null) })),
      verified: fc.boolean(),
      additional: fc.option(fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<unknown>)),
      removed: fc.boolean(),
    });
    const drawn = fc.sample(fc.array(review, { minLength: 1, maxLength: 30 }), { numRuns: 30 });
    const pages = drawn.map((page) => page.map((one) => buildCollectedReview(one)));
    await take(...pages.map((page, index) => pageEvent(channel, index + 1, page)));
    const [stored] = await world.admin.query<{ rows: number; ids: number }>(
      'select count(*)::int as rows, count(distinct external_id)::int as ids from reviews.reviews where channel_id = $1',
      [channel],
    );
    const ids = new Set(
      pages.flatMap((page) => cleanReviews(page, new Date())).map((one) => one.external_id),
    );
    expect(stored).toEqual({ rows: ids.size, ids: ids.size });
    await expectNoDeadLetters();
  });

  it('moves a page without a valid channel id to the dead letters at once and handles the pages behind it', async () => {
    const channel = nextChannel++;
    world.expectErrors(/Moved an event to the dead letters.*channel_id is not an integer/s);
    const nowhere = pageEvent(1, 1, [buildCollectedReview()], { channel_id: 1e30 });
    await world.publish(nowhere);
    await take(pageEvent(channel, 1, [buildCollectedReview()]));
    expect(await list(channel)).toHaveLength(1);
    const letters = await eventually(
      () => listDeadLetters(world.natsUrl),
      (found) => found.length > 0,
      'the dead letter',
    );
    expect(letters).toMatchObject([{ messageId: nowhere.id, deliveries: 1 }]);
    const logged = await eventually(
      () => world.logs.errors().map(({ message }) => message),
      (lines) => lines.length > 0,
      'the log message',
    );
    expect(logged).toMatchObject([
      { message: 'Moved an event to the dead letters', reason: 'channel_id is not an integer' },
    ]);
  });
});
