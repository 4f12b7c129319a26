import { aiService } from '@plaudit/ai';
import { reviewsService } from '@plaudit/reviews';
import { type Caller, startWorld, type World } from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';

type Query = Record<string, string>;

describe('GET /widgets/{id}/reviews', () => {
  let world: World;
  let client: Caller;
  let widget: number;
  let tag: string;
  let source: string;

  beforeAll(async () => {
    const definitions = [reviewsService, widgetsService, aiService];
    world = await startWorld({ services: definitions.map((definition) => ({ definition })) });
    client = world.as();
    const reviews = Array.from({ length: 24 }, (_, n) => ({
      from_name: n % 2 ? 'Ann' : 'Ben',
      text: `${n % 3 ? 'Bread' : 'Cake'} ${n}`,
      posted_on: `2026-01-0${1 + (n % 3)}`,
      status: n % 4 ? 'approved' : 'inbox',
      rating_value: 1 + (n % 5),
      tags: n % 5 ? [] : ['sweet'],
      ...(n % 6
        ? {}
        : { from_image: 'https://example.com/face.jpg', video_url: 'https://example.com/v.mp4' }),
    }));
    const added = await client.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
    expect(added.body).toMatchObject({ inserted: 24 });
    const { body } = await client.get('reviews', '/public/v1/reviews/get', { query: { q: 'Cake 0' } });
    tag = String(body.items[0].tags[0].id);
    source = String(body.items[0].source_id);
    const made = await client.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
    widget = made.body.id as number;
  });
  afterAll(() => world.close());

  const ofWidget = (query: Query) => client.get('widgets', `/public/v1/widgets/${widget}/reviews`, { query });
  const ofAll = (query: Query) => client.get('reviews', '/public/v1/reviews/get', { query });

  it('accepts every filter of GET /reviews/get and returns approved reviews by default', async () => {
    const questions: Query[] = [
      {},
      { rating: '4,5' },
      { channels: '7', sources: source },
      { tags: tag },
      { q: 'ann' },
      { keyword: 'cake' },
      { media_only: '1' },
      { with_photos: '1' },
      { limit: '2' },
      { min_rating: '2', max_rating: '3.5' },
      { since: '2026-01-02', until: '2026-01-02' },
      { translate: 'fr', limit: '1' },
      { status: 'inbox' },
      { status: '0,1', rating: '1' },
    ];
    for (const query of questions) {
      const { status, body } = await ofAll({ status: 'approved', ...query });
      expect(body.count).toBeGreaterThan(0);
      expect(await ofWidget(query)).toMatchObject({ status, body });
    }
    expect((await ofWidget({})).body.count).toBe(18);
  });

  it('returns the next page for a cursor', async () => {
    const seen: number[] = [];
    let query: Query = { limit: '7' };
    for (;;) {
      const { body } = await ofWidget(query);
      if (body.items.length === 0) break;
      seen.push(...body.items.map(({ id }: { id: number }) => id));
      query = { limit: '7', before_ts: String(body.next_before_ts), before_id: String(body.next_before_id) };
    }
    const { body: all } = await ofAll({ status: 'approved' });
    expect(seen).toEqual(all.items.map(({ id }: { id: number }) => id));
  });

  it('returns the errors of reviews unchanged', async () => {
    expect(await ofWidget({ rating: '6' })).toMatchObject({ status: 400, body: { field: 'rating' } });
    expect(await ofWidget({ before_ts: '1' })).toMatchObject({
      status: 400,
      body: { code: 'cursor_incomplete', field: 'before_id' },
    });
    const missing = await client.get('widgets', '/public/v1/widgets/999999/reviews');
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('reports that no translator is available', async () => {
    const { status, headers, body } = await ofAll({ translate: 'pt-BR' });
    expect({ status, provider: headers.get('x-translation-provider') }).toEqual({
      status: 200,
      provider: 'none',
    });
    for (const item of body.items) {
      expect(item).toMatchObject({ text_original: item.text, translation: 'unavailable' });
      expect(item).not.toHaveProperty('text_language');
    }
    expect(world.logs.errors()).toEqual([]);
  });
});
