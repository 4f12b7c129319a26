import type { Caller, World } from '@plaudit/testing';
import { WIDGET_FIELDS } from '../public-json/fixtures/widget-fields';
import { PUBLIC_URL, EmbedWorld, type Shop, texts } from './embed-world.suite';

describe('embed endpoints', () => {
  let embed: EmbedWorld;
  let world: World;
  let visitor: Caller;
  let shop: Shop;

  beforeAll(async () => {
    embed = await EmbedWorld.start();
    ({ world, visitor } = embed);
  });
  beforeEach(() => {
    shop = embed.newShop();
  });
  afterAll(() => embed.close());

  it('returns the data to draw a widget, and no private data', async () => {
    const { key } = await shop.widget({
      access: { allowed_domains: ['shop.example'] },
      source: { min_rating: 1, exclude_keywords: ['secret-word'] },
    });
    const id = await shop.review({
      text: 'Best rolls in town.',
      from_name: 'Noa Bergman',
      from_image: 'https://cdn.platform.example/secret-face.jpg',
      tags: [{ id: 3, name: 'secret-tag' }],
      additional: { order: 'secret-order' },
      from_url: 'https://platform.example/people/secret-person',
      post_url: 'https://platform.example/r/1',
      profile_name: 'secret-profile',
    });
    const { status, body } = await shop.json(key, { origin: 'https://shop.example' });
    expect(status).toBe(200);
    expect(body.reviews).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{12}$/),
        platform: 'app_store',
        label: 'Apple App Store',
        mark: 'A',
        rating: 5,
        text: 'Best rolls in town.',
        cut: false,
        language: null,
        translated: false,
        author: { name: 'Noa Bergman', image: expect.stringContaining(`${PUBLIC_URL}/embed/v1/img/`) },
        date: '2026-09-14',
        url: 'https://platform.example/r/1',
        verified: false,
        reply: null,
        media: [],
      },
    ]);
    expect(Object.keys(body).sort()).toEqual(WIDGET_FIELDS);
    expect(JSON.stringify(body)).not.toMatch(/secret|shop\.example|min_rating|account|channel/);
    expect(JSON.stringify(body)).not.toContain(String(id));
  });

  it('sends the headers that browsers, shared caches and other origins need', async () => {
    const { key } = await shop.widget();
    const { headers } = await shop.json(key);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, stale-if-error=86400',
      'cache-tag': expect.stringMatching(new RegExp(`^w-${key},sa-[\\w-]{12}$`)),
      etag: '"1-0-en"',
      vary: 'Accept-Encoding, Accept-Language',
    });
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('responds with 304 if the client has the current version', async () => {
    const { key } = await shop.widget();
    const etag = (await shop.json(key)).headers.get('etag') as string;
    const again = await shop.json(key, { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['nonsense', 'w_', '%00'])('responds with an error for %s, which is no key', async (key) => {
    for (const path of [`/embed/v1/widgets/${key}.json`, `/embed/v1/widgets/${key}/reviews`]) {
      const response = await visitor.get('widgets', path);
      expect([400, 404]).toContain(response.status);
      expect(response.body.success).toBe(false);
    }
  });

  it('answers for an unknown key as for an inactive widget, which pages of any origin can read and no cache keeps', async () => {
    const { status, headers, body } = await shop.json('w_0000000000000000');
    expect(status).toBe(200);
    expect(body).toEqual({ active: false });
    const reviews = await visitor.get('widgets', '/embed/v1/widgets/w_0000000000000000/reviews');
    expect(reviews.status).toBe(404);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns every review once over all pages', async () => {
    const { key } = await shop.widget({ source: { limit: 3 }, behavior: { page_size: 2 } });
    for (let day = 1; day <= 8; day++)
      await shop.review({ text: `Day ${day}`, posted_on: `2026-01-0${day} 00:00:00` });
    const first = await shop.json(key);
    const seen = texts(first.body);
    let next = first.body.next as string | null;
    while (next) {
      expect(Buffer.from(next, 'base64url').toString('latin1')).not.toContain('newest');
      const { status, body } = await shop.page(key, { cursor: next });
      expect({ status, count: body.count }).toEqual({ status: 200, count: 8 });
      seen.push(...texts(body));
      next = body.next as string | null;
    }
    expect(seen).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((day) => `Day ${day}`));
  });

  it('applies filters, search and order of the visitor within the reviews of the widget', async () => {
    const { key } = await shop.widget({ source: { min_rating: 2 } });
    await shop.review({ text: 'Five and fresh', rating_value: 5, posted_on: '2026-01-01 00:00:00' });
    await shop.review({ text: 'Three and fresh', rating_value: 3, posted_on: '2026-01-02 00:00:00' });
    await shop.review({ text: 'Two and stale', rating_value: 2, posted_on: '2026-01-03 00:00:00' });
    await shop.review({ text: 'One and stale', rating_value: 1, posted_on: '2026-01-04 00:00:00' });
    expect(texts((await shop.page(key, { rating: '5, 3' })).body)).toEqual([
      'Three and fresh',
      'Five and fresh',
    ]);
    expect(texts((await shop.page(key, { q: 'STALE' })).body)).toEqual(['Two and stale']);
    expect(texts((await shop.page(key, { sort: 'highest' })).body)[0]).toBe('Five and fresh');
    expect(texts((await shop.page(key, { sort: 'oldest', limit: '1' })).body)).toEqual(['Five and fresh']);
    expect(texts((await shop.page(key, { rating: '1' })).body)).toEqual([]);
    expect(texts((await shop.page(key, { platform: 'app_store' })).body)).toHaveLength(3);
    expect(texts((await shop.page(key, { platform: 'google' })).body)).toEqual([]);
  });

  it.each([
    [{ limit: '51' }, 'limit'],
    [{ limit: '0' }, 'limit'],
    [{ sort: 'random_daily' }, 'sort'],
    [{ rating: '6' }, 'rating'],
    [{ cursor: 'made-up' }, 'cursor'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ q: ' x ' }, 'q'],
    [{ q: '😀' }, 'q'],
  ])('refuses the query %j', async (query, field) => {
    const { key } = await shop.widget();
    expect(await shop.page(key, query as Record<string, string>)).toMatchObject({
      status: 400,
      body: { field },
    });
  });

  it('refuses a cursor of another widget', async () => {
    const { key } = await shop.widget({ source: { limit: 1 } });
    await shop.review();
    await shop.review();
    const { next } = (await shop.json(key)).body;
    const other = await shop.widget();
    expect((await shop.page(key, { cursor: next })).status).toBe(200);
    expect((await shop.page(other.key, { cursor: next })).status).toBe(400);
  });

  it('cuts long texts in the widget, and returns them whole in its pages', async () => {
    const { key } = await shop.widget();
    const text = 'A long story. '.repeat(400).trim();
    await shop.review({ text });
    const first = (await shop.json(key)).body.reviews[0];
    expect(first.cut).toBe(true);
    expect(first.text.length).toBeLessThanOrEqual(2001);
    const whole = (await shop.page(key)).body.reviews[0];
    expect(whole).toMatchObject({ id: first.id, cut: false, text });
  });

  it('uses the requested, configured or accepted language, each with its own ETag', async () => {
    const { key } = await shop.widget();
    await shop.review();
    expect((await shop.json(key, {}, { lang: 'de' })).body).toMatchObject({
      lang: 'de',
      strings: { read_more: 'Mehr lesen' },
    });
    const french = await shop.json(key, { 'accept-language': 'fr-CH, en;q=0.5' });
    expect(french.body).toMatchObject({ lang: 'fr', summary: { label: 'D’après 1 avis' } });
    expect(french.headers.get('etag')).toMatch(/^"1-\d+-fr"$/);
    const fixed = await shop.widget({ i18n: { locale: 'nl' } });
    const dutch = await shop.json(fixed.key, { 'accept-language': 'fr' });
    expect(dutch.body.lang).toBe('nl');
    expect(dutch.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('uses the language of the page before that of the browser, and ignores a page without a known one', async () => {
    const { key } = await shop.widget();
    const browser = { 'accept-language': 'fr' };
    const page = await shop.json(key, browser, { page_lang: 'pl-PL' });
    expect([page.body.lang, page.headers.get('vary')]).toEqual(['pl', 'Accept-Encoding']);
    const attribute = await shop.json(key, browser, { page_lang: 'pl', lang: 'ja' });
    expect(attribute.body.lang).toBe('ja');
    for (const page_lang of ['fi', '', 'not a language', 'x'.repeat(2_000), ['de', 'pl']]) {
      const other = await shop.json(key, browser, { page_lang });
      expect([other.status, other.body.lang, other.headers.get('vary')]).toEqual([
        200,
        'fr',
        'Accept-Encoding, Accept-Language',
      ]);
    }
    const more = await shop.page(key, { page_lang: 'he', lang: '' });
    expect(more.status).toBe(200);
  });

  it('is written from right to left in Arabic and Hebrew, unless the settings say otherwise', async () => {
    const { key } = await shop.widget();
    for (let n = 0; n < 3; n++) await shop.review();
    const arabic = (await shop.json(key, {}, { page_lang: 'ar' })).body;
    expect(arabic).toMatchObject({ lang: 'ar-u-nu-latn', dir: 'rtl' });
    expect(arabic.summary.label).toBe('بناءً على \u20683\u2069 مراجعات');
    const fixed = await shop.widget({ i18n: { locale: 'he', direction: 'ltr' } });
    expect((await shop.json(fixed.key)).body).toMatchObject({ lang: 'he', dir: 'ltr' });
  });

  it('refuses pages outside the allowed domains', async () => {
    const { key } = await shop.widget({ access: { allowed_domains: ['shop.example'] } });
    const allowed = await shop.json(key, { origin: 'https://shop.example' });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(allowed.headers.get('vary')).toContain('Origin');
    const refused = await shop.json(key, { origin: 'https://evil.example' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(refused.headers.get('vary')).toContain('Origin');
    expect([refused.headers.has('etag'), refused.headers.get('cache-control')]).toEqual([false, 'no-store']);
    const page = await visitor.get('widgets', `/w/${key}`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self' shop.example");
  });

  it('stores the hour in which a widget was last seen, without changing its ETag', async () => {
    const { id, key } = await shop.widget();
    const etag = (await shop.json(key)).headers.get('etag');
    await shop.json(key);
    const { body } = await shop.client.get('widgets', `/public/v1/widgets/get/${id}`);
    expect(body.last_seen_on).toMatch(/^\d{4}-\d\d-\d\d \d\d:00:00$/);
    expect((await shop.json(key)).headers.get('etag')).toBe(etag);
  });

  it('serves the script under its plain name and under a name with its hash', async () => {
    const plain = await visitor.get('widgets', '/embed/v1/rv.js');
    expect(plain.status).toBe(200);
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400');
    expect(plain.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const etag = plain.headers.get('etag') as string;
    expect(
      await visitor.get('widgets', '/embed/v1/rv.js', { headers: { 'if-none-match': etag } }),
    ).toMatchObject({ status: 304 });
    const pinned = await visitor.get('widgets', `/embed/v1/rv.${etag.replaceAll('"', '')}.js`);
    expect(pinned.body).toBe(plain.body);
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await visitor.get('widgets', '/embed/v1/w.js')).toMatchObject({ status: 200 });
    expect(await visitor.get('widgets', '/embed/v1/rv.000000000000.js')).toMatchObject({ status: 404 });
  });

  it('refuses requests that did not come through the gateway', async () => {
    const { key } = await shop.widget();
    expect(await world.anonymous().get('widgets', `/embed/v1/widgets/${key}.json`)).toMatchObject({
      status: 401,
    });
  });
});
