import { buildPrincipal, type Caller, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

describe('the API of sources and tags', () => {
  let world: World;
  let client: Caller;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
      nats: false,
    });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(() => world.close());

  const sources = async () => (await client.get('reviews', '/public/v1/sources')).body;
  const addSource = (body: object) => client.post('reviews', '/public/v1/sources', { body });
  const tags = async () => (await client.get('reviews', '/public/v1/tags')).body;
  async function addReview(n: number | string, overrides: object = {}): Promise<number> {
    const body = { from_name: `Author ${n}`, text: `Text ${n}.`, posted_on: '2026-01-31', ...overrides };
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }
  const update = (id: number, body: object) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body });

  describe('for sources', () => {
    it('lists the default source before anything was added', async () => {
      const before = await sources();
      expect(before).toEqual({
        count: 1,
        items: [
          {
            id: expect.any(Number),
            name: 'Manual',
            created_on: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          },
        ],
      });
      const id = await addReview(1);
      const { body } = await client.get('reviews', `/public/v1/reviews/get/${id}`);
      expect(body).toMatchObject({ source_id: before.items[0].id, label: 'Manual' });
      expect(await sources()).toEqual(before);
    });

    it('adds a source, lists sources by name, and labels reviews with their source', async () => {
      const added = await addSource({ name: '  Trade \u200bfair ' });
      expect(added).toMatchObject({
        status: 200,
        body: { success: true, id: added.body.source.id, source: { name: 'Trade fair' } },
      });
      expect((await sources()).items.map(({ name }: { name: string }) => name)).toEqual([
        'Manual',
        'Trade fair',
      ]);
      const id = await addReview(1, { source_id: added.body.id });
      const { body } = await client.get('reviews', `/public/v1/reviews/get/${id}`);
      expect(body).toMatchObject({ source_id: added.body.id, label: 'Trade fair', type: 'custom' });
    });

    it.each([
      ['Trade fair', 'TRADE FAIR'],
      ['Messe Köln', 'messe KÖLN'],
      ['Manual', ' manual '],
    ])('with the source %s, refuses %s as a duplicate name', async (name, again) => {
      await sources();
      await addSource({ name });
      const existing = (await sources()).items.find((item: { name: string }) => item.name === name)
        .id as number;
      const refused = await addSource({ name: again });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'duplicate_source', field: 'name', existing_id: existing },
      });
      expect(refused.body.msg).toContain('name');
    });

    it('creates each once when many requests arrive at once', async () => {
      const answers = await Promise.all(['A', 'a', 'A', 'a'].map((name) => addSource({ name })));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
      const ids = answers.map(({ body }) => (body.id ?? body.existing_id) as number);
      expect(new Set(ids).size).toBe(1);
    });

    it.each([
      ['a missing value', {}, 'missing_field'],
      ['null', { name: null }, 'validation_failed'],
      ['a number', { name: 7 }, 'validation_failed'],
      ['a list', { name: ['a'] }, 'validation_failed'],
      ['an object', { name: { a: 1 } }, 'validation_failed'],
      ['empty text', { name: '' }, 'validation_failed'],
      ['blanks', { name: ' \t ' }, 'validation_failed'],
      ['zero-width characters', { name: '\u200b\u2060' }, 'validation_failed'],
      ['101 characters', { name: 'x'.repeat(101) }, 'validation_failed'],
      ['1 MB', { name: 'x'.repeat(1_000_000) }, 'validation_failed'],
      ['NUL', { name: 'a\u0000' }, 'invalid_value'],
      ['half a surrogate pair', { name: '\ud83d' }, 'invalid_value'],
    ])('refuses %s as a name', async (_what, body, code) => {
      const before = await world.admin.query('select count(*) from reviews.sources');
      expect(await addSource(body)).toMatchObject({ status: 400, body: { code, field: 'name' } });
      expect(await world.admin.query('select count(*) from reviews.sources')).toEqual(before);
    });

    it('does not show the sources of other sub accounts', async () => {
      const mine = (await addSource({ name: 'Mine' })).body.id as number;
      client = world.as(buildPrincipal({ account_id: 2, sub_account_id: ++subAccount }));
      expect((await sources()).items).toHaveLength(1);
      expect(await addSource({ name: 'Mine' })).toMatchObject({ status: 200 });
      const id = await addReview(1);
      expect(await update(id, { source_id: mine })).toMatchObject({
        status: 400,
        body: { code: 'unknown_source', field: 'source_id' },
      });
    });

    it('requires the scopes of the operations', async () => {
      client = world.as({ scopes: ['channels:read'] });
      expect(await addSource({ name: 'x' })).toMatchObject({
        status: 403,
        body: { required: 'reviews:write' },
      });
      const refused = await client.get('reviews', '/public/v1/sources/get');
      expect(refused).toMatchObject({ status: 403, body: { required: 'reviews:read' } });
    });
  });

  describe('for tags', () => {
    const counts = async (): Promise<[string, number][]> =>
      (await tags()).items.map(({ name, count }: { name: string; count: number }) => [name, count]);

    it('returns an empty list when the sub account has no tags', async () => {
      expect(await tags()).toEqual({ count: 0, items: [] });
    });

    it('counts the reviews of each tag as tags are set and removed', async () => {
      const first = await addReview(1, { tags: ['Bread', 'COFFEE'] });
      await addReview(2, { tags: ['bread', 'bread'] });
      expect(await counts()).toEqual([
        ['Bread', 2],
        ['COFFEE', 1],
      ]);
      await update(first, { tags: ['zucchini', 'BREAD'] });
      expect(await counts()).toEqual([
        ['Bread', 2],
        ['COFFEE', 0],
        ['zucchini', 1],
      ]);
      await client.delete('reviews', `/public/v1/reviews/delete/${first}`);
      const list = await tags();
      expect(list).toMatchObject({
        count: 3,
        items: [{ name: 'Bread', count: 1 }, { count: 0 }, { count: 0 }],
      });
      expect(list.items[0].id).toEqual(expect.any(Number));
    });

    it('treats names that differ only in case or spacing as the same tag, in any script', async () => {
      const id = await addReview(1, { tags: ['Größe', ' Trade  fair '] });
      await update(id, { tags: ['GRÖSSE', 'größe', 'GRÖße', 'trade fair', 'Trade\u200b fair'] });
      const { body } = await client.get('reviews', `/public/v1/reviews/get/${id}`);
      expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['GRÖSSE', 'Größe', 'Trade fair']);
    });

    it('replaces all tags of a review, and removes them with an empty list', async () => {
      const id = await addReview(1, { tags: ['a', 'b'] });
      const replaced = await update(id, { tags: ['c'] });
      expect(replaced.body.review.tags).toEqual([{ id: expect.any(Number), name: 'c' }]);
      expect((await update(id, { tags: [] })).body.review.tags).toEqual([]);
    });

    it('creates each once when many requests arrive at once', async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          addReview(n, { tags: n % 2 ? ['x', 'y', 'z'] : ['Z', 'Y', 'X'] }),
        ),
      );
      expect((await counts()).map(([name, count]) => [name.toLowerCase(), count])).toEqual([
        ['x', 8],
        ['y', 8],
        ['z', 8],
      ]);
    });

    it('does not share tags between sub accounts', async () => {
      await addReview(1, { tags: ['mine'] });
      client = world.as(buildPrincipal({ account_id: 2, sub_account_id: ++subAccount }));
      expect(await tags()).toEqual({ count: 0, items: [] });
    });
  });

  describe('for both', () => {
    const put = (path: string, body: object) => client.put('reviews', `/public/v1/${path}`, { body });
    const post = (path: string, body: object) => client.post('reviews', `/public/v1/${path}`, { body });
    const remove = (path: string, query = {}) => client.delete('reviews', `/public/v1/${path}`, { query });

    it.each(['tags', 'sources'])('of the kind %s refuses the name of another, in any case', async (noun) => {
      const code = noun === 'tags' ? 'duplicate_tag' : 'duplicate_source';
      const first = (await post(noun, { name: 'First' })).body.id as number;
      const second = (await post(noun, { name: 'Second' })).body.id as number;
      for (const refused of [
        await post(noun, { name: ' FIRST' }),
        await put(`${noun}/${second}`, { name: 'first' }),
      ]) {
        expect(refused).toMatchObject({ status: 400, body: { code, field: 'name', existing_id: first } });
      }
      const raced = await Promise.all(['Third', 'third'].map((name) => put(`${noun}/${second}`, { name })));
      expect(raced.map(({ status }) => status)).toEqual([200, 200]);
    });

    it.each([
      ['tags', { name: '' }, 'name', 'validation_failed'],
      ['tags', { name: ' \u200b' }, 'name', 'validation_failed'],
      ['tags', { name: 'x'.repeat(51) }, 'name', 'validation_failed'],
      ['tags', { name: null }, 'name', 'validation_failed'],
      ['tags', {}, 'name', 'missing_field'],
      ['sources', { name: '\u200b' }, 'name', 'validation_failed'],
      ['sources', { name: 'x'.repeat(101) }, 'name', 'validation_failed'],
    ])('of the kind %s refuses the name in %j', async (noun, body, field, code) => {
      const { id } = (await post(noun, { name: 'Good' })).body;
      for (const refused of [await post(noun, body), await put(`${noun}/${id}`, body)]) {
        expect(refused).toMatchObject({ status: 400, body: { field, code } });
      }
    });

    it.each(['tags', 'sources'])('of the kind %s is unknown to other sub accounts', async (noun) => {
      const { id } = (await post(noun, { name: 'Mine' })).body;
      client = world.as({ sub_account_id: (subAccount += 1) });
      const own = (await post(noun, { name: 'Theirs' })).body.id as number;
      for (const unknown of [id as number, 999_999_999]) {
        const refused = [
          await put(`${noun}/${unknown}`, { name: 'Taken' }),
          await remove(`${noun}/${unknown}`),
          await post(`${noun}/${unknown}/merge`, { into: own }),
        ];
        expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
          Array(3).fill([404, 'not_found']),
        );
      }
      const into = await post(`${noun}/${own}/merge`, { into: id });
      expect(into.status).toBe(noun === 'tags' ? 404 : 400);
      expect(await post(`${noun}/${own}/merge`, { into: own })).toMatchObject({
        status: 400,
        body: { field: 'into', code: 'invalid_value' },
      });
    });

    it('that is the default source cannot be renamed, merged or deleted', async () => {
      const [{ id }] = (await sources()).items as [{ id: number }];
      const into = (await post('sources', { name: 'Fair' })).body.id as number;
      const refused = [
        await put(`sources/${id}`, { name: 'Mine' }),
        await remove(`sources/${id}`),
        await post(`sources/${id}/merge`, { into }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        Array(3).fill([400, 'default_source']),
      );
      expect(await put(`sources/${id}`, { name: 'Manual' })).toMatchObject({ status: 200 });
      expect(await remove(`sources/${into}`, { move_to: into })).toMatchObject({
        status: 400,
        body: { field: 'move_to' },
      });
      expect(await remove(`sources/${into}`, { move_to: 999_999 })).toMatchObject({
        status: 400,
        body: { field: 'move_to', code: 'unknown_source' },
      });
    });

    it('keeps the other names of listing and adding sources', async () => {
      const { id } = (await post('sources/add', { name: 'Fair' })).body;
      const { body } = await client.get('reviews', '/public/v1/sources/get');
      expect(body).toEqual(await sources());
      expect(body.items[0]).toMatchObject({ id, name: 'Fair' });
    });
  });
});
