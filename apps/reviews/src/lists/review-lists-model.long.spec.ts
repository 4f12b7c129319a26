import {
  atLength,
  type Caller,
  startWorld,
  type World,
  buildPublicPrincipal,
  eventually,
} from '@plaudit/testing';
import { starBucket } from '@plaudit/contracts';
import fc from 'fast-check';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import {
  after,
  list,
  naive,
  plant,
  type Planted,
  type Query,
  queriesOf,
  ratingOf,
  tagIds,
  pick,
  SECONDS,
} from '../reviews/planted-reviews.suite';

describe('GET /reviews/get compared with a naive filter', () => {
  let world: World;
  let client: Caller;
  let planted: Planted[];
  let foreignTag: number;
  /** The time of each review's last change, in microseconds. */
  let changes: Map<number, number>;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    client = world.as();
    ({ planted, foreignTag } = await plant(world));
    const rows = await world.admin.query<{ id: string; changed: string }>(
      'select id, (extract(epoch from updated_on) * 1000000)::bigint as changed from reviews.reviews',
    );
    changes = new Map(rows.map(({ id, changed }) => [Number(id), Number(changed)]));
    await eventually(
      () => list(client, { sort: 'updated', limit: '100' }),
      ({ updated_until }) =>
        Date.parse(`${updated_until!.replace(' ', 'T')}Z`) * 1_000 > Math.max(...changes.values()),
      'every change to be settled',
    );
  });
  afterAll(() => world.close());

  it('has test data for every filter', () => {
    expect(planted).toHaveLength(310);
    expect(new Set(planted.map(({ status }) => status)).size).toBe(3);
    expect(tagIds(planted)).toHaveLength(3);
    expect(planted.filter(({ source_id }) => source_id === null)).toHaveLength(150);
  });

  it('returns the same reviews in the same order with the same count on every page', async () => {
    const shapes = fc.tuple(
      // Most real requests use one or two filters; with many at once almost nothing matches.
      queriesOf(planted, foreignTag, { maxFilters: 4 }),
      fc.integer({ min: 1, max: 100 }),
    );
    const property = fc.asyncProperty(shapes, async ([query, limit]: [Query, number]) => {
      const expected = naive(planted, query);
      let cursor: Query = {};
      for (let page = 0; page < 5; page += 1) {
        const answer = await list(client, { ...query, ...cursor, sort: 'newest', limit: String(limit) });
        const wanted = expected.slice(page * limit, (page + 1) * limit);
        expect(answer.items).toEqual(wanted);
        expect({ count: answer.count, limit: answer.limit }).toEqual({ count: expected.length, limit });
        const last = wanted.at(-1);
        const next = last && { ts: Date.parse(`${last.posted_on.replace(' ', 'T')}Z`) / 1_000, id: last.id };
        expect({ ts: answer.next_before_ts, id: answer.next_before_id }).toEqual({
          ts: next?.ts,
          id: next?.id,
        });
        if (!last) return;
        cursor = page % 2 ? after(answer) : { cursor: String(answer.next_cursor) };
      }
    });
    await fc.assert(property, { numRuns: atLength({ short: 16, long: 80 }) });
  });

  /** Returns the reviews in another order than newest. */
  function sorted(reviews: readonly Planted[], sort: string): Planted[] {
    if (sort === 'oldest') return [...reviews].reverse();
    if (sort === 'rating') return [...reviews].sort((a, b) => (ratingOf(b) ?? -1) - (ratingOf(a) ?? -1));
    return [...reviews].sort((a, b) => changes.get(a.id)! - changes.get(b.id)! || a.id - b.id);
  }

  it('returns the same reviews in every other order, page by page', async () => {
    const shapes = fc.tuple(
      queriesOf(planted, foreignTag, { maxFilters: 3 }),
      fc.constantFrom('oldest', 'rating', 'updated'),
      fc.integer({ min: 1, max: 100 }),
    );
    const property = fc.asyncProperty(shapes, async ([query, sort, limit]: [Query, string, number]) => {
      const expected = sorted(naive(planted, query), sort);
      let cursor: Query = {};
      for (let page = 0; page < 4; page += 1) {
        const answer = await list(client, { ...query, ...cursor, sort, limit: String(limit) });
        const wanted = expected.slice(page * limit, (page + 1) * limit);
        expect({ sort, query, items: answer.items }).toEqual({ sort, query, items: wanted });
        expect(answer.count).toBe(expected.length);
        expect(answer.next_before_ts).toBeUndefined();
        if (wanted.length === 0) return;
        cursor = { cursor: String(answer.next_cursor) };
      }
    });
    await fc.assert(property, { numRuns: atLength({ short: 12, long: 60 }) });
  });

  /** Returns the same query as a widget sends it. */
  function asWidget(query: Query): object {
    const numbers = (name: string) =>
      query[name] === undefined ? undefined : query[name]?.split(',').map(Number);
    const number = (name: string) => (query[name] === undefined ? undefined : Number(query[name]));
    const { q, keyword, since, until } = query;
    return {
      q,
      keyword,
      since,
      until,
      min_rating: number('min_rating'),
      max_rating: number('max_rating'),
      ratings: numbers('rating'),
      channels: numbers('channels'),
      sources: numbers('sources'),
      tags: numbers('tags'),
      platforms: query.platforms?.split(','),
      languages: query.languages?.split(','),
      require_text: 'with_text' in query,
      require_media: 'media_only' in query,
      require_avatar: 'with_photos' in query,
    };
  }

  function figures(reviews: readonly Planted[]): object {
    const rated = reviews.map(ratingOf).filter((rating) => rating !== null);
    const stars = reviews.map(({ rating_value, rating_scale }) => starBucket(rating_value, rating_scale));
    const sum = rated.reduce((total, rating) => total + rating, 0);
    const average: unknown = expect.closeTo(sum / Math.max(rated.length, 1), 1.9);
    return {
      count: reviews.length,
      average: rated.length === 0 ? null : average,
      distribution: Object.fromEntries(
        [1, 2, 3, 4, 5].map((star) => [star, stars.filter((one) => one === star).length]),
      ),
    };
  }

  it('returns the same reviews to widgets when they are approved, with the figures of the header', async () => {
    const visitor = world.as(buildPublicPrincipal());
    const shapes = fc.tuple(
      queriesOf(planted, foreignTag, { maxFilters: 3 }),
      fc.constantFrom('newest', 'oldest'),
      fc.constantFrom(0, 3, 50),
    );
    const property = fc.asyncProperty(
      shapes,
      async ([{ status: _status, without_reply: _reply, ...query }, sort, limit]: [
        Query,
        string,
        number,
      ]) => {
        const body = { sub_account_id: 1, filters: asWidget(query), sort, limit };
        const answer = await visitor.post('reviews', '/internal/reviews/approved', { body });
        const approved = naive(planted, { ...query, status: 'approved' });
        const collected = naive(
          planted,
          Object.fromEntries(Object.entries(query).filter(([name]) => /^(channels|sources)$/.test(name))),
        );
        const wanted = (sort === 'newest' ? approved : [...approved].reverse()).slice(0, limit);
        expect({ query, status: answer.status, body: answer.body }).toEqual({
          query,
          status: 200,
          body: {
            items: wanted,
            count: approved.length,
            next: limit > 0 && approved.length > limit ? String(limit) : null,
            summary: { approved: figures(approved), collected: figures(collected) },
          },
        });
      },
    );
    await fc.assert(property, { numRuns: atLength({ short: 12, long: 60 }) });
  });

  const FACET_FILTERS: Record<string, string[]> = {
    rating: ['rating', 'min_rating', 'max_rating'],
    language: ['languages'],
    channel: ['channels', 'sources'],
    tag: ['tags'],
    platform: ['platforms'],
    source: ['channels', 'sources'],
  };
  const FACET_VALUES: Record<string, (review: Planted) => unknown[]> = {
    rating: (review) => [starBucket(review.rating_value, review.rating_scale)],
    language: ({ language }) => [language?.slice(0, 2)],
    channel: ({ channel_id }) => [channel_id],
    tag: ({ tags }) => tags.map(({ id }) => id),
    platform: ({ platform }) => [platform],
    source: ({ source_id }) => [source_id],
  };

  /** Returns the number of reviews of each value of a facet, whose own filter does not count. */
  function facet(name: string, query: Query): Record<string, number> {
    const others = Object.entries(query).filter(([field]) => !FACET_FILTERS[name]?.includes(field));
    const counted: Record<string, number> = {};
    for (const review of naive(planted, Object.fromEntries(others)))
      for (const value of FACET_VALUES[name]!(review))
        if (typeof value === 'string' || typeof value === 'number')
          counted[value] = (counted[value] ?? 0) + 1;
    return counted;
  }

  it('counts the same reviews by status and by the values of each facet', async () => {
    const names = Object.keys(FACET_VALUES);
    const shapes = fc.tuple(queriesOf(planted, foreignTag, { maxFilters: 3 }), fc.subarray(names));
    const property = fc.asyncProperty(shapes, async ([asked, facets]: [Query, string[]]) => {
      const { status, ...query } = asked;
      const sent = {
        ...query,
        ...(facets.length > 0 && { facets: facets.join() }),
        ...(status === undefined ? {} : { facet_status: status }),
      };
      const answer = await client.get('reviews', '/public/v1/reviews/counts', { query: sent });
      const matching = naive(planted, query);
      const of = (word: string) => matching.filter((review) => review.status === word).length;
      expect({ sent, status: answer.status, body: answer.body }).toEqual({
        sent,
        status: 200,
        body: {
          inbox: of('inbox'),
          approved: of('approved'),
          ignored: of('ignored'),
          total: matching.length,
          facets:
            facets.length === 0 ? null : Object.fromEntries(facets.map((name) => [name, facet(name, asked)])),
        },
      });
    });
    await fc.assert(property, { numRuns: atLength({ short: 12, long: 60 }) });
  });
});

describe('GET /reviews/get while reviews are added and deleted', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
  });
  afterAll(() => world.close());

  it('neither skips nor repeats a review that stays', async () => {
    const caller = world.as({ sub_account_id: 3 });
    let number = 0;
    const write = async (posted_on: string): Promise<void> => {
      const body = {
        from_name: 'Ann',
        text: `Review ${++number}`,
        posted_on,
        rating_value: 1 + (number % 5),
      };
      expect((await caller.post('reviews', '/public/v1/reviews/add', { body })).status).toBe(200);
    };
    for (let n = 0; n < 30; n += 1) await write(pick(SECONDS, n));
    const steps = fc.array(fc.record({ add: fc.constantFrom(...SECONDS), remove: fc.nat(40) }), {
      minLength: 8,
      maxLength: 8,
    });
    const property = fc.asyncProperty(
      steps,
      fc.constantFrom<Query>({}, { rating: '1,2,3,4,5' }),
      async (all, query) => {
        const before = (await list(caller, { ...query, limit: '100' })).items.map(({ id }) => id);
        const gone = new Set<number>();
        const seen: number[] = [];
        let cursor: Query = {};
        for (const { add: second, remove } of all) {
          const { items, ...answer } = await list(caller, { ...query, ...cursor, limit: '4' });
          seen.push(...items.map(({ id }) => id));
          if (items.length === 0) break;
          cursor = after(answer);
          const victim = pick(before, remove);
          if (!gone.has(victim)) await caller.delete('reviews', `/public/v1/reviews/delete/${victim}`);
          gone.add(victim);
          await write(second);
        }
        const reached = before.indexOf(seen.filter((id) => before.includes(id)).at(-1) as number);
        const stayed = before.slice(0, reached + 1).filter((id) => !gone.has(id));
        expect(seen.filter((id) => stayed.includes(id))).toEqual(stayed);
        expect(new Set(seen).size).toBe(seen.length);
      },
    );
    await fc.assert(property, { numRuns: atLength({ short: 2, long: 5 }) });
  });
});
