import { isDeepStrictEqual } from 'node:util';
import { effectiveScopes } from '@plaudit/contracts';
import { type Caller, eventually, type HttpResult } from '@plaudit/testing';
import { EmbedWorld, PAGES_URL, type Shop, texts } from '../embed/embed-world.suite';
import { WIDGET_FIELDS } from '../public-json/fixtures/widget-fields';
import { changeSettings } from '../settings/change-settings';
import { otherValues, settingAt, settingsOf } from '../settings/other-values.suite';
import { type JsonObject, mergeSettings } from '../settings/settings-merge';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';

const PREVIEW = '/public/v1/widgets/preview';
/** With another value, these would hide all reviews of the spec or the widget. */
const HIDING = /^(source\.(?!sort|limit|translate_to)|access\.|behavior\.(hide_when_empty|min_reviews)$)/;

/** Returns another value for every setting of a type. */
function everySetting(type: WidgetType): JsonObject {
  const { settings } = changeSettings(type, {}, {});
  return settingsOf(type, settings)
    .filter(({ path }) => !HIDING.test(path.join('.')))
    .map((setting) => settingAt(setting.path, otherValues(setting)[0]))
    .reduce((all, one) => mergeSettings(all, one), {});
}

describe('POST /widgets/preview', () => {
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    embed = await EmbedWorld.start();
  });
  beforeEach(() => {
    shop = embed.newShop();
  });
  afterAll(() => embed.close());

  function preview(body: object, client: Caller = shop.client): Promise<HttpResult> {
    return client.post('widgets', PREVIEW, { body });
  }

  function stored(): Promise<unknown> {
    return embed.world.admin.query('select * from widgets.widgets order by id');
  }

  it.each([
    [422, 'missing_widget_type', 'type', {}],
    [422, 'unknown_widget_type', 'type', { type: 'wheel' }],
    [422, 'invalid_setting', 'settings.style.radius', { type: 'list', settings: { style: { radius: 65 } } }],
    [422, 'invalid_setting', 'settings.wings', { type: 'list', settings: { wings: true } }],
    [422, 'invalid_setting', 'settings', { type: 'list', settings: null }],
    [400, 'invalid_value', 'type', { type: 'list', id: 1 }],
    [400, 'validation_failed', 'id', { id: 'seven' }],
    [400, 'validation_failed', 'lang', { type: 'list', lang: 'x'.repeat(36) }],
    [400, 'validation_failed', 'sample', { type: 'list', sample: 'yes' }],
    [404, 'not_found', undefined, { id: 999_999 }],
  ])('responds with %d %s and names %s', async (status, code, field, body) => {
    const refused = await preview(body);
    expect(refused).toMatchObject({ status, body: { code } });
    expect(refused.body.field).toBe(field);
  });

  it('responds with 404 for a widget of another sub account or account', async () => {
    const { id } = await shop.widget();
    const strangers = [{ sub_account_id: 9_999 }, { account_id: 2, sub_account_id: shop.subAccountId }];
    for (const stranger of strangers)
      expect((await preview({ id }, embed.world.as(stranger))).status).toBe(404);
  });

  it('lets everybody preview who may read widgets, and nobody else', async () => {
    const reader = embed.world.as({ scopes: effectiveScopes('user', false, []) });
    expect((await preview({ type: 'list' }, reader)).status).toBe(200);
    const other = embed.world.as({ scopes: ['reviews:read'] });
    expect(await preview({ type: 'list' }, other)).toMatchObject({
      status: 403,
      body: { required: 'widgets:read' },
    });
  });

  it('returns what a new widget would show, and stores nothing', async () => {
    shop.review({ text: 'Great bread', rating_value: 5 });
    shop.review({ text: 'Hard rolls', rating_value: 2 });
    shop.review({ text: 'Not read yet', status: 'inbox' });
    const before = await stored();
    const { status, body } = await preview({
      type: 'grid',
      settings: { header: { title: 'Our guests' }, source: { limit: 1 }, style: { radius: 3 } },
      lang: 'de-AT',
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([...WIDGET_FIELDS, 'rating_bases', 'sample'].sort());
    expect(body).toMatchObject({
      sample: false,
      active: true,
      key: '',
      type: 'grid',
      lang: 'de',
      label: 'Our guests',
      summary: { matching: 2, rating: 4 },
      next: null,
      page_url: '',
    });
    expect(texts(body)).toEqual(['Hard rolls']);
    expect(await stored()).toEqual(before);
  });

  it('merges settings into those of a widget, although it is inactive and for other domains', async () => {
    shop.review();
    const kept = { header: { title: 'Kept' }, access: { allowed_domains: ['shop.example'] } };
    const { id, key } = await shop.widget({ ...kept, i18n: { locale: 'fr' } });
    await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, { body: { active: false } });
    const before = await stored();
    const { status, body } = await preview({ id, settings: { header: { subtitle: 'New' } } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key,
      lang: 'fr',
      label: 'Kept',
      page_url: `${PAGES_URL}/w/${key}`,
      next: null,
    });
    expect(await stored()).toEqual(before);
    expect((await shop.json(key, { origin: 'https://shop.example' })).body).toEqual({ active: false });
  });

  it.each(WIDGET_TYPES)(
    'shows a %s with every setting changed as pages do once they are stored',
    async (type) => {
      shop.review({ text: 'Great bread', rating_value: 5 });
      shop.review({ text: 'Hard rolls', rating_value: 2 });
      const { id, key } = await shop.widget({}, type);
      const settings = everySetting(type);
      const { sample, rating_bases: _ratings, ...shown } = (await preview({ id, settings })).body;
      expect(shown).not.toEqual((await shop.json(key)).body);
      const stored = await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, {
        body: { settings },
      });
      expect([stored.status, sample]).toEqual([200, false]);
      // A preview has one page of reviews.
      expect(shown).toEqual({ ...(await shop.json(key)).body, next: null });
    },
  );

  it('shows invented reviews that say so while there is no approved one, and never on a page', async () => {
    shop.review({ status: 'inbox' });
    const { id, key } = await shop.widget({ behavior: { min_reviews: 50 } });
    const { body } = await preview({ id, lang: 'es' });
    expect(body).toMatchObject({
      sample: true,
      hidden: false,
      summary: { count: 8, matching: 8, distribution: [4, 1, 1, 1, 1] },
      disclosure: { text: expect.stringContaining('Estas reseñas son ejemplos'), link: null },
      next: null,
    });
    expect(texts(body)).toHaveLength(8);
    expect((await shop.json(key)).body).toMatchObject({ reviews: [], summary: { matching: 0 } });
    expect((await shop.page(key)).body).toEqual({ reviews: [], count: 0, next: null });
    shop.review({ text: 'The first one' });
    const first = await preview({ id });
    expect([first.body.sample, texts(first.body)]).toEqual([false, ['The first one']]);
  });

  it('shows invented reviews to those who ask for them, and none of their own', async () => {
    shop.review({ text: 'Great bread' });
    const settings = { source: { min_rating: 5, limit: 3 }, i18n: { locale: 'de' } };
    const { status, body } = await preview({ type: 'list', settings, sample: true });
    expect({ status, sample: body.sample, next: body.next }).toEqual({
      status: 200,
      sample: true,
      next: null,
    });
    expect(body.summary).toMatchObject({ matching: 8, distribution: [4, 1, 1, 1, 1] });
    expect(texts(body)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('Beispiel')));
    expect(body.disclosure.text).toContain('Besuchern zeigt Ihr Widget Ihre eigenen Bewertungen');
    const own = await preview({ type: 'list', settings, sample: false });
    expect(own.body).toMatchObject({ sample: false, reviews: [{ text: 'Great bread' }] });
  });

  it('shows no invented reviews if filters match nothing, nor for a badge with a published rating', async () => {
    shop.review();
    const filtered = await preview({ type: 'list', settings: { source: { ratings: [1], min_rating: 5 } } });
    expect(filtered.body).toMatchObject({ sample: false, reviews: [] });
    const other = embed.newShop();
    await other.channelEvent({ data: { score: 4.5, rating_scale: 5, reviews: 20 } });
    const { key } = await other.widget();
    await eventually(
      () => other.json(key),
      ({ body }) => body.summary.rating === 4.5,
      'the score of the channel',
    );
    const badge = await preview({ type: 'badge' }, other.client);
    expect(badge.body).toMatchObject({ sample: false, summary: { rating: 4.5, count: 20 } });
    expect((await preview({ type: 'list' }, other.client)).body.sample).toBe(true);
  });

  it('tells what each basis of the rating yields with the settings, also beside invented reviews', async () => {
    await shop.channelEvent({ data: { id: 4_077, score: 4.5, rating_scale: 5, reviews: 20 } });
    for (const rating_value of [5, 2]) shop.review({ rating_value });
    shop.review({ rating_value: 1, status: 'inbox' });
    const settings = { source: { min_rating: 3 } };
    const yields = async (body: object): Promise<unknown> =>
      (await preview({ type: 'list', settings, ...body })).body.rating_bases;
    const bases = [
      { basis: 'official', rating: 4.5, count: 20 },
      { basis: 'collected', rating: 2.67, count: 3 },
      { basis: 'approved', rating: 5, count: 1 },
    ];
    await eventually(
      () => yields({}),
      (given) => isDeepStrictEqual(given, bases),
      'the score of the channel',
    );
    expect(await yields({ sample: true })).toEqual(bases);
    const empty = await preview({ type: 'list' }, embed.newShop().client);
    expect(empty.body).toMatchObject({
      sample: true,
      rating_bases: [
        { basis: 'official', rating: null, count: 0 },
        { basis: 'collected', rating: null, count: 0 },
        { basis: 'approved', rating: null, count: 0 },
      ],
    });
  });

  it('responds with 503 while the reviews service does not answer', async () => {
    embed.world.expectErrors(/reviews/);
    embed.reviews.fail();
    expect(await preview({ type: 'list' })).toMatchObject({
      status: 503,
      body: { code: 'upstream_unavailable' },
    });
    embed.reviews.recover();
  });

  it('accepts the settings of every template of a type, as the API lists them', async () => {
    const LIST = '/public/v1/widgets/templates';
    const listed = await shop.client.get('widgets', LIST, { query: { type: 'badge' } });
    expect(listed.status).toBe(200);
    expect(listed.body.templates.length).toBeGreaterThanOrEqual(3);
    for (const { type, settings } of listed.body.templates) {
      expect(type).toBe('badge');
      expect((await preview({ type, settings })).status).toBe(200);
    }
    expect(await shop.client.get('widgets', LIST, { query: { type: 'wheel' } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'type' },
    });
  });
});
