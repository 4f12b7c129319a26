import {
  type Caller,
  type World,
  eventually,
  type FixtureServer,
  type HttpResult,
  startFixtureServer,
  itAtLength,
} from '@plaudit/testing';
import {
  channelConnected,
  STORED_SUMMARY_PATH,
  type StoredSummaryRequest,
  type WidgetSummary,
  channelDeleted,
} from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { Module } from '@nestjs/common';
import { WIDGET_FIELDS } from '../public-json/fixtures/widget-fields';
import { PUBLIC_URL, EmbedWorld, type Shop, texts } from './embed-world.suite';
import { widgetsService } from '../service';
import { WidgetsModule } from '../widgets.module';

/** Visitors who arrive at the same moment. */
const CROWD = 40;

class MovedClock extends Clock {
  private ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  move(ms: number): void {
    this.ahead += ms;
  }
}

/** The service on this clock. */
function widgetsOn(clock: Clock): typeof widgetsService {
  @Module({ imports: [{ module: WidgetsModule, providers: [{ provide: Clock, useValue: clock }] }] })
  class WidgetsOnClock {}
  return { ...widgetsService, module: WidgetsOnClock };
}

const DAY_MS = 86_400_000;

function crowdOf(shop: Shop, key: string): Promise<HttpResult[]> {
  return Promise.all(Array.from({ length: CROWD }, () => shop.json(key)));
}

const etagOf = ({ headers }: HttpResult): string => headers.get('etag') as string;

/** A shop with a channel, of which the ai service has a summary. */
class SummaryShop {
  readonly channelId: number;

  private constructor(
    private readonly server: FixtureServer,
    private readonly shop: Shop,
  ) {
    this.channelId = 50_000 + shop.subAccountId * 10;
  }

  static async start(server: FixtureServer, shop: Shop): Promise<SummaryShop> {
    const summary = new SummaryShop(server, shop);
    summary.answer({ summary: summary.text('Fresh bread, friendly staff.') });
    await summary.connect(summary.channelId, 'Google', 128);
    return summary;
  }

  text(words: string): WidgetSummary {
    return { channel_id: this.channelId, text: words, based_on_reviews: 1284 };
  }

  answer(body: object, status = 200): void {
    this.server.handle(() => ({ status, body }));
  }

  widget(patch: object = {}): Promise<{ id: number; key: string }> {
    return this.shop.widget({ layout: { show_ai_summary: true }, ...patch }, 'summary');
  }

  async connect(id: number, label: string, reviews: number): Promise<void> {
    const data = { id, label, type: label.toLowerCase(), score: 4, reviews, rating_scale: 5 };
    await this.shop.channelEvent({ aggregateversion: 1, data }, channelConnected);
    const { key } = await this.shop.widget({}, 'summary');
    await eventually(
      () => this.shop.json(key),
      ({ body }) => body.summary.platforms.some((one: { label: string }) => one.label === label),
      `the channel of ${label}`,
    );
  }

  /** Expects the rest of the widget while the ai service fails, and the text when it answers again. */
  async expectRestWhile(fail: () => void): Promise<void> {
    const { key } = await this.widget();
    fail();
    const without = await this.shop.json(key);
    expect(without).toMatchObject({ status: 200, body: { ai_summary: null, summary: { rating: 4 } } });
    expect(etagOf(without)).toMatch(/-ai-unknown-partial-\w{12}"$/);
    this.answer({ summary: this.text('Back again.') });
    const back = await eventually(
      () => this.shop.json(key, { 'if-none-match': etagOf(without) }),
      ({ status, body }) => status === 200 && body.ai_summary !== null,
      'the circuit breaker of ai to close',
    );
    expect(back.body.ai_summary.text).toBe('Back again.');
  }
}

describe('the service of widgets', () => {
  let aiServer: FixtureServer;
  let embed: EmbedWorld;
  let world: World;
  let visitor: Caller;
  let shop: Shop;

  beforeAll(async () => {
    aiServer = await startFixtureServer();
    embed = await EmbedWorld.start({ AI_URL: aiServer.url });
    ({ world, visitor } = embed);
  });
  beforeEach(() => {
    shop = embed.newShop();
  });
  afterAll(async () => {
    await embed.close();
    await aiServer.close();
  });

  describe('embed endpoints', () => {
    it('returns the data to draw a widget, and no private data', async () => {
      const { key } = await shop.widget({
        access: { allowed_domains: ['shop.example'] },
        source: { min_rating: 1, exclude_keywords: ['secret-word'] },
      });
      const id = shop.review({
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
        'access-control-expose-headers': 'Retry-After',
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
        shop.review({ text: `Day ${day}`, posted_on: `2026-01-0${day} 00:00:00` });
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
      shop.review({ text: 'Five and fresh', rating_value: 5, posted_on: '2026-01-01 00:00:00' });
      shop.review({ text: 'Three and fresh', rating_value: 3, posted_on: '2026-01-02 00:00:00' });
      shop.review({ text: 'Two and stale', rating_value: 2, posted_on: '2026-01-03 00:00:00' });
      shop.review({ text: 'One and stale', rating_value: 1, posted_on: '2026-01-04 00:00:00' });
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
      shop.review();
      shop.review();
      const { next } = (await shop.json(key)).body;
      const other = await shop.widget();
      expect((await shop.page(key, { cursor: next })).status).toBe(200);
      expect((await shop.page(other.key, { cursor: next })).status).toBe(400);
    });

    it('cuts long texts in the widget, and returns them whole in its pages', async () => {
      const { key } = await shop.widget();
      const text = 'A long story. '.repeat(400).trim();
      shop.review({ text });
      const first = (await shop.json(key)).body.reviews[0];
      expect(first.cut).toBe(true);
      expect(first.text.length).toBeLessThanOrEqual(2001);
      const whole = (await shop.page(key)).body.reviews[0];
      expect(whole).toMatchObject({ id: first.id, cut: false, text });
    });

    it('uses the requested, configured or accepted language, each with its own ETag', async () => {
      const { key } = await shop.widget();
      shop.review();
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
      for (let n = 0; n < 3; n++) shop.review();
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
      expect([refused.headers.has('etag'), refused.headers.get('cache-control')]).toEqual([
        false,
        'no-store',
      ]);
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

  describe('a summary widget with show_ai_summary', () => {
    let ai: SummaryShop;

    beforeEach(async () => {
      ai = await SummaryShop.start(aiServer, shop);
    });

    it('has the text with a sentence in its language that says who wrote it and from how many reviews', async () => {
      const { key } = await ai.widget();
      expect((await shop.json(key)).body.ai_summary).toEqual({
        text: 'Fresh bread, friendly staff.',
        note: 'Written by AI from 1,284 reviews',
      });
      const german = await shop.json(key, {}, { lang: 'de' });
      expect(german.body.ai_summary.note).toBe('Von KI aus 1.284 Bewertungen erstellt');
      expect(aiServer.requests.at(-1)?.path).toBe(STORED_SUMMARY_PATH);
      expect(aiServer.requests.at(-1)?.json<StoredSummaryRequest>()).toEqual({
        account_id: 1,
        sub_account_id: shop.subAccountId,
        channel_ids: [ai.channelId],
      });
    });

    it('names the platform of the text if it shows several channels', async () => {
      await ai.connect(ai.channelId + 1, 'Yelp', 5);
      const { key } = await ai.widget();
      expect((await shop.json(key)).body.ai_summary.note).toBe('Written by AI from 1,284 reviews on Google');
    });

    it('has another ETag as soon as the text changes', async () => {
      const { key } = await ai.widget();
      const etag = etagOf(await shop.json(key));
      expect(await shop.json(key, { 'if-none-match': etag })).toMatchObject({ status: 304 });
      ai.answer({ summary: ai.text('Warm rolls.') });
      const changed = await shop.json(key, { 'if-none-match': etag });
      expect(changed).toMatchObject({ status: 200, body: { ai_summary: { text: 'Warm rolls.' } } });
      ai.answer({ summary: null });
      const gone = await shop.json(key, { 'if-none-match': etagOf(changed) });
      expect(gone).toMatchObject({ status: 200, body: { ai_summary: null } });
    });

    it.each<[string, () => void]>([
      ['is away', () => aiServer.handle(() => 'reset')],
      ['refuses the request', () => ai.answer({ code: 'not_found' }, 404)],
      ['answers with something else', () => ai.answer({ summary: { text: 7 } })],
      ['answers with nothing', () => ai.answer({})],
    ])('shows the rest while the ai service %s, and the text afterwards', async (_case, fail) => {
      await ai.expectRestWhile(fail);
    });

    it.each([
      ['the settings do not ask for it', { layout: { show_ai_summary: false } }],
      ['it shows no channel', { source: { sources: [7] } }],
    ])('asks nothing if %s', async (_case, patch) => {
      const { key } = await ai.widget(patch);
      const before = aiServer.requests.length;
      const { headers, body } = await shop.json(key);
      expect(body.ai_summary).toBeNull();
      expect(headers.get('etag')).toMatch(/^"1-\d+-en"$/);
      expect(aiServer.requests.length).toBe(before);
    });
  });

  describe('embed endpoints after a change', () => {
    it('shows a new review and hides a removed one in the first request after the change', async () => {
      const { key } = await shop.widget();
      const before = await shop.json(key);
      const id = shop.review({ text: 'Fresh.' });
      const after = await shop.json(key, { 'if-none-match': before.headers.get('etag') as string });
      expect({ status: after.status, texts: texts(after.body) }).toEqual({ status: 200, texts: ['Fresh.'] });
      shop.reviews.remove(shop.subAccountId, id);
      expect(texts((await shop.json(key)).body)).toEqual([]);
    });

    it('shows a change to any number of visitors at once', async () => {
      const { key } = await shop.widget();
      shop.review({ text: 'Known.' });
      const { headers } = await shop.json(key);
      const etag = headers.get('etag') as string;
      shop.reviews.add(shop.subAccountId, { text: 'New.', posted_on: '2026-12-01 00:00:00' });
      const visits = Array.from({ length: 20 }, () => shop.json(key, { 'if-none-match': etag }));
      const answers = await Promise.all(visits);
      for (const { body } of answers) expect(texts(body)).toEqual(['New.', 'Known.']);
      const versions = new Set(answers.map(({ headers: given }) => given.get('etag')));
      expect(versions.size).toBe(1);
      const [version] = versions;
      expect(await shop.json(key, { 'if-none-match': version as string })).toMatchObject({ status: 304 });
    });

    it('shows a change to a visitor who arrives while the question of an earlier one is under way', async () => {
      const { key } = await shop.widget();
      await shop.json(key);
      const question = shop.reviews.holdQuestion();
      const early = shop.json(key);
      await question.arrived;
      shop.review({ text: 'New.' });
      expect(texts((await shop.json(key)).body)).toEqual(['New.']);
      question.answer();
      expect((await early).status).toBe(200);
    });

    it('requests reviews once per version for any number of visitors', async () => {
      const { key } = await shop.widget();
      shop.review();
      const before = shop.reviews.requestCount;
      await Promise.all(Array.from({ length: 20 }, () => shop.json(key)));
      await shop.json(key);
      expect(shop.reviews.requestCount - before).toBe(1);
    });

    it('shows a change of the widget in the next request', async () => {
      const { id, key } = await shop.widget();
      const before = await shop.json(key);
      await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, {
        body: { settings: { header: { title: 'New' } } },
      });
      const after = await shop.json(key, { 'if-none-match': before.headers.get('etag') as string });
      expect(after).toMatchObject({ status: 200, body: { label: 'New' } });
      expect(after.headers.get('etag')).toBe('"2-0-en"');
    });

    it('returns nothing but the inactive flag for an inactive widget', async () => {
      const { id, key } = await shop.widget();
      shop.review();
      await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, { body: { active: false } });
      expect(await shop.json(key)).toMatchObject({ status: 200, body: { active: false } });
      expect((await shop.json(key)).body).toEqual({ active: false });
      expect((await shop.page(key)).body).toEqual({ reviews: [], count: 0, next: null });
      const page = await visitor.get('widgets', `/w/${key}`);
      expect(page.body).toContain('not available');
      expect(page.body).not.toContain('Great bread');
    });

    it('takes the official rating from the newest event of each channel', async () => {
      const { key } = await shop.widget();
      const id = 9000 + shop.subAccountId;
      const official = async (): Promise<object> => (await shop.json(key)).body.summary;
      await shop.channelEvent(
        { aggregateversion: 1, data: { id, score: 4, reviews: 100, rating_scale: 5 } },
        channelConnected,
      );
      await eventually(
        official,
        (summary) => (summary as { rating: number }).rating === 4,
        'the first official rating',
      );
      await shop.channelEvent({
        aggregateversion: 3,
        data: { id, score: 9.2, reviews: 120, rating_scale: 10 },
      });
      await eventually(
        official,
        (summary) => (summary as { rating: number }).rating === 4.6,
        'the newer rating',
      );
      // The older event changes nothing. The event of a second channel proves that the older one was handled before.
      await shop.channelEvent({ aggregateversion: 2, data: { id, score: 1, reviews: 1, rating_scale: 5 } });
      await shop.channelEvent({
        aggregateversion: 1,
        data: { id: id + 500, score: 4.6, reviews: 80, type: 'google', label: 'Google' },
      });
      const summary = await eventually(
        official,
        (found) => (found as { count: number }).count === 200,
        'the ratings of both channels',
      );
      expect(summary).toMatchObject({
        rating: 4.6,
        count: 200,
        basis: 'official',
        label: 'Based on 200 reviews',
        platforms: [
          { platform: 'app_store', rating: 4.6, count: 120 },
          { platform: 'google', rating: 4.6, count: 80 },
        ],
      });
      await shop.channelEvent({ aggregateversion: 4, data: { id } }, channelDeleted);
      await eventually(
        official,
        (found) => (found as { count: number }).count === 80,
        'the deleted channel to leave the rating',
      );
    });
  });

  describe('a widget with many visitors', () => {
    it('shows a change of the widget or of its reviews in every request after it', async () => {
      const { id, key } = await shop.widget();
      for (let turn = 1; turn <= 10; turn += 1) {
        const body = { settings: { header: { title: `Title ${turn}` } } };
        const changed = await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, { body });
        expect(changed.status).toBe(200);
        shop.reviews.add(shop.subAccountId, { text: `Review ${turn}` });
        const seen = await crowdOf(shop, key);
        const shown = seen.map((response) => `${String(response.body.label)}: ${texts(response.body)[0]}`);
        expect(new Set(shown)).toEqual(new Set([`Title ${turn}: Review ${turn}`]));
      }
    });
  });
});

const TOO_SLOW = { status: 503, body: { success: false, msg: 'It took too long.', code: 'overloaded' } };

const UNAVAILABLE = { status: 503, body: { success: false, code: 'upstream_unavailable' } };

describe('embed endpoints while the reviews service does not answer', () => {
  const clock = new MovedClock();
  let aiServer: FixtureServer;
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    aiServer = await startFixtureServer();
    // These tests wait for requests to time out, so the timeout is that of production.
    const settings = { SERVICE_TIMEOUT_FACTOR: '1', AI_URL: aiServer.url };
    embed = await EmbedWorld.start(settings, widgetsOn(clock));
  });
  beforeEach(async () => {
    shop = embed.newShop();
    const { key } = await shop.widget();
    await eventually(
      async () => [(await shop.json(key)).status, (await shop.page(key, { q: `word ${key}` })).status],
      (answers) => answers.every((status) => status === 200),
      'the circuit breakers that the previous test opened to close',
    );
  });
  afterEach(() => embed.reviews.recover());
  afterAll(async () => {
    await embed.close();
    await aiServer.close();
  });

  /** The widget in all its forms: its JSON, the first page of its reviews and its hosted page. */
  async function everyForm(key: string): Promise<HttpResult[]> {
    const hosted = await embed.visitor.get('widgets', `/w/${key}`);
    return [await shop.json(key), await shop.page(key), hosted];
  }

  const statuses = async (key: string): Promise<number[]> =>
    (await everyForm(key)).map(({ status }) => status);

  it('search in all other widgets while the searches of one are stopped for taking too long', async () => {
    shop.review({ text: 'Fresh bread' });
    const { key } = await shop.widget();
    const other = embed.newShop();
    const slow = await other.widget();
    embed.reviews.answerSearches(other.subAccountId, TOO_SLOW);
    for (let n = 0; n < 12; n += 1) {
      expect(await other.page(slow.key, { q: `word ${n}` })).toMatchObject({
        status: 503,
        body: { code: 'overloaded' },
      });
    }
    expect(texts((await shop.page(key, { q: 'bread' })).body)).toEqual(['Fresh bread']);
  });

  it('respond 503 while the reviews service responds 500, which is its fault to log', async () => {
    const { key } = await shop.widget();
    const broken = {
      status: 500,
      body: { success: false, msg: 'Something failed.', code: 'internal_error' },
    };
    embed.reviews.answerSearches(shop.subAccountId, broken);
    expect(await shop.page(key, { q: 'bread' })).toMatchObject(UNAVAILABLE);
  });

  it('answer all tenants while the searches of one widget hang', async () => {
    const victim = await shop.widget();
    shop.review({ text: 'Fine.' });
    const other = embed.newShop();
    const { key } = await other.widget();
    embed.reviews.answerSearches(other.subAccountId, 'hang');
    const searches = Array.from({ length: 12 }, (_, n) => other.page(key, { q: `word ${n}` }));
    expect(texts((await shop.json(victim.key)).body)).toEqual(['Fine.']);
    for (const { status, headers } of await Promise.all(searches)) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
    }
    expect(await statuses(victim.key)).toEqual([200, 200, 200]);
    expect((await other.json(key)).status).toBe(200);
  });

  it.each([
    ['the service is away', () => embed.reviews.fail()],
    ['there is a newer version that it cannot send', () => embed.reviews.failPages()],
  ])('show what they showed last, with its ETag, as long as %s', async (_what, fail) => {
    const { key } = await shop.widget();
    shop.review({ text: 'Before.' });
    const before = await everyForm(key);
    shop.review({ text: 'After.' });
    fail();
    const during = await everyForm(key);
    for (const [form, { status, body, headers }] of during.entries()) {
      expect({ status, body }).toEqual({ status: 200, body: before[form]?.body });
      expect(headers.get('etag')).toBe(before[form]?.headers.get('etag'));
      expect(headers.get('cache-control')).toBe('public, max-age=0, stale-if-error=86400');
    }
    const etag = before[0]?.headers.get('etag') as string;
    expect(await shop.json(key, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    embed.reviews.recover();
    const after = await eventually(
      () => shop.json(key),
      ({ headers }) => headers.get('etag') !== etag,
      'the newer version',
    );
    expect(texts(after.body)).toEqual(['After.', 'Before.']);
    expect((await everyForm(key))[2]?.body).toContain('After.');
  });

  itAtLength(
    'show what they know while the question about changes is not answered, and the change afterwards',
    async () => {
      const { key } = await shop.widget();
      shop.review({ text: 'Before.' });
      await shop.json(key);
      embed.reviews.hideChanges();
      shop.reviews.add(shop.subAccountId, { text: 'New.' });
      for (let visit = 0; visit < 8; visit += 1)
        expect(texts((await shop.json(key)).body)).toEqual(['Before.']);
      embed.reviews.recover();
      await eventually(
        async () => texts((await shop.json(key)).body),
        (shown) => shown[0] === 'New.',
        'the change',
      );
    },
  );

  it('share few questions about changes, however many visitors wait for an answer', async () => {
    const [{ key }, other] = [await shop.widget(), embed.newShop()];
    const { key: otherKey } = await other.widget();
    shop.review({ text: 'Known.' });
    await Promise.all([shop.json(key), other.json(otherKey)]);
    embed.reviews.hideChanges();
    const before = embed.reviews.questionCount;
    const [seen, ofOthers] = await Promise.all([crowdOf(shop, key), crowdOf(other, otherKey)]);
    expect(embed.reviews.questionCount - before).toBeLessThan(CROWD / 4);
    expect(new Set([...seen, ...ofOthers].map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(seen.flatMap(({ body }) => texts(body)))).toEqual(new Set(['Known.']));
  });

  it('keep no page that a visitor chose, so that nobody can crowd out what the others see', async () => {
    const { key } = await shop.widget();
    shop.review({ text: 'Before.' });
    const chosen: Record<string, string>[] = [
      { rating: '5' },
      { platform: 'any' },
      { sort: 'oldest' },
      { limit: '3' },
    ];
    for (const query of chosen) expect(await shop.page(key, query)).toMatchObject({ status: 200 });
    shop.review({ text: 'After.' });
    embed.reviews.failPages();
    for (const query of chosen) expect(await shop.page(key, query)).toMatchObject(UNAVAILABLE);
  });

  it('show it for a day, also to a browser that has it', async () => {
    const [{ key }, inactive] = [await shop.widget(), await shop.widget()];
    await shop.client.put('widgets', `/public/v1/widgets/update/${inactive.id}`, { body: { active: false } });
    shop.review({ text: 'Before.' });
    const { headers } = await shop.json(key);
    const known = { 'if-none-match': headers.get('etag') as string };
    await everyForm(key);
    embed.reviews.fail();
    try {
      clock.move(DAY_MS - 3_600_000);
      expect(await statuses(key)).toEqual([200, 200, 200]);
      expect(await shop.json(key, known)).toMatchObject({ status: 304 });
      clock.move(3_600_001);
      expect(await statuses(key)).toEqual([503, 503, 503]);
      expect(await shop.json(key, known)).toMatchObject(UNAVAILABLE);
      expect(await shop.json(inactive.key)).toMatchObject({ status: 200, body: { active: false } });
      embed.reviews.recover();
      await eventually(
        () => statuses(key),
        ([json]) => json === 200,
        'the reviews service to answer',
      );
    } finally {
      clock.move(-DAY_MS - 1);
    }
  });

  it('respond 503 without an ETag, and cache nothing, if they have shown nothing yet', async () => {
    const { key } = await shop.widget();
    shop.review();
    embed.reviews.fail();
    const [json, reviews, page] = await everyForm(key);
    expect(json).toMatchObject(UNAVAILABLE);
    expect(reviews).toMatchObject(UNAVAILABLE);
    expect(page).toMatchObject({
      status: 503,
      body: expect.stringContaining('The reviews cannot be shown right now'),
    });
    for (const failed of [json, reviews, page] as HttpResult[]) {
      expect(failed.headers.get('cache-control')).toBe('no-store');
      expect(failed.headers.get('etag')).toBeNull();
    }
    embed.reviews.recover();
    const recovered = await eventually(
      () => statuses(key),
      ([json]) => json === 200,
      'the reviews service to answer',
    );
    expect(recovered).toEqual([200, 200, 200]);
  });

  it('never show what an inactive or deleted widget, or one with other settings, showed last', async () => {
    const { id, key } = await shop.widget();
    shop.review({ text: 'Before.' });
    await everyForm(key);
    embed.reviews.fail();
    const update = (body: object) => shop.client.put('widgets', `/public/v1/widgets/update/${id}`, { body });
    await update({ settings: { header: { title: 'Other' } } });
    expect(await statuses(key)).toEqual([503, 503, 503]);
    await update({ active: false });
    for (const { status, body } of await everyForm(key)) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('Before.');
    }
    await shop.client.delete('widgets', `/public/v1/widgets/delete/${id}`);
    expect(await statuses(key)).toEqual([200, 404, 404]);
  });

  it('show the rest of a widget with show_ai_summary while the ai service does not answer in time, and the text afterwards', async () => {
    const ai = await SummaryShop.start(aiServer, shop);
    await ai.expectRestWhile(() => aiServer.handle(() => 'hang'));
  });
});

/** ETags of a body with and without all translations. */
const WHOLE = /^"1-\d+-en"$/;

const PARTIAL = /^"1-\d+-en-partial-\w{12}"$/;

describe('a widget with translate_to', () => {
  const clock = new MovedClock();
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    embed = await EmbedWorld.start({}, widgetsOn(clock));
  });
  beforeEach(() => {
    embed.reviews.recover();
    embed.reviews.translate((text) => `[${text}]`);
    shop = embed.newShop();
  });
  afterAll(() => embed.close());

  const widget = (translate_to: string | null = 'pt-br') => shop.widget({ source: { translate_to } });
  const hosted = (key: string): Promise<HttpResult> => embed.visitor.get('widgets', `/w/${key}`);

  it('shows translations in all its forms, with their language', async () => {
    const { key } = await widget();
    shop.review({ text: 'Gutes Brot', language: 'de' });
    const json = await shop.json(key);
    expect(json.body.reviews).toMatchObject([{ text: '[Gutes Brot]', language: 'pt-BR', translated: true }]);
    expect(etagOf(json)).toMatch(WHOLE);
    expect(texts((await shop.page(key)).body)).toEqual(['[Gutes Brot]']);
    expect((await hosted(key)).body).toContain('[Gutes Brot]');
    expect(JSON.stringify(json.body)).not.toContain('text_original');
  });

  it('requests them for its account, and waits at most a second, or not at all for a search', async () => {
    const { key } = await widget();
    shop.review({ text: 'Gutes Brot' });
    const before = embed.reviews.translationsWanted.length;
    await shop.json(key);
    await shop.page(key, { q: 'brot' });
    expect(embed.reviews.translationsWanted.slice(before)).toEqual([
      { account_id: 1, language: 'pt-BR', wait_ms: 1_000 },
      { account_id: 1, language: 'pt-BR', wait_ms: 0 },
    ]);
  });

  it.each([null, 'fil'])('requests none for the language %p', async (language) => {
    const { key } = await widget(language);
    shop.review({ text: 'Gutes Brot' });
    expect(texts((await shop.json(key)).body)).toEqual(['Gutes Brot']);
    expect(embed.reviews.translationsWanted.at(-1)).toBeUndefined();
  });

  it('does not call a text translated that is in the language already', async () => {
    embed.reviews.translate((text) => text);
    const { key } = await widget();
    shop.review({ text: 'Bom', language: 'pt' });
    const json = await shop.json(key);
    expect(json.body.reviews).toMatchObject([{ text: 'Bom', language: 'pt', translated: false }]);
    expect(etagOf(json)).toMatch(WHOLE);
  });

  it('shows originals that are not translated yet for 15 seconds, and then asks again', async () => {
    embed.reviews.translate((text) => (text === 'Neu' ? null : `[${text}]`));
    const { key } = await widget();
    shop.review({ text: 'Alt', posted_on: '2026-01-01 00:00:00' });
    shop.review({ text: 'Neu', posted_on: '2026-01-02 00:00:00' });
    const early = [await shop.json(key), await shop.page(key), await hosted(key)];
    expect(early[0]?.body.reviews).toMatchObject([
      { text: 'Neu', translated: false },
      { text: '[Alt]', translated: true },
    ]);
    const etag = etagOf(early[0] as HttpResult);
    expect(etag).toMatch(PARTIAL);
    expect(await shop.json(key, { 'if-none-match': etag })).toMatchObject({ status: 304 });

    embed.reviews.translate((text) => `[${text}]`);
    const asked = embed.reviews.requestCount;
    expect(texts((await shop.json(key)).body)).toEqual(['Neu', '[Alt]']);
    expect(embed.reviews.requestCount).toBe(asked);

    const whole = etag.replace(/-partial-\w+/, '');
    clock.move(16_000);
    const late = await shop.json(key, { 'if-none-match': etag });
    expect({ status: late.status, texts: texts(late.body), etag: etagOf(late) }).toEqual({
      status: 200,
      texts: ['[Neu]', '[Alt]'],
      etag: whole,
    });
    expect(texts((await shop.page(key)).body)).toEqual(['[Neu]', '[Alt]']);
    expect((await hosted(key)).body).toContain('[Neu]');
    clock.move(3_600_000);
    expect(await shop.json(key, { 'if-none-match': whole })).toMatchObject({ status: 304 });
  });

  it('shows the originals while requests for translations fail', async () => {
    const { key } = await widget();
    shop.review({ text: 'Gutes Brot' });
    embed.reviews.failTranslations();
    const json = await shop.json(key);
    expect(json.body.reviews).toMatchObject([{ text: 'Gutes Brot', translated: false }]);
    expect(etagOf(json)).toMatch(PARTIAL);
    expect(json.headers.get('cache-control')).toBe('public, max-age=0, stale-if-error=86400');
  });
});
