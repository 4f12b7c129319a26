import type { TranslationResponse, TranslationRequest } from '@plaudit/contracts';
import {
  buildPublicPrincipal,
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

describe('GET /reviews/get with translate', () => {
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
});

describe('POST /internal/reviews/approved with a translation', () => {
  const translation = { account_id: 1, language: 'pt-BR', wait_ms: 200 };

  beforeAll(async () => {
    const shop = world.as({ sub_account_id: 2 });
    for (const [text, from_name] of [
      ['Guten Tag', 'Ida'],
      ['Otto', 'Jan'],
    ]) {
      const body = { text, from_name, posted_on: '2026-01-01', language: 'de', status: 'approved' };
      expect(await shop.post('reviews', '/public/v1/reviews/add', { body })).toMatchObject({ status: 200 });
    }
  });

  const approved = (body: object = { translation }) =>
    world.as(buildPublicPrincipal()).post('reviews', '/internal/reviews/approved', {
      body: { sub_account_id: 2, sort: 'oldest', limit: 10, ...body },
    });

  it('requests one for the account of the widget, and for as long as the visitor waits', async () => {
    ai.handle((request) => {
      const { texts } = request.json<TranslationRequest>();
      const translations = texts.map(({ text }) => ({
        text: text.replace('Guten Tag', 'Bom dia'),
        gap: null,
      }));
      return { body: { provider: 'mirror', translations } };
    });
    const { status, body } = await approved();
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { text: 'Bom dia', text_original: 'Guten Tag', text_language: 'pt-BR', from_name: 'Ida' },
      { text: 'Otto', from_name: 'Jan' },
    ]);
    for (const name of ['text_original', 'text_language', 'translation']) {
      expect(body.items[1]).not.toHaveProperty(name);
    }
    expect(ai.requests.map((request) => request.json())).toEqual([
      {
        language: 'pt-BR',
        texts: [
          { text: 'Guten Tag', language: 'de' },
          { text: 'Otto', language: 'de' },
        ],
        account_id: 1,
        wait_ms: 200,
      },
    ]);
  });

  it('returns the originals and the reason if there is none', async () => {
    ai.handle(() => ({ status: 503 }));
    const { status, body } = await approved();
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { text: 'Guten Tag', translation: 'unavailable' },
      { text: 'Otto', translation: 'unavailable' },
    ]);
    expect(body.count).toBe(2);
  });

  it('requests none without the field, or for a page without reviews', async () => {
    expect((await approved({})).body.items[0]).not.toHaveProperty('translation');
    expect((await approved({ translation, filters: { q: 'nobody' } })).body.items).toEqual([]);
    expect(ai.requests).toEqual([]);
  });

  it.each([
    ['language', { language: 'german' }],
    ['wait_ms', { wait_ms: 1_501 }],
    ['account_id', { account_id: 0 }],
  ])('refuses a bad %s', async (field, wrong) => {
    const answer = await approved({ translation: { ...translation, ...wrong } });
    expect(answer).toMatchObject({ status: 400, body: { field: `translation.${field}` } });
    expect(ai.requests).toEqual([]);
  });
});

describe('GET /reviews/get with translate', () => {
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
