import { MAX_SHOWING_WIDGETS, MAX_SHOWN_REVIEWS, SHOWN_REVIEWS_PATH } from '@plaudit/contracts';
import { buildPublicPrincipal, type Caller, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

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
