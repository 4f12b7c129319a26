import { administer, type Caller, eventually, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

const COUNTS = '/public/v1/reviews/counts';

/** The counts of each filter and facet are compared with a naive count in review-lists.int.spec.ts. */
describe('GET /reviews/counts', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    world = await startWorld({ nats: false, services: [REVIEWS_ALONE] });
    client = world.as();
  });
  afterAll(() => world.close());

  const counts = (query: Record<string, string> = {}, caller = client) =>
    caller.get('reviews', COUNTS, { query });

  /** Returns how many statements of the service wait for a lock. */
  const waiting = async (): Promise<number> => {
    const [row] = await world.admin.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and application_name = 'plaudit-reviews' and wait_event_type = 'Lock'`,
    );
    return row?.waiting ?? 0;
  };

  it('counts nothing in a sub account without reviews', async () => {
    const empty = world.as({ sub_account_id: 9 });
    const facets = 'rating,language,channel,tag,platform,source';
    expect((await counts({ facets }, empty)).body).toEqual({
      inbox: 0,
      approved: 0,
      ignored: 0,
      total: 0,
      facets: { rating: {}, language: {}, channel: {}, tag: {}, platform: {}, source: {} },
    });
  });

  it('reads only the counters without filters, and counts no review of another sub account', async () => {
    await world.admin.query(
      `insert into reviews.review_counts (sub_account_id, status, star, rating, total)
       values (3, 0, 5, 5, 700000), (3, 0, 0, 0, 4), (3, 1, 4, 4.5, 300000), (4, 2, 1, 1, 9)`,
    );
    const { body } = await counts({ facets: 'rating' }, world.as({ sub_account_id: 3 }));
    expect(body).toEqual({
      inbox: 700_004,
      approved: 300_000,
      ignored: 0,
      total: 1_000_004,
      facets: { rating: { 4: 300_000, 5: 700_000 } },
    });
  });

  it('has at most 50 values of a facet, those with most reviews', async () => {
    const many = world.as({ sub_account_id: 5 });
    await world.admin.query(
      `insert into reviews.reviews (account_id, sub_account_id, platform, label, origin, text, from_name, posted_on, fingerprint)
       select 1, 5, 'platform_' || case when n <= 60 then n else 60 end, 'Any', 'api', '', 'Ida', '2026-01-01', int4send(n)
       from generate_series(1, 70) n`,
    );
    const { platform } = (await counts({ facets: 'platform', since: '2025-01-01' }, many)).body.facets;
    expect(Object.keys(platform)).toHaveLength(50);
    expect(Object.entries(platform)[0]).toEqual(['platform_60', 11]);
  });

  it.each([
    ['facets', { facets: 'author' }],
    ['facets', { facets: 'rating,rating,rating,rating,rating,rating,rating' }],
    ['facet_status', { facet_status: 'published' }],
    ['status', { status: 'inbox' }],
    ['sort', { sort: 'newest' }],
    ['since', { since: 'tomorrow' }],
    ['groups', { groups: 'a' }],
  ])('refuses an invalid %s and names the field', async (field, query) => {
    const { status, body } = await counts(query as Record<string, string>);
    expect({ status, field: body.field }).toEqual({ status: 400, field });
  });

  it('refuses a key without the right to read reviews', async () => {
    expect((await counts({}, world.as({ scopes: ['channels:read'] }))).status).toBe(403);
  });

  it('reads reviews for two requests at once, for a limited number of an account, and counters for all', async () => {
    await administer(world.databaseUrl('reviews'), async (holder) => {
      await holder.query('begin; lock table reviews.reviews in access exclusive mode');
      const answers: number[] = [];
      const asked = Array.from({ length: 13 }, async (_, n) => {
        answers.push((await counts({ facets: 'language', platforms: `p${n}` })).status);
      });
      await eventually(
        async () => ({ reading: await waiting(), answered: answers.length }),
        ({ reading, answered }) => reading === 2 && answered === 1,
        'two requests to read and one to be refused',
      );
      expect(answers).toEqual([503]);
      expect((await counts({ facets: 'rating,tag' })).status).toBe(200);
      expect(answers).toHaveLength(1);
      await holder.query('rollback');
      await Promise.all(asked);
      expect(answers.filter((status) => status === 200)).toHaveLength(12);
    });
  });

  describe('with a filter that GET /reviews/get has, too', () => {
    const own = () => world.as({ sub_account_id: 6 });
    let added = 0;

    /** Adds a review, with columns that the API does not take. */
    async function add(
      text: string,
      columns: Record<string, unknown> = {},
      language?: string,
    ): Promise<void> {
      added += 1;
      const body = { from_name: 'Ida', posted_on: `2026-01-01 00:00:0${added}`, text, language };
      const { id } = (await own().post('reviews', '/public/v1/reviews/add', { body })).body;
      for (const [column, value] of Object.entries(columns))
        await world.admin.query(`update reviews.reviews set source_id = null, ${column} = $2 where id = $1`, [
          id,
          value,
        ]);
    }

    /** Returns the texts of the list, and expects the same number in the counts. */
    async function texts(query: Record<string, string>): Promise<string[]> {
      const { items } = (await own().get('reviews', '/public/v1/reviews/get', { query })).body;
      expect((await counts(query, own())).body.total).toBe(items.length);
      return items.map(({ text }: { text: string }) => text);
    }

    beforeAll(async () => {
      await world.admin.query(
        `insert into reviews.channel_copies (channel_id, account_id, sub_account_id, name, version, group_id)
         values (81, 1, 6, 'Bakery', 1, 5), (82, 1, 6, 'Café', 1, 6), (83, 1, 2, 'Theirs', 1, 7)`,
      );
      await add('colour', { channel_id: 81 }, 'en-GB');
      await add('color', { channel_id: 82, reply: { text: 'Thanks', posted_on: null } }, 'en-US');
      await add('Farbe', { channel_id: 83 }, 'de');
      await add('Only stars', { text: '' });
    });

    it.each([
      ['a language with all its regions', { languages: 'en' }, ['color', 'colour']],
      ['languages in any spelling', { languages: 'EN_gb, de' }, ['Farbe', 'colour']],
      ['a language that no review has', { languages: 'fr' }, []],
      ['reviews with a text', { with_text: '1', kept: '' }, ['Farbe', 'color', 'colour']],
      ['reviews without a reply', { without_reply: '1' }, ['', 'Farbe', 'colour']],
      ['reviews in English without a reply', { languages: 'en', without_reply: '1' }, ['colour']],
      ['a property', { groups: '5' }, ['colour']],
      ['properties', { groups: '5,6' }, ['color', 'colour']],
      ['a property and a channel of it', { groups: '5,6', channels: '82' }, ['color']],
      ['a property of another sub account', { groups: '7' }, []],
    ])('counts %s', async (_what, query, expected) => {
      expect(await texts(query as Record<string, string>)).toEqual(expected);
    });
  });
});
