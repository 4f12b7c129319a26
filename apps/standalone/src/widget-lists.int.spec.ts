import { aiService } from '@plaudit/ai';
import type { Scope } from '@plaudit/contracts';
import { reviewsService } from '@plaudit/reviews';
import {
  buildPublicPrincipal,
  type Caller,
  eventually,
  type FixtureResponse,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';

type Query = Record<string, string>;

describe('GET /widgets/{id}/reviews', () => {
  let world: World;
  let client: Caller;
  let widget: number;
  let tag: string;
  let source: string;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: widgetsService },
        { definition: aiService },
      ],
    });
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

  it('needs only the scope of widgets, and a key of another scope is refused', async () => {
    const ofScopes = (scopes: Scope[]) =>
      world.as({ scopes }).get('widgets', `/public/v1/widgets/${widget}/reviews`);
    expect(await ofScopes(['widgets:read'])).toMatchObject({ status: 200, body: { count: 18 } });
    expect(await ofScopes(['reviews:read'])).toMatchObject({
      status: 403,
      body: { required: 'widgets:read' },
    });
    const inbox = world.as({ scopes: ['widgets:read'] });
    expect(await inbox.get('reviews', '/public/v1/reviews/get')).toMatchObject({ status: 403 });
    const foreign = world.as({ scopes: ['widgets:read'], sub_account_id: 77 });
    expect(await foreign.get('widgets', `/public/v1/widgets/${widget}/reviews`)).toMatchObject({
      status: 404,
    });
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

describe('GET /widgets/{id}/reviews with a translation that is slow or impossible', () => {
  let ai: FixtureServer;
  let world: World;
  let client: Caller;
  let widget: { id: number; key: string };

  beforeAll(async () => {
    ai = await startFixtureServer();
    // The limits are those of production, because the test waits for one of them.
    const settings = { AI_URL: ai.url, SERVICE_TIMEOUT_FACTOR: '1' };
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { ...settings, INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: widgetsService, settings },
      ],
    });
    client = world.as();
    const review = { from_name: 'Ida', text: 'Guten Tag', posted_on: '2026-01-01', status: 'approved' };
    expect(await client.post('reviews', '/public/v1/reviews/add', { body: review })).toMatchObject({
      status: 200,
    });
    const added = await client.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
    widget = added.body as typeof widget;
  });
  afterAll(async () => {
    await world.close();
    await ai.close();
  });

  const list = (translate: string) =>
    client.get('widgets', `/public/v1/widgets/${widget.id}/reviews`, { query: { translate } });
  const original = (translation: string) => ({
    status: 200,
    body: { items: [{ text: 'Guten Tag', text_original: 'Guten Tag', translation }] },
  });
  const embed = () => world.as(buildPublicPrincipal()).get('widgets', `/embed/v1/widgets/${widget.key}.json`);

  it('waits 8 s for the translation, then returns the original texts, while embeds answer at once', async () => {
    const translated = { provider: 'mirror', translations: [{ text: 'Bonjour', gap: null }] };
    const inTime = { body: translated, delayMs: 7_000 };
    await eventually(
      () => list('de'),
      ({ status }) => status === 200,
      'the first connections between the services',
    );
    ai.requests.length = 0;
    ai.handle((request): FixtureResponse =>
      request.json<{ language: string }>().language === 'fr' ? inTime : 'hang',
    );
    let finished = 0;
    const lists = ['fr', 'es', 'es', 'es'].map((language) => list(language).finally(() => (finished += 1)));
    await eventually(
      () => ai.requests.length,
      (requests) => requests === 4,
      'the requests to ai',
    );
    for (let visitor = 0; visitor < 20; visitor += 1) expect(await embed()).toMatchObject({ status: 200 });
    expect(finished).toBe(0);
    const [french, ...spanish] = await Promise.all(lists);
    expect(french).toMatchObject({
      status: 200,
      body: { items: [{ text: 'Bonjour', text_language: 'fr' }] },
    });
    for (const page of spanish) expect(page).toMatchObject(original('unavailable'));
    expect(await embed()).toMatchObject({ status: 200, body: { reviews: [{ text: 'Guten Tag' }] } });
  });

  it.each<[string, FixtureResponse, string]>([
    ['answers garbage', { body: '{"provider":7}' }, 'failed'],
    ['hangs up', 'reset', 'unavailable'],
  ])('returns the original texts while ai %s', async (_fault, response, translation) => {
    ai.handle(() => response);
    const page = await eventually(
      () => list('fr'),
      ({ body }) => body.items?.[0]?.translation === translation,
      'the translation to be tried again',
    );
    expect(page).toMatchObject(original(translation));
  });
});
