import { buildPublicPrincipal, type Caller, startWorld, type World } from '@plaudit/testing';
import fc from 'fast-check';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { wordQuery, wordVector } from '../search/word-vector';

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
