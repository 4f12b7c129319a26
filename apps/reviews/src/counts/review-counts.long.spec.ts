import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import {
  channelDeleted,
  type CollectedReview,
  reviewsCollected,
  type ReviewsCollectedPayload,
  reviewCreated,
  MAX_COUNTED_SUB_ACCOUNTS,
  type Principal,
  WAITING_REVIEWS_PATH,
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
  administer,
  type EventRecorder,
  freePort,
  freeze,
  type HttpResult,
  startServiceProcess,
  itAtLength,
} from '@plaudit/testing';
import { CountPhotos1765100000001 } from '../migrations/1765100000001-count-photos';
import { CreateReviewWords1765100000000 } from '../migrations/1765100000000-create-review-words';
import { CountReviews1763720100000 } from '../migrations/1763720100000-count-reviews';
import { startReplica, through } from '../second-replica.suite';
import { type SearchedReview, wordVector } from '../search/word-vector';
import { reviewsService } from '../service';
import { InvitationsStub } from '../privacy/invitations-stub.suite';
import { REVIEWS_ALONE, GOOD } from '../reviews/reviews-world.suite';

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

/** More than a tenant may hold, and together with the reads more than the pool has. */
const WRITES = 12;

const READS = 60;

/** The product's limit is 5 s. */
const IDLE_IN_TRANSACTION_MS = 1_000;

/**
 * Another session, or a replica that was stopped, holds a row of a tenant's counters, which each of its writes changes. Uses
 * no mocks. Oracle: the stored reviews, the counters and the published events.
 */
describe('the reviews service while a counter of one tenant is locked', () => {
  let world: World;
  let events: EventRecorder;
  /** A replica with the limits of the product. */
  let impatient: RunningServices;
  /** Two writes of tenant 3 that wait for its counter as long as they may, beside the other specs. */
  let refused: Promise<HttpResult[]>;
  let waitingForLong: number[] = [];
  const tenants = new Map<number, Caller>();
  let texts = 0;

  beforeAll(async () => {
    world = await startWorld({ services: [{ ...REVIEWS_ALONE, settings: REVIEWS_ALONE.settings }] });
    events = await world.recorder('review.created.>');
    for (const id of [1, 2, 3]) tenants.set(id, world.as({ account_id: id, sub_account_id: id }));
    impatient = await startReplica(world, { SERVICE_TIMEOUT_FACTOR: '1', DATABASE_POOL: '2' });
    expect((await add(3)).status).toBe(200);
    const caller = through(impatient, tenant(3));
    refused = whileLocked(3, () => Promise.all([add(3, caller), add(3, caller)]));
    // The other write waits for the only connection that a tenant may have.
    waitingForLong = (await waiting(1)).map(({ pid }) => pid);
  });
  beforeEach(async () => {
    expect((await add(1)).status).toBe(200);
  });
  afterAll(async () => {
    await impatient.close();
    await world.close();
  });

  const tenant = (id: number): Caller => tenants.get(id)!;
  const add = (id: number, caller = tenant(id)): Promise<HttpResult> => {
    texts += 1;
    const body = { ...GOOD, text: `Text ${texts}` };
    return caller.post('reviews', '/public/v1/reviews/add', { body });
  };
  const list = (id: number, caller = tenant(id)): Promise<HttpResult> =>
    caller.get('reviews', '/public/v1/reviews/get');
  /** Runs `work` while another session holds the counters of the tenant, until it calls `release`. */
  const whileLocked = <T>(id: number, work: (release: () => Promise<unknown>) => Promise<T>): Promise<T> =>
    administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query(`begin; select from review_counts where sub_account_id = ${id} for update`);
      return work(() => holder.query('commit'));
    });
  const waiting = (count: number) =>
    eventually(
      () =>
        world.admin.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'insert into review_counts%' and pid <> all($1::int[])`,
          [waitingForLong],
        ),
      ({ length }) => length === count,
      `${count} writes to wait for the counter`,
    );
  const statusesOf = (responses: readonly HttpResult[]) => new Set(responses.map(({ status }) => status));

  /** Expects `total` reviews of the tenant in the table, in the counters and among the events, each once. */
  async function expectStoredOnce(id: number, total: number): Promise<void> {
    const [stored] = await world.admin.query(
      `select (select count(*)::int from reviews.reviews where sub_account_id = $1) as reviews,
         (select sum(total)::int from reviews.review_counts where sub_account_id = $1) as counted`,
      [id],
    );
    expect(stored).toEqual({ reviews: total, counted: total });
    const ofTenant = () => events.of(reviewCreated).filter(({ subaccountid }) => subaccountid === id);
    await eventually(ofTenant, ({ length }) => length >= total, 'every event');
    expect(new Set(ofTenant().map(({ subject }) => subject)).size).toBe(total);
    expect(ofTenant()).toHaveLength(total);
  }

  const storedOfTenant1 = async (): Promise<number> => (await list(1)).body.count as number;

  it('answers the other tenant and completes the writes when the lock is released', async () => {
    const before = await storedOfTenant1();
    await whileLocked(1, async (release) => {
      const writes = Array.from({ length: WRITES }, () => add(1));
      await waiting(3);
      const others = Array.from({ length: READS }, () => list(2));
      expect(statusesOf(await Promise.all([...others, add(2)]))).toEqual(new Set([200]));
      await waiting(3);
      await release();
      expect(statusesOf(await Promise.all(writes))).toEqual(new Set([200]));
    });
    await expectStoredOnce(1, before + WRITES);
  });

  itAtLength(
    'gets the lock of a replica that was stopped in a transaction, which goes on when it wakes',
    async () => {
      const before = await storedOfTenant1();
      const port = await freePort();
      const frozen = await startImpatientProcess(port);
      const caller = through({ url: () => `http://127.0.0.1:${port}` }, tenant(1));
      let stuck: Promise<HttpResult> | undefined;
      await whileLocked(1, async () => {
        stuck = add(1, caller);
        await waiting(1);
        await freeze(frozen.pid!);
      });
      // The transaction of the stopped process has the lock of the counter now, and nobody ends it but Postgres.
      const writes = Array.from({ length: WRITES }, () => add(1));
      expect(statusesOf(await Promise.all(Array.from({ length: READS }, () => list(2))))).toEqual(
        new Set([200]),
      );
      expect(statusesOf(await Promise.all(writes))).toEqual(new Set([200]));
      frozen.kill('SIGCONT');
      expect(await stuck).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
      expect((await add(1, caller)).status).toBe(200);
      frozen.kill('SIGKILL');
      await expectStoredOnce(1, before + WRITES + 1);
    },
  );

  describe('POST /internal/reviews/waiting', () => {
    const ask = (as: Partial<Principal>, ids: unknown[]) =>
      world.as(as).post('reviews', WAITING_REVIEWS_PATH, { body: { ids } });

    async function add(account_id: number, sub_account_id: number, statuses: string[]): Promise<void> {
      const reviews = statuses.map((status, n) => ({
        from_name: 'Ida',
        text: `Number ${n}`,
        posted_on: '2026-01-31',
        rating_value: 1 + n,
        status,
      }));
      const client = world.as({ account_id, sub_account_id });
      const added = await client.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
      expect(added.status).toBe(200);
    }

    it('counts the inbox of each sub account of the caller, and of no other account', async () => {
      await add(1, 11, ['inbox', 'inbox', 'approved']);
      await add(1, 12, ['approved', 'ignored']);
      await add(2, 21, ['inbox']);
      const ids = [11, 12, 21, 999_999];
      const { status, body } = await ask({ account_id: 1, sub_account_id: 12 }, ids);
      expect({ status, body }).toEqual({ status: 200, body: { counts: [{ id: 11, count: 2 }] } });
      expect((await ask({ account_id: 2 }, ids)).body).toEqual({ counts: [{ id: 21, count: 1 }] });
      expect((await ask({ account_id: 1 }, [])).body).toEqual({ counts: [] });
    });

    it('refuses more than 50 sub accounts, invalid ids, and callers without the scope reviews:read', async () => {
      const many = Array.from({ length: MAX_COUNTED_SUB_ACCOUNTS + 1 }, (_, n) => n + 1);
      expect((await ask({}, many)).body).toMatchObject({ code: 'validation_failed', field: 'ids' });
      expect((await ask({}, ['11'])).status).toBe(400);
      expect((await ask({ scopes: ['channels:read'] }, [11])).status).toBe(403);
    });
  });

  it('answers 503 to writes that wait too long and stores nothing of them', async () => {
    for (const { status, body, headers } of await refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'upstream_unavailable' });
      expect(headers.get('retry-after')).toBe('2');
    }
    expect((await add(3, through(impatient, tenant(3)))).status).toBe(200);
    await expectStoredOnce(3, 2);
  });

  /** Starts the service as a process whose transactions may be idle for less time than those of the product. */
  function startImpatientProcess(port: number): Promise<ChildProcess> {
    const url = new URL(world.databaseUrl('reviews'));
    url.searchParams.set('options', `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`);
    const settings = { ...world.settings('reviews'), DATABASE_URL: url.toString(), PORT: String(port) };
    return startServiceProcess(join(__dirname, '../main.ts'), settings);
  }
});
