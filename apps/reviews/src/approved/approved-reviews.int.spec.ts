import { reviewsCollected, type ReviewsCollectedPayload } from '@plaudit/contracts';
import {
  buildCollectedReview,
  buildEvent,
  buildPublicPrincipal,
  type Caller,
  eventually,
  startWorld,
  type World,
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
