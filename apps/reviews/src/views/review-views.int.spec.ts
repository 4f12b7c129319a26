import { type Caller, startWorld, type World } from '@plaudit/testing';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { MAX_VIEWS } from './review-views.service';

const VIEWS = '/public/v1/reviews/views';

describe('the views of a sub account', () => {
  let world: World;
  let client: Caller;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({ nats: false, services: [REVIEWS_ALONE] });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(() => world.close());

  const add = (body: unknown, headers: Record<string, string> = {}) =>
    client.post('reviews', VIEWS, { body, headers });
  const list = async (caller = client) => (await caller.get('reviews', VIEWS)).body.items;
  const saved = async (name: string, rest: object = {}): Promise<number> =>
    (await add({ name, filters: {}, ...rest })).body.view.id as number;

  it('are saved with their filters as GET /reviews/get takes them', async () => {
    const filters = {
      status: 'inbox',
      rating: [1, 2],
      max_rating: 2.5,
      q: ' bread ',
      sort: 'oldest',
      keyword: '',
    };
    const { status, body } = await add({ name: ' Bad   ones ', filters });
    const view = {
      id: expect.any(Number) as unknown,
      name: 'Bad ones',
      filters: { status: 'inbox', rating: '1,2', max_rating: '2.5', q: ' bread ', sort: 'oldest' },
      position: 0,
    };
    expect({ status, body }).toEqual({ status: 200, body: { success: true, view } });
    expect(await list()).toEqual([view]);
    const reviews = await client.get('reviews', '/public/v1/reviews/get', { query: body.view.filters });
    expect(reviews.status).toBe(200);
  });

  it('are in the order of their positions, a new one last', async () => {
    const [one, two] = [await saved('One'), await saved('Two')];
    const first = await saved('First', { position: 0 });
    await client.put('reviews', `${VIEWS}/${one}`, { body: { position: 5 } });
    expect(
      (await list()).map(({ id, position }: { id: number; position: number }) => [id, position]),
    ).toEqual([
      [first, 0],
      [two, 1],
      [one, 5],
    ]);
  });

  it('change only in the fields that are sent', async () => {
    const id = await saved('Old', { filters: { status: 'inbox', q: 'a' } });
    const change = (body: object) => client.put('reviews', `${VIEWS}/${id}`, { body });
    expect((await change({ name: 'New' })).body.view).toMatchObject({
      name: 'New',
      filters: { status: 'inbox', q: 'a' },
    });
    expect((await change({ filters: { with_text: 1 } })).body.view).toMatchObject({
      name: 'New',
      filters: { with_text: '1' },
    });
    expect((await list())[0].filters).toEqual({ with_text: '1' });
  });

  it('are deleted once', async () => {
    const id = await saved('Gone');
    expect((await client.delete('reviews', `${VIEWS}/${id}`)).status).toBe(200);
    expect((await client.delete('reviews', `${VIEWS}/${id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('are saved once for an Idempotency-Key', async () => {
    const body = { name: 'Once', filters: {} };
    const headers = { 'idempotency-key': 'view-1' };
    const [first, again] = [await add(body, headers), await add(body, headers)];
    expect(again.body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
  });

  it('are 50 at most, also if many are saved at once', async () => {
    await world.admin.query(
      `insert into reviews.review_views (account_id, sub_account_id, name, filters, position)
       select 1, $1, 'View ' || n, '{}', n from generate_series(1, $2) n`,
      [subAccount, MAX_VIEWS - 1],
    );
    const responses = await Promise.all(['a', 'b', 'c'].map((name) => add({ name, filters: {} })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(await list()).toHaveLength(MAX_VIEWS);
  });

  it('are nothing to another sub account and need the rights to read and write reviews', async () => {
    const id = await saved('Mine');
    const foreign = world.as({ sub_account_id: 99 });
    expect(await list(foreign)).toEqual([]);
    const path = `${VIEWS}/${id}`;
    expect((await foreign.put('reviews', path, { body: { name: 'Theirs' } })).status).toBe(404);
    expect((await foreign.delete('reviews', path)).status).toBe(404);
    const reader = world.as({ sub_account_id: subAccount, scopes: ['reviews:read'] });
    expect(await list(reader)).toHaveLength(1);
    expect((await reader.delete('reviews', path)).status).toBe(403);
    expect((await world.as({ scopes: ['channels:read'] }).get('reviews', VIEWS)).status).toBe(403);
  });

  it.each<[string, object, string]>([
    ['no name', { filters: {} }, 'name'],
    ['a blank name', { name: ' ', filters: {} }, 'name'],
    ['a long name', { name: 'x'.repeat(61), filters: {} }, 'name'],
    ['no filters', { name: 'a' }, 'filters'],
    ['a list as filters', { name: 'a', filters: [] }, 'filters'],
    ['a filter that does not exist', { name: 'a', filters: { author: 'Ida' } }, 'filters.author'],
    ['a page', { name: 'a', filters: { cursor: 'newest_1_1' } }, 'filters.cursor'],
    ['a name of every object', { name: 'a', filters: { toString: 1 } }, 'filters.toString'],
    ['an impossible rating', { name: 'a', filters: { rating: [6] } }, 'filters.rating'],
    ['an impossible date', { name: 'a', filters: { since: 'soon' } }, 'filters.since'],
    ['an unknown status', { name: 'a', filters: { status: 'published' } }, 'filters.status'],
    ['an unknown order', { name: 'a', filters: { sort: 'best' } }, 'filters.sort'],
    ['an object as value', { name: 'a', filters: { q: { a: 1 } } }, 'filters.q'],
    [
      'more than can be stored',
      { name: 'a', filters: { channels: Array.from({ length: 2_000 }, (_, n) => n + 1) } },
      'filters',
    ],
    ['a position below 0', { name: 'a', filters: {}, position: -1 }, 'position'],
  ])('are refused with %s, and the field is named', async (_what, body, field) => {
    const { status, body: answer } = await add(body);
    expect({ status, field: answer.field }).toEqual({ status: 400, field });
    expect(await list()).toEqual([]);
  });
});
