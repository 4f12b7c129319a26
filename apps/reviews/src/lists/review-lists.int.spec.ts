import { UNKNOWN_DATE } from '@plaudit/contracts';
import { buildPrincipal, type Caller, startWorld, type World, buildPublicPrincipal } from '@plaudit/testing';
import fc from 'fast-check';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { wordQuery, wordVector } from '../search/word-vector';

interface Listed {
  id: number;
  text: string;
}

describe('GET /reviews/get', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    client = world.as();
  });
  afterAll(() => world.close());
  beforeEach(() =>
    world.admin.query(
      // To truncate sixteen partitions takes longer than the test.
      `delete from reviews.review_words;
       truncate reviews.reviews, reviews.tags, reviews.review_tags, reviews.review_counts, reviews.tag_counts`,
    ),
  );

  async function add(fields: object): Promise<number> {
    const added = await client.post('reviews', '/public/v1/reviews/add', {
      body: { from_name: 'Ida', posted_on: '2026-01-01', ...fields },
    });
    expect(added.body).toMatchObject({ success: true });
    return added.body.id as number;
  }

  async function texts(query: Record<string, string | number>): Promise<string[]> {
    const { status, body } = await client.get('reviews', '/public/v1/reviews/get', { query });
    expect(status).toBe(200);
    expect(body.count).toBe(body.items.length);
    return (body.items as Listed[]).map(({ text }) => text);
  }

  it('returns an empty list without a cursor when there are no reviews', async () => {
    const { body } = await client.get('reviews', '/public/v1/reviews/get');
    expect(body).toEqual({ count: 0, limit: 25, items: [] });
  });

  it('lists newest first and neither skips nor repeats a review, even if many have the same second', async () => {
    for (let n = 0; n < 25; n += 1) await add({ text: `Same second ${n}`, posted_on: '2026-03-03 10:00:00' });
    await add({ text: 'Newest', posted_on: '2026-03-04' });
    await add({ text: 'Oldest', posted_on: '2026-03-02' });
    const seen: string[] = [];
    let query: Record<string, string | number> = { limit: 4 };
    for (let page = 0; page < 10; page += 1) {
      const { body } = await client.get('reviews', '/public/v1/reviews/get', { query });
      if (page === 1) await add({ text: 'Arrived between pages', posted_on: '2026-03-05' });
      if (page === 2) await client.delete('reviews', `/public/v1/reviews/delete/${body.items[0].id}`);
      if (body.items.length === 0) break;
      expect(body.limit).toBe(4);
      seen.push(...(body.items as Listed[]).map(({ text }) => text));
      query = { limit: 4, before_ts: body.next_before_ts, before_id: body.next_before_id };
    }
    expect(seen).toHaveLength(27);
    expect(new Set(seen).size).toBe(27);
    expect([seen[0], seen.at(-1)]).toEqual(['Newest', 'Oldest']);
  });

  it('filters by star, rating bounds and status', async () => {
    await add({ text: 'five', rating_value: 5, status: 'approved' });
    await add({ text: 'three and a half', rating_value: 7, rating_scale: 10 });
    await add({ text: 'two', rating_value: 40, rating_scale: 100, status: 'ignored' });
    await add({ text: 'unrated' });
    expect(await texts({ rating: '4,5' })).toEqual(['three and a half', 'five']);
    expect(await texts({ rating: '4, 5 ' })).toEqual(['three and a half', 'five']);
    expect(await texts({ min_rating: 3.5 })).toEqual(['three and a half', 'five']);
    expect(await texts({ min_rating: 3.6 })).toEqual(['five']);
    expect(await texts({ max_rating: 2 })).toEqual(['two']);
    expect(await texts({ status: 'approved' })).toEqual(['five']);
    expect(await texts({ status: '0,2' })).toEqual(['unrated', 'two', 'three and a half']);
    expect(await texts({ status: 'inbox, ignored' })).toEqual(['unrated', 'two', 'three and a half']);
  });

  it('filters by date and time, and includes the whole last day', async () => {
    await add({ text: 'first', posted_on: '2026-01-01 23:59:59' });
    await add({ text: 'second', posted_on: '2026-01-02 00:00:00' });
    expect(await texts({ since: '2026-01-02' })).toEqual(['second']);
    expect(await texts({ until: '2026-01-01' })).toEqual(['first']);
    expect(await texts({ until: '2026-01-02 00:00:00' })).toEqual(['second', 'first']);
    expect(await texts({ since: '01/01/2026', until: '02/01/2026' })).toEqual(['second', 'first']);
  });

  it('lists a review with an unknown date last, and never in a span', async () => {
    await add({ text: 'unknown', posted_on: UNKNOWN_DATE });
    await add({ text: 'ancient', posted_on: '1950-01-01' });
    await add({ text: 'dated', posted_on: '2026-01-01' });
    expect(await texts({})).toEqual(['dated', 'unknown', 'ancient']);
    expect(await texts({ until: '2026-01-02' })).toEqual(['dated', 'ancient']);
    expect(await texts({ since: '1900-01-01' })).toEqual(['dated', 'ancient']);
    expect(await texts({ since: '1970-01-01' })).toEqual(['dated']);
    expect(await texts({ since: '1971-01-01' })).toEqual(['dated']);
    expect(await texts({ q: 'unknown', until: '2026-01-02' })).toEqual([]);
  });

  it('finds a review of the day that stands for unknown dates in a span', async () => {
    await add({ text: 'unknown day', posted_on: UNKNOWN_DATE, tags: ['a'] });
    await add({ text: 'real day', posted_on: '1970-01-01', tags: ['a'] });
    const { body } = await client.get('reviews', '/public/v1/reviews/get');
    const tags = (body.items[0] as { tags: { id: number }[] }).tags.map(({ id }) => id).join();
    const filters: Record<string, string>[] = [{}, { q: 'day' }, { tags }];
    for (const filter of filters) {
      expect(await texts({ ...filter, until: '2026-01-02' })).toEqual(['real day']);
      expect(await texts({ ...filter, since: '1970-01-01' })).toEqual(['real day']);
    }
  });

  it('filters by tag, source, channel, media and author photo', async () => {
    await add({ text: 'tagged', tags: ['a', 'b'] });
    await add({
      text: 'photo',
      from_image: 'https://e.com/i.jpg',
      media: [{ type: 'image', url: 'https://e.com/a.jpg' }],
    });
    await add({ text: 'sound', media: [{ type: 'audio', url: 'https://e.com/a.mp3' }] });
    const { body } = await client.get('reviews', '/public/v1/reviews/get', { query: { q: 'tagged' } });
    const [{ tags, source_id: source }] = body.items;
    expect(await texts({ tags: `${tags[0].id},999999` })).toEqual(['tagged']);
    expect(await texts({ tags: '999999' })).toEqual([]);
    expect(await texts({ channels: '5' })).toEqual([]);
    expect(await texts({ channels: '5', sources: source })).toEqual(['sound', 'photo', 'tagged']);
    expect(await texts({ media_only: 1 })).toEqual(['photo']);
    expect(await texts({ with_photos: 1 })).toEqual(['photo']);
  });

  const NO_NUMBERS = [
    '-1',
    '1.5',
    'NaN',
    'Infinity',
    '1e1',
    '0x10',
    ' 1',
    '1 ',
    '+1',
    'one',
    'null',
    'true',
    '{}',
    '\uff11',
  ];
  const NO_IDS = [
    ...NO_NUMBERS.filter((text) => text.trim() !== '1'),
    '1 2',
    '1,',
    ',1',
    '1,,2',
    '1;2',
    '1 or 1=1',
    '9'.repeat(16),
  ];
  const NO_TEXTS = ['a\u0000', '\u0001', '\u007f', '\u0092', 'x'.repeat(201)];
  const NO_DATES = [
    '2026-02-30',
    'tomorrow',
    '0',
    '1767225600',
    '2026',
    '2026-01-01 25:00',
    'now()',
    '31/31/2026',
  ];

  it.each<[string, string[]]>([
    ['rating', [...NO_IDS, '0', '6', '10', '4.5']],
    ['channels', NO_IDS],
    ['sources', NO_IDS],
    ['tags', NO_IDS],
    ['q', NO_TEXTS],
    ['keyword', NO_TEXTS],
    ['media_only', [...NO_NUMBERS, '0', '2', 'yes']],
    ['with_photos', [...NO_NUMBERS, '0', '2', 'yes']],
    ['limit', [...NO_NUMBERS, '0', '00', '01', '101', '1000']],
    [
      'min_rating',
      [...NO_NUMBERS.filter((text) => text !== '1.5'), '0', '0.99', '5.01', '6', '4,5', '4.', '.5'],
    ],
    [
      'max_rating',
      [...NO_NUMBERS.filter((text) => text !== '1.5'), '0', '0.99', '5.01', '6', '4,5', '4.', '.5'],
    ],
    ['since', [...NO_DATES, ...NO_TEXTS]],
    ['until', [...NO_DATES, ...NO_TEXTS]],
    ['translate', ['french!', 'zz', 'fr_FR', 'fr-', ...NO_TEXTS]],
    ['before_ts', [...NO_NUMBERS.filter((text) => text !== '-1'), '9'.repeat(13), '-99999999999']],
    ['sort', ['Newest', 'best', 'id', 'toString']],
    ['cursor', ['x', 'newest', 'newest_1', 'newest_1_2_3', 'newest_1_x', 'oldest_1_2', 'x'.repeat(81)]],
    ['platforms', ['App', 'a b', 'a,', "'"]],
    ['kept', ['0', '2', 'yes']],
    ['with_text', ['0', '2', 'yes']],
    ['without_reply', ['0', '2', 'yes']],
    ['groups', NO_IDS],
    ['languages', ['e', 'english-language', 'en;de', "'", 'en,', 'q1', Array(51).fill('en').join()]],
    ['updated_since', [...NO_DATES, ...NO_TEXTS]],
    ['before_id', [...NO_NUMBERS, '9'.repeat(16)]],
    [
      'status',
      ['published', 'Approved', '3', '-1', 'approved,', ',', 'toString', 'inbox;ignored', '1.0', '1 2'],
    ],
  ])('refuses invalid values of %s and names the field', async (field, values) => {
    for (const value of values) {
      const half = field === 'before_ts' ? { before_id: '1' } : { before_ts: '1' };
      const query = { ...(field.startsWith('before') ? half : {}), [field]: value };
      const { status, body } = await client.get('reviews', '/public/v1/reviews/get', { query });
      expect({ value, status, success: body.success, field: body.field }).toEqual({
        value,
        status: 400,
        success: false,
        field,
      });
      expect(body.msg).toContain(field);
    }
  });

  it.each(['q=%ED%A0%80', 'q=%ff', 'q=%', 'q=a&q=b', 'q[]=a', 'q[a]=b', 'limit=5&q=%C3%28'])(
    'refuses ?%s because its value is not a single text',
    async (query) => {
      expect(await client.get('reviews', `/public/v1/reviews/get?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_value', field: 'q' },
      });
    },
  );

  it('refuses a very long text before reading it', async () => {
    const { status, body } = await client.get('reviews', `/public/v1/reviews/get?q=${'x'.repeat(20_000)}`);
    expect({ status, success: body.success }).toEqual({ status: 431, success: false });
  });

  it.each([
    'q',
    'limit',
    'min_rating',
    'since',
    'translate',
    'before_ts',
    'sort',
    'cursor',
    'kept',
    'media_only',
    'without_reply',
  ])('treats an empty %s as left out', async (field) => {
    const { status, body } = await client.get('reviews', '/public/v1/reviews/get', {
      query: { [field]: '' },
    });
    expect({ status, body }).toEqual({ status: 200, body: { count: 0, limit: 25, items: [] } });
  });

  it.each(['rating', 'channels', 'sources', 'tags', 'platforms', 'languages', 'groups', 'status'])(
    'refuses an empty %s, which would select every review',
    async (field) => {
      for (const value of ['', ' '])
        expect(
          await client.get('reviews', '/public/v1/reviews/get', { query: { [field]: value } }),
        ).toMatchObject({
          status: 400,
          body: { field, msg: `${field} must not be an empty list; name its items, or leave it out.` },
        });
    },
  );

  it.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '99999999999999999999',
    '%00',
    '9007199254740993',
    '1%2F2',
    '%20',
  ])('answers 404 for %p as the id of a review', async (id) => {
    const { status, body } = await client.get('reviews', `/public/v1/reviews/get/${id}`);
    expect({ status, success: body.success }).toEqual({ status: 404, success: false });
  });

  it('answers 404 for an unknown review and for a review of another sub account', async () => {
    const id = await add({ text: 'Ours' });
    const path = `/public/v1/reviews/get/${id}`;
    expect(await client.get('reviews', path)).toMatchObject({
      status: 200,
      body: { id, text: 'Ours', tags: [] },
    });
    const neighbour = world.as(buildPrincipal({ sub_account_id: 4_242 }));
    for (const missing of [await neighbour.get('reviews', path), await client.get('reviews', `${path}9`)]) {
      expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('refuses half a cursor and a parameter that is sent twice', async () => {
    const half = await client.get('reviews', '/public/v1/reviews/get', { query: { before_ts: 1 } });
    expect(half).toMatchObject({ status: 400, body: { code: 'cursor_incomplete', field: 'before_id' } });
    const twice = await client.get('reviews', '/public/v1/reviews/get?limit=1&limit=2');
    expect(twice).toMatchObject({ status: 400, body: { code: 'invalid_value', field: 'limit' } });
  });

  it('shows only the reviews of the own sub account', async () => {
    await add({ text: 'Ours' });
    const neighbour = world.as(buildPrincipal({ sub_account_id: 4_242 }));
    expect((await neighbour.get('reviews', '/public/v1/reviews/get')).body.count).toBe(0);
  });
});

describe('the search for reviews', () => {
  let world: World;
  let client: Caller;
  let visitor: Caller;
  /** Each test has its own. */
  let subAccount = 0;

  beforeAll(async () => {
    world = await startWorld({ services: [REVIEWS_ALONE] });
    visitor = world.as(buildPublicPrincipal());
  });
  afterAll(() => world.close());
  beforeEach(() => {
    subAccount += 1;
    client = world.as({ sub_account_id: subAccount });
  });

  async function add(fields: object): Promise<number> {
    const added = await client.post('reviews', '/public/v1/reviews/add', {
      body: { from_name: 'Ida', posted_on: '2026-01-01', status: 'approved', ...fields },
    });
    expect(added.body).toMatchObject({ success: true });
    return added.body.id as number;
  }

  /** Returns what the list finds. A visitor of a widget that shows the same reviews must find the same. */
  async function texts(query: Record<string, string | number>): Promise<string[]> {
    const { status, body } = await client.get('reviews', '/public/v1/reviews/get', { query });
    expect(status).toBe(200);
    const found = (body.items as { text: string }[]).map(({ text }) => text);
    expect(body.count).toBe(found.length);
    if (query['status'] ?? query['rating']) return found;
    const shown = await visitor.post('reviews', '/internal/reviews/approved', {
      body: { account_id: 1, sub_account_id: subAccount, filters: query, sort: 'newest', limit: 20 },
    });
    expect(shown.body.count).toBe(found.length);
    expect(shown.body.items.map(({ text }: { text: string }) => text)).toEqual(found);
    return found;
  }

  it('finds words by their beginnings, in any order, and with q also in author names', async () => {
    await add({ text: 'Save 100% today', from_name: 'Bo' });
    await add({ text: 'Save 250 today', from_name: 'Per_cent' });
    await add({ text: 'Nothing', from_name: 'SAVE-er' });
    expect(await texts({ keyword: '100%' })).toEqual(['Save 100% today']);
    expect(await texts({ keyword: 'save' })).toEqual(['Save 250 today', 'Save 100% today']);
    expect(await texts({ keyword: ' tod, SA ' })).toEqual(['Save 250 today', 'Save 100% today']);
    expect(await texts({ q: 'save' })).toEqual(['Nothing', 'Save 250 today', 'Save 100% today']);
    expect(await texts({ q: 'per today cent' })).toEqual(['Save 250 today']);
    expect(await texts({ q: 'save', keyword: 'today', since: '2026-01-02' })).toEqual([]);
    expect(await texts({ q: 'aved' })).toEqual([]);
    expect(await texts({ q: ' ' })).toHaveLength(3);
  });

  it.each(['\\', '%', '_', "'", "' | '", ':*', '!', '&', '<->', '…'])(
    'finds nothing for %s, which has no word',
    async (q) => {
      await add({ text: `Bread ${q}` });
      expect(await texts({ q })).toEqual([]);
      expect(await texts({ keyword: `${q} bread ${q}` })).toEqual([`Bread ${q}`]);
    },
  );

  it.each([
    ['Das BROT schmeckt', 'brot'],
    ['Éclair and crème', 'CREME eclair'],
    ['Cre\u0300me', 'crème'],
    ['Καλός ψωμάς', 'ΚΑΛΟΣ'],
    ['ΚΑΛΟΣ', 'καλός'],
    ['Große Straße', 'STRASSE gross'],
    ['STRASSE', 'straße'],
    ['Isparta ışık', 'ISPARTA ISIK'],
    ['Łódź', 'lodz'],
    ['東京のパンは美味しい', '美味'],
    ['東京のパンは美味しい', '京'],
    ['ขนมปังอร่อยมาก', 'อร่อย'],
    ['이 빵집은 좋아요', '빵집'],
    ['Very good 👍', '👍'],
  ])('finds %s with %s', async (text, search) => {
    await add({ text });
    await add({ text: 'Something else' });
    expect(await texts({ q: search })).toEqual([text.normalize('NFC')]);
    expect(await texts({ keyword: search })).toEqual([text.normalize('NFC')]);
  });

  it('finds characters without spaces between words only where they follow each other', async () => {
    await add({ text: '京都と東京' });
    expect(await texts({ q: '東京都' })).toEqual([]);
    expect(await texts({ q: '東京 京都' })).toEqual(['京都と東京']);
    expect(await texts({ q: '京都と東' })).toEqual(['京都と東京']);
  });

  it('finds the words of the longest texts', async () => {
    const han = Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    const latin = Array.from({ length: 3_300 }, (_, n) => (n + 50_000).toString(36)).join(' ');
    for (const text of [han, latin, '東京'.repeat(10_000), 'é'.repeat(20_000)]) await add({ text });
    expect(await texts({ q: han.slice(8_000, 8_100) })).toEqual([han]);
    expect(await texts({ q: latin.slice(-9) })).toEqual([latin]);
    expect(await texts({ q: '京東' })).toEqual(['東京'.repeat(10_000)]);
    expect(await texts({ q: 'É'.repeat(200) })).toEqual(['é'.repeat(20_000)]);
  });

  it('finds every text by itself, whatever its characters and case', async () => {
    const samples = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), {
      numRuns: 2_000,
      seed: 19,
    });
    const pairs = samples.flatMap((text) => {
      const query = wordQuery(1, text.toUpperCase().normalize('NFD'), 'text');
      return query === null
        ? []
        : [{ text, query, vector: wordVector({ sub_account_id: 1, text, from_name: '' }) }];
    });
    expect(pairs.length).toBeGreaterThan(1_500);
    const missed = await world.admin.query(
      `select text from json_to_recordset($1::json) as pair (text text, vector text, query text)
       where not vector::tsvector @@ query::tsquery`,
      [JSON.stringify(pairs)],
    );
    expect(missed).toEqual([]);
  });

  it('finds the words of a review after it was changed, and not the former ones', async () => {
    const id = await add({ text: 'Old bread', from_name: 'Bo', rating_value: 2 });
    const change = (body: object) => client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
    expect((await change({ text: 'New rolls' })).status).toBe(200);
    expect(await texts({ q: 'bread' })).toEqual([]);
    expect(await texts({ q: 'rolls', status: 'approved', rating: 2 })).toEqual(['New rolls']);
    expect((await change({ status: 'inbox', rating_value: 5, posted_on: '2025-07-01' })).status).toBe(200);
    expect(await texts({ q: 'rolls', status: 'approved' })).toEqual([]);
    expect(await texts({ q: 'rolls', status: 'inbox', rating: 5, until: '2025-07-01' })).toEqual([
      'New rolls',
    ]);
    expect((await client.delete('reviews', `/public/v1/reviews/delete/${id}`)).status).toBe(200);
    expect(await texts({ q: 'rolls' })).toEqual([]);
  });
});
