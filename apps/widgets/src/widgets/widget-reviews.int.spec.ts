import {
  type Caller,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { widgetsService } from '../service';

describe('GET /widgets/{id}/reviews', () => {
  let reviews: FixtureServer;
  let world: World;
  let client: Caller;
  let id: number;

  beforeAll(async () => {
    reviews = await startFixtureServer();
    world = await startWorld({
      services: [{ definition: widgetsService, settings: { REVIEWS_URL: reviews.url } }],
    });
    client = world.as();
    const added = await client.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
    expect(added.status).toBe(201);
    id = added.body.id as number;
  });
  afterAll(async () => {
    await world.close();
    await reviews.close();
  });

  it('forwards the query to the reviews service, with the status approved by default', async () => {
    const page = '{"count":0,"limit":25,"items":[]}';
    reviews.handle(() => ({ headers: { 'content-type': 'application/json' }, body: page }));
    const response = await client.get('widgets', `/public/v1/widgets/${id}/reviews`, {
      query: { rating: '4,5', q: 'a&b=c', limit: 5 },
    });
    expect(response).toMatchObject({ status: 200, body: JSON.parse(page) });
    const forwarded = reviews.requests.at(-1);
    expect(forwarded?.path).toBe('/internal/reviews/list');
    expect(Object.fromEntries(forwarded?.query ?? [])).toEqual({
      rating: '4,5',
      q: 'a&b=c',
      limit: '5',
      status: 'approved',
    });
    await client.get('widgets', `/public/v1/widgets/${id}/reviews`, { query: { status: 'inbox' } });
    expect(reviews.requests.at(-1)?.query.get('status')).toBe('inbox');
    await client.get('widgets', `/public/v1/widgets/${id}/reviews`, { query: { status: '' } });
    expect(reviews.requests.at(-1)?.query.get('status')).toBe('approved');
  });

  it('asks a reviews service of the previous release on the path that it knows', async () => {
    const page = '{"count":0,"limit":25,"items":[]}';
    reviews.handle(({ path }) =>
      path === '/public/v1/reviews/get' ? { body: page } : { status: 404, body: { code: 'not_found' } },
    );
    const response = await client.get('widgets', `/public/v1/widgets/${id}/reviews`, { query: { q: 'a' } });
    expect(response).toMatchObject({ status: 200, body: JSON.parse(page) });
    expect(Object.fromEntries(reviews.requests.at(-1)?.query ?? [])).toEqual({ q: 'a', status: 'approved' });
  });

  it('lists the reviews without a translation while too many others are translated', async () => {
    const page = { count: 1, limit: 25, items: [{ id: 7, text: 'Gutes Brot.' }] };
    reviews.handle(({ query }) => (query.has('translate') ? 'reset' : { body: page }));
    const query = { translate: 'en', rating: '5' };
    const response = await client.get('widgets', `/public/v1/widgets/${id}/reviews`, { query });
    const [item] = page.items;
    const gap = { text_original: 'Gutes Brot.', translation: 'unavailable' };
    expect(response).toMatchObject({ status: 200, body: { ...page, items: [{ ...item, ...gap }] } });
    expect(reviews.requests.at(-1)?.query.get('rating')).toBe('5');
  });

  it('returns errors of the reviews service unchanged, and 503 if it is down', async () => {
    const refusal = {
      success: false,
      msg: 'before_ts and before_id must be sent together.',
      code: 'cursor_incomplete',
    };
    reviews.handle(() => ({ status: 400, body: refusal }));
    expect(await client.get('widgets', `/public/v1/widgets/${id}/reviews`)).toMatchObject({
      status: 400,
      body: refusal,
    });
    for (const away of [{ status: 404, body: { success: false, code: 'not_found' } }, 'reset'] as const) {
      reviews.handle(() => away);
      expect(await client.get('widgets', `/public/v1/widgets/${id}/reviews`)).toMatchObject({
        status: 503,
        body: { code: 'upstream_unavailable' },
      });
    }
  });
});
