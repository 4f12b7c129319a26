import type { TranslationResponse, TranslationRequest } from '@plaudit/contracts';
import {
  type Caller,
  eventually,
  type FixtureHandler,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { reviewsService } from '../service';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';

/** A stand-in for the ai service: it reverses each text. */
const backwards: FixtureHandler = (request) => {
  const { texts } = request.json<TranslationRequest>();
  const translations = texts.map(({ text }) => ({ text: [...text].reverse().join(''), gap: null }));
  return { body: { provider: 'mirror', translations } satisfies TranslationResponse };
};

describe('GET /reviews/get with translate', () => {
  let world: World;
  let client: Caller;
  let ai: FixtureServer;

  beforeAll(async () => {
    ai = await startFixtureServer(backwards);
    world = await startWorld({
      nats: false,
      services: [{ definition: reviewsService, settings: { ...REVIEWS_ALONE.settings, AI_URL: ai.url } }],
    });
    client = world.as();
    for (const [text, language] of [
      ['Guten Tag', 'de'],
      ['Hi', null],
      ['x'.repeat(5_001), null],
    ]) {
      const body = { from_name: 'Ida', posted_on: '2026-01-01', text, ...(language ? { language } : {}) };
      expect(await client.post('reviews', '/public/v1/reviews/add', { body })).toMatchObject({ status: 200 });
    }
  });
  beforeEach(() => {
    ai.requests.length = 0;
    ai.handle(backwards);
  });
  afterAll(async () => {
    await world.close();
    await ai.close();
  });

  const list = (translate: string, limit = 25) =>
    client.get('reviews', '/public/v1/reviews/get', { query: { translate, limit } });

  it('sends one request for the whole page and labels the translated texts', async () => {
    const { status, headers, body } = await list('PT-br');
    expect({ status, provider: headers.get('x-translation-provider') }).toEqual({
      status: 200,
      provider: 'mirror',
    });
    expect(body).toMatchObject({ count: 3, limit: 25, next_before_ts: 1767225600 });
    const [long, short, german] = body.items;
    expect(german).toMatchObject({ text: 'gaT netuG', text_original: 'Guten Tag', text_language: 'pt-BR' });
    expect(german).not.toHaveProperty('translation');
    expect(short).toMatchObject({
      text: 'iH',
      text_original: 'Hi',
      from_name: 'Ida',
      text_language: 'pt-BR',
    });
    expect(long).toMatchObject({ text_original: long.text, translation: 'failed' });
    expect(long).not.toHaveProperty('text_language');
    expect(ai.requests.map((request) => request.json())).toEqual([
      {
        language: 'pt-BR',
        texts: [
          { text: 'Hi', language: null },
          { text: 'Guten Tag', language: 'de' },
        ],
      },
    ]);
  });

  it('sends the caller’s identity and nothing but the texts', async () => {
    await list('fr');
    const [request] = ai.requests;
    expect(request?.headers['x-plaudit-principal']).toEqual(expect.any(String));
    expect(request?.text).not.toContain('Ida');
  });

  it('gives the reason for each text that is not translated', async () => {
    const translations = [
      { text: null, gap: 'quota' },
      { text: 'Bonjour', gap: null },
    ];
    ai.handle(() => ({ body: { provider: 'mirror', translations } }));
    const { body } = await list('fr');
    expect(body.items.slice(1)).toMatchObject([
      { text: 'Hi', text_original: 'Hi', translation: 'quota' },
      { text: 'Bonjour', text_original: 'Guten Tag', text_language: 'fr' },
    ]);
    expect(body.items[1]).not.toHaveProperty('text_language');
  });

  it.each<[string, FixtureHandler, string]>([
    ['answers an error', () => ({ status: 400, body: { success: false } }), 'failed'],
    [
      'translates another number of texts',
      () => ({ body: { provider: 'mirror', translations: [] } }),
      'failed',
    ],
    [
      'gives a reason that does not exist',
      () => ({ body: { provider: 'mirror', translations: [{ gap: 'whim' }, { gap: 'quota' }] } }),
      'failed',
    ],
    [
      'translates to something that is no text',
      () => ({ body: { provider: 'mirror', translations: [{ text: 7, gap: null }, { gap: 'quota' }] } }),
      'failed',
    ],
    [
      'names a provider that no header can carry',
      () => ({ body: { provider: 'a\r\nb', translations: [{ gap: 'quota' }, { gap: 'quota' }] } }),
      'failed',
    ],
    ['answers something else', () => ({ body: '[]' }), 'failed'],
    ['answers no JSON', () => ({ body: '<html>' }), 'unavailable'],
    ['hangs up', () => 'reset', 'unavailable'],
    ['is starting', () => ({ status: 503 }), 'unavailable'],
  ])('returns the original texts when ai %s', async (_fault, handler, translation) => {
    ai.handle(handler);
    const { status, headers, body } = await list('fr');
    expect(status).toBe(200);
    expect(headers.get('x-translation-provider')).toBe('none');
    expect(body.items[1]).toMatchObject({ text: 'Hi', text_original: 'Hi', translation });
    expect(body.items[1]).not.toHaveProperty('text_language');
  });

  it('sends no request without translate, or for a page without reviews', async () => {
    const plain = await client.get('reviews', '/public/v1/reviews/get');
    expect(plain.headers.get('x-translation-provider')).toBeNull();
    expect(plain.body.items[1]).not.toHaveProperty('text_original');
    const empty = await client.get('reviews', '/public/v1/reviews/get', {
      query: { translate: 'fr', q: 'none' },
    });
    expect(empty.body).toEqual({ count: 0, limit: 25, items: [] });
    expect(ai.requests).toEqual([]);
  });

  it.each(['french!', 'zz', 'f', 'fr-', 'fr-FRA', 'fr_FR', 'zz1', ' fr', 'fr,de'])(
    'refuses the language %p',
    async (language) => {
      expect(await list(language)).toMatchObject({
        status: 400,
        body: { code: 'unsupported_language', field: 'translate' },
      });
      expect(ai.requests).toEqual([]);
    },
  );

  it('stops calling ai while it keeps failing, and still returns the list', async () => {
    ai.handle(() => 'reset');
    await eventually(
      async () => {
        const before = ai.requests.length;
        expect(await list('fr', 1)).toMatchObject({ status: 200 });
        return ai.requests.length - before;
      },
      (requests) => requests === 0,
      'a list without a request to ai',
    );
    expect(world.logs.errors()).toEqual([]);
  });
});
