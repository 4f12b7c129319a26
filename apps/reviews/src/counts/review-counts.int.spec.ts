import {
  channelDeleted,
  type CollectedReview,
  reviewsCollected,
  type ReviewsCollectedPayload,
} from '@plaudit/contracts';
import { createDataSource } from '@plaudit/database';
import type { RunningServices } from '@plaudit/runtime';
import {
  buildChannel,
  buildCollectedReview,
  buildEvent,
  type Caller,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';
import { CountPhotos1765100000001 } from '../migrations/1765100000001-count-photos';
import { CreateReviewWords1765100000000 } from '../migrations/1765100000000-create-review-words';
import { CountReviews1763720100000 } from '../migrations/1763720100000-count-reviews';
import { startReplica, through } from '../second-replica.suite';
import { type SearchedReview, wordVector } from '../search/word-vector';
import { reviewsService } from '../service';
import { InvitationsStub } from '../privacy/invitations-stub.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

const CHANNELS = [501, 502, 503];
const WORDS = ['inbox', 'approved', 'ignored'] as const;
const TAGS = ['bread', 'staff', 'queue', 'price', 'Bread'];

/** Returns the same numbers for the same seed, so that a failing sequence can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe('the review counters', () => {
  let invitations: InvitationsStub;
  let world: World;
  /** A second connection to the service's schema, for concurrent work. */
  let other: ReturnType<typeof createDataSource>;
  let replica: RunningServices;
  const published: string[] = [];

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { ...REVIEWS_ALONE.settings, INVITATIONS_URL: invitations.url };
    world = await startWorld({
      services: [{ ...REVIEWS_ALONE, settings }],
    });
    replica = await startReplica(world);
    const { entities } = reviewsService;
    const url = world.databaseUrl('reviews');
    other = createDataSource({ url, schema: 'reviews', entities, migrations: [] });
    await other.initialize();
  });
  afterAll(async () => {
    await other.destroy();
    await replica.close();
    await world.close();
    await invitations.close();
  });

  /** Returns the rows that disagree with the reviews. A counter of 0 may be missing. */
  async function differences(): Promise<unknown[]> {
    const pairs: [kept: string, naive: string][] = [
      [
        'select sub_account_id, status, star, rating, total, with_photos from reviews.review_counts where total <> 0',
        `select sub_account_id, status, coalesce(star, 0), coalesce(rating, 0), count(*), count(from_image)
         from reviews.reviews group by 1, 2, 3, 4`,
      ],
      [
        'select sub_account_id, tag_id, total from reviews.tag_counts where total <> 0',
        'select sub_account_id, tag, count(*) from reviews.reviews, unnest(tag_ids) tag group by 1, 2',
      ],
      [
        'select sub_account_id, tag_id, posted_on, review_id, status, star, rating from reviews.review_tags',
        `select sub_account_id, tag, posted_on, id, status, star, rating from reviews.reviews, unnest(tag_ids) tag`,
      ],
      [
        'select sub_account_id, posted_on, review_id, version, status, star, rating, words::text from reviews.review_words',
        `select sub_account_id, posted_on, id, version, status, star, rating, vector::tsvector::text
         from reviews.reviews join unnest($1::bigint[], $2::text[]) as worded (id, vector) using (id)`,
      ],
    ];
    const reviews = await world.admin.query<SearchedReview & { id: number }>(
      'select id, sub_account_id, text, from_name from reviews.reviews',
    );
    const vectors = [reviews.map(({ id }) => id), reviews.map(wordVector)];
    const found = pairs.map(([kept, naive]) =>
      world.admin.query(
        `(select 'kept' as of, * from (${kept} except ${naive}) wrong)
         union all (select 'counted', * from (${naive} except ${kept}) missing)`,
        naive.includes('$1') ? vectors : [],
      ),
    );
    return (await Promise.all(found)).flat();
  }

  function random(roll: (sides: number) => number) {
    const tags = () => TAGS.filter(() => roll(3) === 0);
    const day = () => `2026-01-0${1 + roll(9)} 12:00:0${roll(2)}`;
    const rating = () => [null, 1, 2, 3, 4, 4.5, 5][roll(7)];
    const from_image = () => (roll(2) ? 'https://example.com/face.jpg' : undefined);
    return { tags, day, rating, from_image, status: () => WORDS[roll(3)] };
  }

  /** Sends random requests. Each must succeed, or get 404 because another client deleted the review first. */
  async function write(client: Caller, seed: number, writes: number): Promise<void> {
    const roll = dice(seed);
    const { tags, day, rating, from_image, status } = random(roll);
    const ids: number[] = [];
    const made = await client.post('reviews', '/public/v1/sources/add', { body: { name: `Source ${seed}` } });
    const source_id = made.body.id as number;
    const person = () => `writer${roll(2)}@example.com`;
    const review = (n: number) => ({
      from_name: `Writer ${seed}`,
      from_email: person(),
      text: `Review ${seed} ${n} ${roll(1e9)}`,
      posted_on: day(),
      from_image: from_image(),
      status: status(),
      tags: tags(),
      rating_value: rating(),
    });
    const add = async (n: number): Promise<number> => {
      const { status: answered, body } = await client.post('reviews', '/public/v1/reviews/add', {
        body: review(n),
      });
      ids.push(body.id as number);
      return answered;
    };
    const bulk = async (n: number): Promise<number> => {
      const body = { reviews: [review(n), review(n), {}], validate_only: roll(3) === 0 };
      const answer = await client.post('reviews', '/public/v1/reviews/add_bulk', { body });
      ids.push(...((answer.body.ids ?? []) as (number | null)[]).filter((id) => id !== null));
      return answer.status;
    };
    const update = async (): Promise<number> => {
      const change = [
        { status: status() },
        { tags: tags() },
        { rating_value: 1 + roll(5) },
        { posted_on: day() },
        { text: `Éclair ${roll(1e9)}`, posted_on: day() },
        { from_name: 'Noa', from_image: from_image() },
        { tags: tags(), source_id },
        { tags: tags(), status: status(), rating_value: 1 + roll(5), posted_on: day() },
      ][roll(8)];
      const path = `/public/v1/reviews/update/${ids[roll(ids.length)]}`;
      return (await client.put('reviews', path, { body: change })).status;
    };
    const remove = async (): Promise<number> =>
      (await client.delete('reviews', `/public/v1/reviews/delete/${ids[roll(ids.length)]}`)).status;
    const erase = async (): Promise<number> =>
      (await client.post('reviews', '/public/v1/privacy/erase', { body: { from_email: person() } })).status;
    const kinds = [add, add, add, bulk, update, update, update, update, update, remove, erase];
    for (let n = 0; n < writes; n += 1) {
      const answered = await (kinds[ids.length === 0 ? 0 : roll(kinds.length)] as typeof add)(n);
      expect([200, 404]).toContain(answered);
    }
  }

  async function crawl(seed: number, pages: number): Promise<void> {
    const roll = dice(seed);
    const { day, rating, from_image } = random(roll);
    for (let n = 0; n < pages; n += 1) {
      const reviews = Array.from({ length: 10 }, (): CollectedReview =>
        buildCollectedReview({
          external_id: String(roll(40)),
          rating_value: rating() ?? null,
          posted_on: day(),
          text: `Collected ${roll(1e9)}`,
          from_image: from_image() ?? null,
          removed: roll(10) === 0,
        }),
      );
      const channel = CHANNELS[roll(CHANNELS.length)] as number;
      const rule = (['none', 'all', 'four_stars'] as const)[
        roll(3)
      ] as ReviewsCollectedPayload['approve_rule'];
      const event = buildEvent(reviewsCollected, {
        subject: String(channel),
        aggregateversion: n + 1,
        data: { channel_id: channel, approve_rule: rule, reviews },
      });
      published.push(event.id);
      await world.publish(event);
    }
  }

  async function handled(): Promise<void> {
    await eventually(
      () => world.admin.query('select 1 from reviews.inbox where event_id = any ($1)', [published]),
      (rows) => rows.length === published.length,
      'the handling of every page',
    );
  }

  it('agree with the reviews after all kinds of concurrent writes, without a deadlock', async () => {
    const own = world.as();
    const elsewhere = through(replica, own);
    const neighbour = world.as({ sub_account_id: 2 });
    const writers = [own, elsewhere, own, elsewhere, neighbour].map((client, seed) =>
      write(client, seed + 1, 40),
    );
    await Promise.all([...writers, crawl(11, 15), crawl(12, 15)]);
    await handled();
    expect(await differences()).toEqual([]);
    expect(world.logs.lines.filter((line) => JSON.stringify(line).includes('deadlock'))).toEqual([]);
    const [sum] = await world.admin.query<{ total: number }>(
      'select sum(total)::int as total from reviews.review_counts',
    );
    expect(sum?.total).toBeGreaterThan(50);
  });

  it('are locked by every writer in the same order, so that writers queue and do not deadlock', async () => {
    const client = world.as({ sub_account_id: 3 });
    const [first, second] = WORDS;
    const ids: number[] = [];
    for (const status of [first, first, second, second]) {
      const review = {
        from_name: 'Ann',
        text: `Review ${ids.length}`,
        posted_on: '2026-01-01',
        rating_value: 3,
      };
      const { body } = await client.post('reviews', '/public/v1/reviews/add', {
        body: { ...review, status },
      });
      ids.push(body.id as number);
    }
    const runner = other.createQueryRunner();
    await runner.startTransaction();
    // A writer that locked the other row first would now wait while holding it.
    await runner.query('select from review_counts where sub_account_id = 3 and status = 0 for update');
    const moved = ids.map((id, index) => {
      const body = { status: index < 2 ? second : first };
      return client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
    });
    await eventually(
      () =>
        world.admin.query(`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%review_counts%'`),
      // Of the five connections of the service, one tenant gets three.
      (waiting) => waiting.length >= 3,
      'three writers at the counters',
    );
    await runner.commitTransaction();
    await runner.release();
    expect((await Promise.all(moved)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await differences()).toEqual([]);
  });

  it('agree with the reviews after channels are deleted with and without keep_reviews', async () => {
    for (const [index, id] of CHANNELS.entries()) {
      const data = { ...buildChannel({ id }), keep_reviews: index === 0 };
      await world.publish(buildEvent(channelDeleted, { aggregateversion: 99, data }));
    }
    await eventually(
      () => world.admin.query('select 1 from reviews.reviews where channel_id is not null'),
      (rows) => rows.length === 0,
      'the end of the clean-up',
    );
    expect(await differences()).toEqual([]);
  });

  it('give the count of a list for each status and star', async () => {
    for (const status of WORDS) {
      for (const rating of ['1', '2', '3', '4', '5', '4,5', '1,2,3,4,5']) {
        const query = { status, rating, limit: 1 };
        const { body } = await world.as().get('reviews', '/public/v1/reviews/get', { query });
        const [naive] = await world.admin.query<{ count: number }>(
          'select count(*)::int from reviews.reviews where sub_account_id = 1 and status = $1 and star = any ($2::int[])',
          [WORDS.indexOf(status), rating.split(',')],
        );
        expect([status, rating, body.count]).toEqual([status, rating, naive?.count]);
      }
    }
  });

  it('are filled from the existing reviews by the migrations that create them', async () => {
    const runner = other.createQueryRunner();
    const migration = new CountReviews1763720100000();
    await runner.startTransaction();
    await migration.down(runner);
    await migration.up(runner);
    await runner.commitTransaction();
    const words = new CreateReviewWords1765100000000();
    await words.down(runner);
    await words.up(runner);
    await words.up(runner);
    await new CountPhotos1765100000001().up(runner);
    await runner.release();
    expect(await differences()).toEqual([]);
  });
});
