import {
  type CollectedReview,
  reviewsCollected,
  type ReviewsCollectedPayload,
  MAX_SHOWING_WIDGETS,
  MAX_SHOWN_REVIEWS,
  SHOWN_REVIEWS_PATH,
} from '@plaudit/contracts';
import {
  buildCollectedReview,
  buildEvent,
  buildPublicPrincipal,
  type Caller,
  eventually,
  startWorld,
  type World,
  administer,
} from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

describe('POST /internal/reviews/approved', () => {
  let world: World;
  let visitor: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    visitor = world.as(buildPublicPrincipal());
    for (const [from_name, text, status] of [
      ['Ann', 'Fresh bread', 'approved'],
      ['Ben', 'Stale bread', 'approved'],
      ['Cem', 'Unseen bread', 'inbox'],
    ]) {
      const body = { from_name, text, status, posted_on: '2026-01-31', rating_value: 4 };
      expect(await world.as().post('reviews', '/public/v1/reviews/add', { body })).toMatchObject({
        status: 200,
      });
    }
  });
  afterAll(() => world.close());

  async function namesOf(filters: object): Promise<string[]> {
    const { status, body } = await visitor.post('reviews', '/internal/reviews/approved', {
      body: { account_id: 1, sub_account_id: 1, filters, sort: 'oldest', limit: 10, after: null },
    });
    expect(status).toBe(200);
    return body.items.map(({ from_name }: { from_name: string }) => from_name);
  }

  it('returns approved reviews without those that contain an excluded keyword', async () => {
    expect(await namesOf({})).toEqual(['Ann', 'Ben']);
    expect(await namesOf({ exclude_keywords: ['STALE'] })).toEqual(['Ann']);
    expect(await namesOf({ exclude_keywords: ['fre'], q: 'bread' })).toEqual(['Ben']);
    expect(await namesOf({ exclude_keywords: ['stale', 'frésh'] })).toEqual([]);
    expect(await namesOf({ exclude_keywords: ['stale fresh'] })).toEqual(['Ann', 'Ben']);
  });

  it('finds words as the list of reviews does, in every order and with other filters', async () => {
    for (const filters of [
      { q: 'BRÉAD' },
      { q: 'be', platforms: ['custom'] },
      { q: 'ben', one_per_author: true },
      { keyword: 'stale' },
    ]) {
      expect([filters, (await namesOf(filters)).at(-1)]).toEqual([filters, 'Ben']);
    }
    expect(await namesOf({ q: 'unseen' })).toEqual([]);
    expect(await namesOf({ keyword: 'ben' })).toEqual([]);
    expect(await namesOf({ q: '%' })).toEqual([]);
    expect(await namesOf({ q: ' ' })).toEqual(['Ann', 'Ben']);
  });

  it('returns and counts only the reviews of sources if it is asked for own ones', async () => {
    const owner = { account_id: 1, sub_account_id: 12 };
    const page = async (filters: object) => {
      const body = { ...owner, filters, limit: 10 };
      return (await visitor.post('reviews', '/internal/reviews/approved', { body })).body;
    };
    const body = {
      from_name: 'Ann',
      text: 'Mine',
      posted_on: '2026-01-31',
      rating_value: 4,
      status: 'approved',
    };
    await world.as(owner).post('reviews', '/public/v1/reviews/add', { body });
    const data: ReviewsCollectedPayload = {
      ...reviewsCollected.example,
      channel_id: 51,
      approve_rule: 'all',
      reviews: [buildCollectedReview({ text: 'Collected' })],
    };
    const event = { subject: '51', subaccountid: owner.sub_account_id, aggregateversion: 1, data };
    await world.publish(buildEvent(reviewsCollected, event));
    await eventually(
      () => page({}),
      ({ count }) => count === 2,
      'the collected review',
    );
    const own = await page({ own: true });
    expect(own.items.map(({ text }: { text: string }) => text)).toEqual(['Mine']);
    expect(own.summary.approved).toMatchObject({ count: 1, average: 4 });
  });

  it('neither shows nor counts reviews that their platform no longer shows, unless it is asked to', async () => {
    const owner = { account_id: 1, sub_account_id: 13 };
    const page = async (filters: object, more: object = {}) => {
      const body = { ...owner, filters, limit: 10, ...more };
      return (await visitor.post('reviews', '/internal/reviews/approved', { body })).body;
    };
    const [here, gone] = [
      buildCollectedReview({ external_id: 'here', text: 'Here still', rating_value: 5 }),
      buildCollectedReview({ external_id: 'gone', text: 'Gone still', rating_value: 1, from_name: 'Gone' }),
    ] as const;
    const publish = (aggregateversion: number, reviews: CollectedReview[]) => {
      const data = { ...reviewsCollected.example, channel_id: 52, approve_rule: 'all' as const, reviews };
      return world.publish(
        buildEvent(reviewsCollected, { subject: '52', subaccountid: 13, aggregateversion, data }),
      );
    };
    await publish(1, [here, gone]);
    await eventually(
      () => page({}),
      ({ count }) => count === 2,
      'both reviews',
    );
    await publish(2, [here, { ...gone, removed: true }]);
    const shown = await eventually(
      () => page({}),
      // The list and the figures are read one after the other.
      ({ count, items }) => count === 1 && items.length === 1,
      'the removal',
    );
    expect(shown.items.map(({ text }: { text: string }) => text)).toEqual(['Here still']);
    const one = { count: 1, average: 5, distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 1 } };
    expect(shown.summary).toMatchObject({ approved: one, collected: { count: 2 } });
    for (const filters of [
      { keyword: 'still' },
      { one_per_author: true },
      { channels: [52] },
      { ratings: [1, 5] },
    ]) {
      const { items, summary } = await page(filters, { sort: 'lowest' });
      expect([filters, items.length, summary.approved]).toEqual([filters, 1, one]);
    }
    const all = await page({ show_removed: true });
    expect(all.items).toHaveLength(2);
    expect(all.summary).toMatchObject({
      approved: { count: 2, average: 3 },
      collected: { count: 2, average: 3 },
    });
  });

  it('ignores blank excluded keywords', async () => {
    expect(await namesOf({ exclude_keywords: ['', ' ', '%'] })).toEqual(['Ann', 'Ben']);
    expect(await namesOf({ exclude_keywords: ['', 'stale'] })).toEqual(['Ann']);
  });

  it('filters by language in any spelling, where a language without region includes all its regions', async () => {
    const subAccount = 8;
    for (const language of ['pt_br', 'pt-PT', 'en', undefined]) {
      const body = {
        from_name: language ?? 'none',
        text: 'Bom.',
        status: 1,
        posted_on: '2026-01-31',
        language,
      };
      const added = await world.as({ sub_account_id: subAccount }).post('reviews', '/public/v1/reviews/add', {
        body,
      });
      expect(added.status).toBe(200);
    }
    const spokenBy = async (languages: string[]): Promise<string[]> => {
      const { body } = await visitor.post('reviews', '/internal/reviews/approved', {
        body: { sub_account_id: subAccount, filters: { languages }, sort: 'oldest', limit: 10 },
      });
      expect(body.summary.approved.count).toBe(body.items.length);
      return body.items.map(({ from_name }: { from_name: string }) => from_name);
    };
    expect(await spokenBy(['PT'])).toEqual(['pt_br', 'pt-PT']);
    expect(await spokenBy(['pt-br'])).toEqual(['pt_br']);
    expect(await spokenBy(['en', 'pt-PT'])).toEqual(['pt-PT', 'en']);
    expect(await spokenBy(['en-GB'])).toEqual([]);
    expect(await spokenBy(['tlh-ancient'])).toEqual([]);
  });

  it.each([
    ['channels', [1e20]],
    ['pinned_ids', [0]],
    ['exclude_tags', ['7']],
  ])('refuses impossible ids in %s', async (filter, ids) => {
    const refused = await visitor.post('reviews', '/internal/reviews/approved', {
      body: { sub_account_id: 1, filters: { [filter]: ids }, sort: 'pinned_first', limit: 1 },
    });
    expect(refused).toMatchObject({ status: 400, body: { field: expect.stringContaining(filter) } });
  });

  describe('summary', () => {
    const owner = { account_id: 1, sub_account_id: 9 };
    const ratings = [5, 5, 4.5, 3, 1, null];

    beforeAll(async () => {
      const reviews = ratings.map((rating_value, n) => ({
        from_name: n < 2 ? 'Twice' : `Author ${n}`,
        text: `Review ${n}`,
        posted_on: `2026-01-0${n + 1}`,
        rating_value,
        tags: n % 2 ? ['odd'] : [],
        status: n === 3 ? 'ignored' : 'approved',
      }));
      const added = await world
        .as(owner)
        .post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
      expect(added.body.inserted).toBe(6);
    });

    async function page(request: object) {
      const { body } = await visitor.post('reviews', '/internal/reviews/approved', {
        body: { ...owner, ...request },
      });
      return body;
    }

    const approved = {
      count: 5,
      average: 3.88,
      distribution: { '1': 1, '2': 0, '3': 0, '4': 0, '5': 3 },
    };

    it('counts approved reviews and collected reviews separately', async () => {
      expect(await page({ limit: 0 })).toEqual({
        items: [],
        count: 5,
        next: null,
        summary: {
          approved,
          collected: { count: 6, average: 3.7, distribution: { '1': 1, '2': 0, '3': 1, '4': 0, '5': 3 } },
        },
      });
    });

    it('gives the same figures from the counters as from the rows', async () => {
      const fromRows = await page({ limit: 0, filters: { since: '2020-01-01' } });
      expect(fromRows.summary.approved).toEqual(approved);
      expect((await page({ limit: 0, filters: { min_rating: 4.5 } })).summary.approved).toEqual({
        count: 3,
        average: 4.83,
        distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 3 },
      });
      expect((await page({ limit: 0, filters: { one_per_author: true } })).summary.approved.count).toBe(4);
      expect((await page({ limit: 0, filters: { ratings: [2] } })).summary.approved).toMatchObject({
        count: 0,
        average: null,
      });
    });

    it('is empty after every review was deleted', async () => {
      const gone = { account_id: 1, sub_account_id: 10 };
      const client = world.as(gone);
      const body = {
        from_name: 'Ann',
        text: 'Gone',
        posted_on: '2026-01-01',
        rating_value: 5,
        status: 'approved',
      };
      const { body: added } = await client.post('reviews', '/public/v1/reviews/add', { body });
      await client.delete('reviews', `/public/v1/reviews/delete/${added.id}`);
      const none = { count: 0, average: null, distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 } };
      expect(await page({ ...gone, limit: 5 })).toEqual({
        items: [],
        count: 0,
        next: null,
        summary: { approved: none, collected: none },
      });
    });

    it('comes with the items in the requested order, page by page', async () => {
      const names = async (request: object) => {
        const { items, next } = await page(request);
        return [...items.map(({ text }: { text: string }) => Number(text.slice(-1))), next];
      };
      expect(await names({ sort: 'newest', limit: 3 })).toEqual([5, 4, 2, '3']);
      expect(await names({ sort: 'newest', limit: 3, after: '3' })).toEqual([1, 0, null]);
      expect(await names({ sort: 'oldest', limit: 3 })).toEqual([0, 1, 2, '3']);
      expect(await names({ sort: 'highest', limit: 9 })).toEqual([1, 0, 2, 4, 5, null]);
      expect(await names({ sort: 'lowest', limit: 9 })).toEqual([4, 2, 1, 0, 5, null]);
      const pinned_ids = (await page({ sort: 'oldest', limit: 2 })).items.map(({ id }: { id: number }) => id);
      expect(await names({ sort: 'pinned_first', limit: 4, filters: { pinned_ids } })).toEqual([
        0,
        1,
        5,
        4,
        '4',
      ]);
      expect(
        await names({ sort: 'newest', limit: 2, filters: { ratings: [5, 1], min_rating: 4.6 } }),
      ).toEqual([1, 0, null]);
      for (const sort of ['newest', 'lowest']) {
        expect(await names({ sort, limit: 2, filters: { ratings: [1], min_rating: 2 } })).toEqual([null]);
      }
    });
  });
});

/** What widgets may show, with fields that differ in the number of reviews and in their order. */
const SELECTIONS = [
  ...['newest', 'oldest', 'highest', 'lowest', 'pinned_first', 'random_daily'].flatMap((sort) =>
    [1, 4, 12].map((limit) => ({ sort, limit, filters: { pinned_ids: [] as number[] } })),
  ),
  { sort: 'newest', limit: 5, filters: { min_rating: 4 } },
  { sort: 'newest', limit: 5, filters: { keyword: 'bread' } },
  { sort: 'newest', limit: 5, filters: { ratings: [1, 2], require_text: true } },
  { sort: 'highest', limit: 6, filters: { languages: ['en'] } },
  { sort: 'newest', limit: 6, filters: { one_per_author: true } },
  { sort: 'oldest', limit: 50, filters: { one_per_author: true, min_rating: 2 } },
  { sort: 'newest', limit: 50, filters: { sources: [999_999] } },
];

describe('POST /internal/reviews/shown', () => {
  let world: World;
  let client: Caller;
  let ids: number[];

  beforeAll(async () => {
    world = await startWorld({ nats: false, services: [REVIEWS_ALONE] });
    client = world.as();
    const reviews = Array.from({ length: 30 }, (_, n) => ({
      from_name: ['Ann', 'Ben', 'Cem', 'Dora'][n % 4],
      text: `${n % 3 === 0 ? 'Bread' : 'Cake'} ${n}`,
      posted_on: `2026-01-${String(1 + ((n * 7) % 28)).padStart(2, '0')}`,
      rating_value: 1 + ((n * 3) % 5),
      language: n % 5 === 0 ? 'en-GB' : 'de',
      status: n % 3 === 1 ? 'approved' : n % 7 === 0 ? 'ignored' : 'inbox',
    }));
    const added = await client.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
    ids = added.body.ids as number[];
    expect(ids).toHaveLength(30);
  });
  afterAll(() => world.close());

  const ask = (review_ids: unknown[], selections: object[], caller = client) =>
    caller.post('reviews', SHOWN_REVIEWS_PATH, { body: { review_ids, selections } });

  it('answers what widgets show after these reviews were approved', async () => {
    const candidates = ids.filter((_id, n) => n % 4 !== 2);
    const selections = SELECTIONS.map((one) => ({
      ...one,
      filters: { ...one.filters, ...('pinned_ids' in one.filters ? { pinned_ids: [ids[3], ids[8]] } : {}) },
    }));
    const { body } = await ask([...candidates, 999_999], selections);
    expect(body.reviews).toHaveLength(candidates.length);
    const everything = await ask(
      candidates,
      selections.map((one) => ({ ...one, limit: null })),
    );
    const approved = await client.put('reviews', '/public/v1/reviews/update_bulk', {
      body: { ids: candidates, status: 'approved' },
    });
    expect(approved.status).toBe(200);
    const visitor = world.as(buildPublicPrincipal());
    for (const [place, selection] of selections.entries()) {
      const shown = async (limit: number): Promise<number[]> => {
        const page = await visitor.post('reviews', '/internal/reviews/approved', {
          body: { sub_account_id: 1, ...selection, limit },
        });
        const shownIds = page.body.items.map(({ id }: { id: number }) => id) as number[];
        return shownIds.filter((id) => candidates.includes(id)).toSorted((a, b) => a - b);
      };
      const sorted = (list: number[]) => list.toSorted((a, b) => a - b);
      const { matching, shown: listed } = body.selections[place];
      const expected = { matching: await shown(50), shown: await shown(selection.limit) };
      expect({ selection, matching: sorted(matching), shown: sorted(listed) }).toEqual({
        selection,
        ...expected,
      });
      expect(sorted(everything.body.selections[place].shown)).toEqual(expected.matching);
    }
  });

  it('knows no review of another sub account', async () => {
    const { body } = await ask(
      ids,
      [{ filters: {}, sort: 'newest', limit: 5 }],
      world.as({ sub_account_id: 2 }),
    );
    expect(body).toEqual({ reviews: [], selections: [{ matching: [], shown: [] }] });
  });

  it('says which reviews are approved, also without a selection', async () => {
    const { body } = await ask([ids[1]], []);
    expect(body).toEqual({ reviews: [{ id: ids[1], approved: true }], selections: [] });
  });

  it.each<[string, unknown[], object[]]>([
    ['too many reviews', Array.from({ length: MAX_SHOWN_REVIEWS + 1 }, () => 1), []],
    ['an id that is none', ['1 or 1=1'], []],
    [
      'too many widgets',
      [1],
      Array.from({ length: MAX_SHOWING_WIDGETS + 1 }, () => ({ filters: {}, sort: 'newest', limit: 1 })),
    ],
    ['an unknown order', [1], [{ filters: {}, sort: 'id desc', limit: 1 }]],
    ['a limit above 50', [1], [{ filters: {}, sort: 'newest', limit: 51 }]],
  ])('refuses %s', async (_what, review_ids, selections) => {
    expect((await ask(review_ids, selections)).status).toBe(400);
  });

  it('is refused without the right to read widgets', async () => {
    expect((await ask([1], [], world.as({ scopes: ['reviews:read'] }))).status).toBe(403);
  });

  it('answers for as many widgets as there may be', async () => {
    const selections = Array.from({ length: MAX_SHOWING_WIDGETS }, (_, n) => ({
      filters: { min_rating: 1 + (n % 4), keyword: n % 2 ? 'bread' : null },
      sort: 'newest',
      limit: 1 + (n % 50),
    }));
    const { status, body } = await ask(ids, selections);
    expect(status).toBe(200);
    expect(body.selections).toHaveLength(MAX_SHOWING_WIDGETS);
  });
});

/** The size of the pool leaves two connections to searches. */
const POOL = '5';

const LOCK = 'begin; lock table reviews.reviews in access exclusive mode';

async function openWorld(settings: Record<string, string>): Promise<World> {
  return startWorld({
    services: [
      { ...REVIEWS_ALONE, settings: { ...REVIEWS_ALONE.settings, DATABASE_POOL: POOL, ...settings } },
    ],
    nats: false,
  });
}

/** Requests of visitors while every statement on reviews waits, as it does in a database that is too slow. */
describe('questions of the widgets service while the database is slow', () => {
  let world: World;
  let visitor: Caller;

  async function open(settings: Record<string, string>): Promise<void> {
    world = await openWorld(settings);
    visitor = world.as(buildPublicPrincipal());
  }

  /** Asks for the figures only: one statement. */
  const ask = (q?: string) =>
    visitor.post('reviews', '/internal/reviews/approved', {
      body: { sub_account_id: 1, filters: { q }, limit: 0 },
    });

  const waiting = async (): Promise<number> => {
    const [row] = await world.admin.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and application_name = 'plaudit-reviews' and wait_event_type = 'Lock'`,
    );
    return row?.waiting ?? 0;
  };

  describe('with the limits of the product', () => {
    beforeAll(() => open({ SERVICE_TIMEOUT_FACTOR: '1' }));
    afterAll(() => world.close());

    it('ends a statement before its caller gives up, and responds 503', async () => {
      await administer(world.databaseUrl('reviews'), async (holder) => {
        await holder.query(LOCK);
        expect(await ask('bread')).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
        await eventually(waiting, (count) => count === 0, 'every statement to be cancelled');
        await holder.query('rollback');
      });
      expect(await ask('bread')).toMatchObject({ status: 200, body: { count: 0 } });
    });

    it('ends a question about what widgets show before its caller gives up', async () => {
      const body = { review_ids: [1], selections: [{ filters: { tags: [1] }, sort: 'oldest', limit: 5 }] };
      const question = () => world.as().post('reviews', SHOWN_REVIEWS_PATH, { body });
      await administer(world.databaseUrl('reviews'), async (holder) => {
        await holder.query('begin; lock table reviews.review_tags in access exclusive mode');
        // A longer limit would outlive the lock: Postgres ends a transaction of a service that is idle for five seconds.
        expect(await question()).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
        await eventually(waiting, (count) => count === 0, 'the statement to be cancelled');
        await holder.query('rollback');
      });
      expect((await question()).status).toBe(200);
    });
  });

  describe('with longer limits', () => {
    beforeAll(() => open({}));
    afterAll(() => world.close());

    it('leaves half of the connections to the first pages of the newest reviews', async () => {
      const page = (request: object) =>
        visitor.post('reviews', '/internal/reviews/approved', {
          body: { sub_account_id: 1, limit: 5, ...request },
        });
      await administer(world.databaseUrl('reviews'), async (holder) => {
        await holder.query(LOCK);
        const scans = [
          { filters: { q: 'bread' } },
          { filters: { keyword: 'bread' } },
          { filters: { exclude_keywords: ['bread'] } },
          { filters: { platforms: ['any'] } },
          { filters: { one_per_author: true } },
          { sort: 'oldest' },
          { sort: 'highest' },
          { after: '5' },
        ].flatMap((request) => [page(request), page({ ...request, sub_account_id: 2 })]);
        await eventually(waiting, (count) => count === 2, 'a search of each tenant to wait for the lock');
        // Of five connections, the searches of the second tenant hold one. So the first tenant gets two, and a third tenant the fourth.
        const plain = [{}, { filters: { ratings: [4, 5] } }].map(page);
        await eventually(waiting, (count) => count === 3, 'a plain page to be read beside the searches');
        plain.push(page({ sub_account_id: 3 }));
        await eventually(waiting, (count) => count === 4, 'the page of another tenant to be read, too');
        await holder.query('rollback');
        for (const { status } of await Promise.all([...scans, ...plain])) expect(status).toBe(200);
      });
    });

    it('counts the first page of a sub account with many removed reviews as a search', async () => {
      await world.admin.query(
        `insert into reviews.reviews (account_id, sub_account_id, platform, label, origin, status, text, from_name, posted_on,
           fingerprint, removed_on)
         select 1, n % 2 + 5, 'google', 'Google', 'channel', 1, '', 'Ann', now(), '', now()
         from generate_series(1, 1001) n`,
      );
      const pages = (sub_account_id: number, filters: object = {}) =>
        Array.from({ length: 30 }, () =>
          visitor.post('reviews', '/internal/reviews/approved', {
            body: { sub_account_id, filters, limit: 0 },
          }),
        );
      await administer(world.databaseUrl('reviews'), async (holder) => {
        await holder.query('begin; lock table reviews.review_counts in access exclusive mode');
        // Sub account 6 has 501 removed reviews, 5 has 500.
        const many = pages(6);
        expect(await Promise.race(many)).toMatchObject({ status: 503, body: { code: 'overloaded' } });
        const cheap = [...pages(5), ...pages(6, { show_removed: true })];
        await holder.query('rollback');
        for (const { status } of await Promise.all(cheap)) expect(status).toBe(200);
        await Promise.all(many);
      });
    });
  });
});
