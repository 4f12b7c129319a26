import {
  atLength,
  buildEvent,
  buildReview,
  SeededRandom,
  startWorld,
  waitUntilConsumed,
  type World,
} from '@plaudit/testing';
import { channelUpdated, type DomainEvent, reviewCreated, reviewUpdated, wireDate } from '@plaudit/contracts';
import { reportsService } from '../service';

const PLATFORMS = ['google', 'maps', 'yelp'];

const CHANNELS = [1, 2, 3];

const REVIEWS = 40;

/** Each asks for every report. */
const ROUNDS = atLength({ short: 12, long: 40 });

const TAGS = [
  { id: 1, name: 'bread' },
  { id: 2, name: 'rolls' },
];

interface Counted {
  reviews: number;
  replied: number;
  dated_replies: number;
}

describe('the totals of reports while reviews and channels change', () => {
  let world: World;
  beforeAll(async () => (world = await startWorld({ services: [{ definition: reportsService }] })));
  afterAll(() => world.close());

  const random = new SeededRandom(14);
  let version = 1;

  /** Returns an event that moves a review to another channel, day and star, with other tags and another reply. */
  function reviewEvent(id: number): DomainEvent {
    const channel_id = random.pick(CHANNELS);
    const posted = Date.now() - random.between(0, 300) * 86_400_000;
    const data = buildReview({
      id,
      channel_id,
      type: PLATFORMS[channel_id - 1]!,
      label: PLATFORMS[channel_id - 1]!,
      rating_value: random.between(1, 5),
      rating_scale: 5,
      posted_on: wireDate(new Date(posted)),
      tags: TAGS.filter(() => random.next() < 0.5),
      reply: random.pick([
        null,
        { text: 'Thank you', posted_on: null },
        { text: 'Thank you', posted_on: wireDate(new Date(posted + 3_600_000)) },
      ]),
    });
    return buildEvent(version === 1 ? reviewCreated : reviewUpdated, { aggregateversion: version, data });
  }

  function channelEvent(id: number): DomainEvent {
    const type = PLATFORMS[id - 1]!;
    const data = {
      id,
      type,
      type_id: id,
      label: type,
      score: random.between(1, 5),
      reviews: random.between(0, 99),
    };
    return buildEvent(channelUpdated, { aggregateversion: version, data });
  }

  async function get<Body>(report: string): Promise<Body> {
    const { status, body } = await world.as().get('reports', `/public/v1/reports/${report}`);
    expect({ report, status }).toEqual({ report, status: 200 });
    return body as Body;
  }

  function sumOf(numbers: readonly number[]): number {
    return numbers.reduce((sum, number) => sum + number, 0);
  }

  async function expectSumOverTime(): Promise<unknown> {
    const { datasets, distributions } = await get<{
      datasets: Record<string, number[]>;
      distributions: Record<string, number>;
    }>('reviews_over_time');
    const { total, ...parts } = datasets;
    expect(total).toEqual(total!.map((_, month) => sumOf(Object.values(parts).map((part) => part[month]!))));
    expect([sumOf(total!), sumOf(Object.values(distributions))]).toEqual([REVIEWS, REVIEWS]);
    return datasets;
  }

  async function expectSumOfStars(): Promise<unknown> {
    const body = await get<{ total: number; distribution: Record<string, number> }>('rating_distribution');
    expect([body.total, sumOf(Object.values(body.distribution))]).toEqual([REVIEWS, REVIEWS]);
    return body;
  }

  async function expectSumOfRatings(): Promise<unknown> {
    interface Official {
      official_num_reviews: number;
    }
    const body = await get<{ types: Record<string, Official & { channels: Official[] }>; totals: Official }>(
      'ratings',
    );
    const counts = (of: readonly Official[]): number => sumOf(of.map((one) => one.official_num_reviews));
    const types = Object.values(body.types);
    expect(types).toHaveLength(PLATFORMS.length);
    expect(counts(types)).toBe(body.totals.official_num_reviews);
    expect(types.map(({ channels }) => counts(channels))).toEqual(
      types.map((type) => type.official_num_reviews),
    );
    return body;
  }

  async function expectSumOfReplies(): Promise<unknown> {
    const body = await get<{ totals: Counted; months: Counted[]; platforms: Counted[] }>('response');
    for (const field of ['reviews', 'replied', 'dated_replies'] as const) {
      const sums = [body.months, body.platforms].map((parts) => sumOf(parts.map((part) => part[field])));
      expect({ field, sums }).toEqual({ field, sums: [body.totals[field], body.totals[field]] });
    }
    expect(body.totals.reviews).toBe(REVIEWS);
    return body;
  }

  async function expectSumOfTags(): Promise<unknown> {
    const { tags } = await get<{ tags: { reviews: number; months: { reviews: number }[] }[] }>('tags');
    expect(tags.map(({ months }) => sumOf(months.map(({ reviews }) => reviews)))).toEqual(
      tags.map(({ reviews }) => reviews),
    );
    return tags;
  }

  it('are the sums of their parts in every answer, and no review is missing or counted twice', async () => {
    const ids = Array.from({ length: REVIEWS }, (_, index) => index + 1);
    await Promise.all(
      [...ids.map(reviewEvent), ...CHANNELS.map(channelEvent)].map((event) => world.publish(event)),
    );
    await waitUntilConsumed(world.natsUrl, 'reports__review');
    await waitUntilConsumed(world.natsUrl, 'reports__channel');

    let reading = true;
    const write = async (): Promise<void> => {
      while (reading) {
        version += 1;
        const changes = [random.pick(ids), random.pick(ids), random.pick(ids)].map(reviewEvent);
        await Promise.all(
          [...changes, channelEvent(random.pick(CHANNELS))].map((event) => world.publish(event)),
        );
      }
    };
    const writing = write();
    const reports = [
      expectSumOverTime,
      expectSumOfStars,
      expectSumOfRatings,
      expectSumOfReplies,
      expectSumOfTags,
    ];
    const answers = reports.map(() => new Set<string>());
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const bodies = await Promise.all(reports.map((report) => report()));
        bodies.forEach((body, report) => answers[report]!.add(JSON.stringify(body)));
      }
    } finally {
      reading = false;
      await writing;
    }
    // Each report saw many states.
    for (const seen of answers) expect(seen.size).toBeGreaterThan(5);
  });
});
