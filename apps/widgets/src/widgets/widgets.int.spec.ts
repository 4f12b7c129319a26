import {
  effectiveScopes,
  UNLIMITED,
  accountSubAccountDeleted,
  type Principal,
  widgetChanged,
} from '@plaudit/contracts';
import {
  type Caller,
  eventually,
  startWorld,
  type World,
  buildEvent,
  type FixtureServer,
  startFixtureServer,
} from '@plaudit/testing';
import { Clock } from '@plaudit/runtime';
import { Module } from '@nestjs/common';
import { widgetsService } from '../service';
import { WIDGET_TYPES } from '../settings/widget-types';
import { ReviewsStub } from '../embed/fixtures/reviews-stub';
import { EmbedWorld, type Shop } from '../embed/embed-world.suite';
import { WidgetsModule } from '../widgets.module';

const ADD = '/public/v1/widgets/add';

const WIRE_DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

describe('widgets API', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    const settings = { REVIEWS_URL: 'http://127.0.0.1:1', PUBLIC_URL: 'https://reviews.example' };
    world = await startWorld({ services: [{ definition: widgetsService, settings }] });
    client = world.as();
  });
  afterAll(() => world.close());

  async function add(body: object = {}): Promise<{ id: number; key: string }> {
    const added = await client.post('widgets', ADD, { body: { type: 'list', ...body } });
    expect(added.status).toBe(201);
    return added.body as { id: number; key: string };
  }

  it('lists the twelve types with complete defaults', async () => {
    const { status, body } = await client.get('widgets', '/public/v1/widgets/types');
    expect(status).toBe(200);
    expect(body.types.map(({ type }: { type: string }) => type)).toEqual(WIDGET_TYPES);
    expect(body.types[4]).toMatchObject({ type: 'list', label: 'List', settings: { source: { limit: 10 } } });
  });

  it('creates a widget and returns all its fields', async () => {
    const added = await client.post('widgets', ADD, {
      body: {
        type: 'list',
        name: 'Home page',
        settings: { header: { title: 'Our guests' }, unknown: undefined },
      },
    });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: expect.any(Number),
      type: 'list',
      name: 'Home page',
      active: true,
      key: expect.stringMatching(/^w_[0-9A-Za-z]{16}$/),
      settings: expect.objectContaining({
        header: expect.objectContaining({ title: 'Our guests', show: true }),
      }),
      embed: {
        html: expect.stringContaining('https://reviews.example/embed/v1/w.js'),
        advanced: {
          head: expect.stringContaining('rv.js'),
          element: expect.stringContaining('<rv-widget key='),
        },
        shortcode: `[rv_widget key="${added.body.key}"]`,
      },
      preview_url: `https://reviews.example/w/${added.body.key}`,
      sub_account_id: 1,
      created_on: expect.stringMatching(WIRE_DATE),
      updated_on: expect.stringMatching(WIRE_DATE),
      last_seen_on: null,
    });
    const read = await client.get('widgets', `/public/v1/widgets/get/${added.body.id}`);
    expect(read).toMatchObject({ status: 200, body: added.body });
  });

  it('stores only what differs from the defaults', async () => {
    const { id } = await add({ settings: { header: { title: 'Hi' }, source: { limit: 10, min_rating: 4 } } });
    const [row] = await world.admin.query<{ settings: object; settings_version: number }>(
      'select settings, settings_version from widgets.widgets where id = $1',
      [id],
    );
    expect(row).toEqual({
      settings: { header: { title: 'Hi' }, source: { min_rating: 4 } },
      settings_version: 1,
    });
  });

  it.each(WIDGET_TYPES)('creates a widget of type %s with a default name', async (type) => {
    const added = await client.post('widgets', ADD, { body: { type } });
    expect(added).toMatchObject({ status: 201, body: { type, active: true } });
    expect(added.body.name).not.toBe('');
  });

  describe('in a list of many', () => {
    const LIST = '/public/v1/widgets/get';
    const MANY = 1_050;
    const agency = () => world.as({ sub_account_id: 32 });

    beforeAll(async () => {
      await world.admin.query(
        `insert into widgets.widgets
           (account_id, sub_account_id, key, type, name, active, settings, settings_version, created_on, updated_on)
         select 1, 32, 'w_paged' || n, 'list', 'Page ' || n, true, '{}', 1, now(), now()
           from generate_series(1, ${MANY}) n`,
      );
    });

    it('are returned once each, oldest first, 1,000 per page unless limit is smaller', async () => {
      for (const limit of [undefined, 400]) {
        const ids: number[] = [];
        let cursor: number | undefined;
        do {
          const { body, headers } = await agency().get('widgets', LIST, { query: { limit, cursor } });
          const { widgets, next_cursor } = body as { widgets: { id: number }[]; next_cursor: number | null };
          expect(widgets.length).toBeLessThanOrEqual(limit ?? 1_000);
          expect(headers.get('x-next-cursor')).toBe(next_cursor === null ? null : String(next_cursor));
          expect(headers.has('link')).toBe(next_cursor !== null);
          ids.push(...widgets.map(({ id }) => id));
          cursor = next_cursor ?? undefined;
        } while (cursor !== undefined);
        expect(new Set(ids).size).toBe(MANY);
        expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      }
    });

    it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=0', 'cursor=x'])(
      'are refused for the query %s, which the error names',
      async (query) => {
        const refused = await agency().get('widgets', `${LIST}?${query}`);
        expect([refused.status, refused.body.field]).toEqual([400, query.split('=')[0]]);
      },
    );
  });

  it('lists widgets without settings and snippets', async () => {
    const other = world.as({ sub_account_id: 31 });
    const { body } = await other.post('widgets', ADD, { body: { type: 'badge', active: false } });
    const listed = await other.get('widgets', '/public/v1/widgets/get');
    expect(listed.body).toEqual({
      widgets: [
        {
          id: body.id,
          type: 'badge',
          name: 'Badge',
          active: false,
          key: body.key,
          created_on: body.created_on,
          updated_on: body.updated_on,
          last_seen_on: null,
        },
      ],
      next_cursor: null,
    });
  });

  it('merges settings on update, restores defaults for null and keeps fields that were not sent', async () => {
    const { id } = await add({
      name: 'Before',
      settings: { header: { title: 'Hi' }, source: { tags: [1, 2] } },
    });
    const path = `/public/v1/widgets/update/${id}`;
    const first = await client.put('widgets', path, {
      body: { settings: { source: { tags: [3] }, card: { max_lines: 3 } } },
    });
    expect(first).toMatchObject({
      status: 200,
      body: {
        name: 'Before',
        settings: { header: { title: 'Hi' }, source: { tags: [3] }, card: { max_lines: 3 } },
      },
    });
    const second = await client.put('widgets', path, {
      body: { active: false, settings: { header: { title: null } } },
    });
    expect(second.body).toMatchObject({
      active: false,
      settings: { header: { title: '' }, card: { max_lines: 3 } },
    });
    const third = await client.put('widgets', path, { body: { settings: {} } });
    expect(third.body.settings).toEqual(second.body.settings);
    expect(third.body.active).toBe(false);
  });

  it.each([
    [{}, 'missing_widget_type', 'type'],
    [{ type: '' }, 'missing_widget_type', 'type'],
    [{ type: 'poster' }, 'unknown_widget_type', 'type'],
    [{ type: 7 }, 'unknown_widget_type', 'type'],
    [{ type: 'list', settings: { layout: { arrows: true } } }, 'invalid_setting', 'settings.layout.arrows'],
    [
      { type: 'grid', settings: { layout: { columns: { desktop: 9 } } } },
      'invalid_setting',
      'settings.layout.columns.desktop',
    ],
    [{ type: 'list', settings: null }, 'invalid_setting', 'settings'],
  ])('refuses to create a widget from %j with 422 %s', async (body, code, field) => {
    const { status, body: error } = await client.post('widgets', ADD, { body });
    expect({ status, error }).toMatchObject({ status: 422, error: { success: false, code, field } });
    expect(error.msg).toContain(field);
  });

  it.each([
    [{ name: '' }],
    [{ name: 5 }],
    [{ name: 'x'.repeat(192) }],
    [{ active: 'yes' }],
    [{ active: null }],
  ])('refuses to create a widget with %j and responds with 400', async (wrong) => {
    const { status } = await client.post('widgets', ADD, { body: { type: 'list', ...wrong } });
    expect(status).toBe(400);
  });

  it('responds with 404 to every operation on a deleted widget', async () => {
    const { id } = await add();
    expect(await client.delete('widgets', `/public/v1/widgets/delete/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    for (const request of [
      client.get('widgets', `/public/v1/widgets/get/${id}`),
      client.put('widgets', `/public/v1/widgets/update/${id}`, { body: {} }),
      client.delete('widgets', `/public/v1/widgets/delete/${id}`),
      client.get('widgets', `/public/v1/widgets/${id}/reviews`),
    ]) {
      expect(await request).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } });
    }
  });

  it('hides widgets from other sub accounts and accounts', async () => {
    const { id } = await add();
    for (const stranger of [world.as({ sub_account_id: 2 }), world.as({ account_id: 2 })]) {
      expect(await stranger.get('widgets', `/public/v1/widgets/get/${id}`)).toMatchObject({ status: 404 });
      expect(await stranger.put('widgets', `/public/v1/widgets/update/${id}`, { body: {} })).toMatchObject({
        status: 404,
      });
      expect(await stranger.delete('widgets', `/public/v1/widgets/delete/${id}`)).toMatchObject({
        status: 404,
      });
    }
    expect(await client.get('widgets', `/public/v1/widgets/get/${id}`)).toMatchObject({ status: 200 });
  });

  it('lets the role user read widgets, but not create them', async () => {
    const user = world.as({ role: 'user', scopes: effectiveScopes('user', false, []) });
    expect(await user.get('widgets', '/public/v1/widgets/get')).toMatchObject({ status: 200 });
    expect(await user.post('widgets', ADD, { body: { type: 'list' } })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required: 'widgets:write' },
    });
    const editor = world.as({ role: 'editor', scopes: effectiveScopes('editor', false, []) });
    expect(await editor.post('widgets', ADD, { body: { type: 'list' } })).toMatchObject({ status: 201 });
  });

  it('enforces the limit of the plan over the whole account, even for concurrent requests', async () => {
    const limits = { ...UNLIMITED, widgets: 3 };
    const callers = [1, 2, 3, 4, 5, 6].map((sub_account_id) =>
      world.as({ account_id: 40, sub_account_id, limits }),
    );
    const responses = await Promise.all(
      callers.map((caller) => caller.post('widgets', ADD, { body: { type: 'list' } })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(3);
    expect(responses.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'widget_limit_reached',
      limit: 3,
      used: 3,
    });
  });

  it('publishes an event for every change, with ascending versions', async () => {
    const events = await world.recorder('widget.changed.>');
    const { id, key } = await add({ name: 'Announced' });
    await client.put('widgets', `/public/v1/widgets/update/${id}`, { body: { active: false } });
    await client.delete('widgets', `/public/v1/widgets/delete/${id}`);
    const published = await eventually(
      () => events.received.filter(({ event }) => event.subject === String(id)),
      (found) => found.length === 3,
      'three widget.changed events',
    );
    expect(published.map(({ event }) => [event.aggregateversion, event.data])).toEqual([
      [1, { id, key, type: 'list', name: 'Announced', active: true, deleted: false }],
      [2, { id, key, type: 'list', name: 'Announced', active: false, deleted: false }],
      [3, { id, key, type: 'list', name: 'Announced', active: false, deleted: true }],
    ]);
  });
});

describe('widgets of a deleted sub account', () => {
  let world: World;
  let reviews: ReviewsStub;

  beforeAll(async () => {
    reviews = await ReviewsStub.start();
    world = await startWorld({
      services: [{ definition: widgetsService, settings: { REVIEWS_URL: reviews.url } }],
    });
  });
  afterAll(async () => {
    await world.close();
    await reviews.close();
  });

  function as(sub_account_id: number, principal: Partial<Principal> = {}): Caller {
    return world.as({ sub_account_id, main: false, ...principal });
  }

  async function add(
    api: Caller,
  ): Promise<{ status: number; body: { id: number; key: string; active: boolean } }> {
    return api.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
  }

  async function close(id: number, accountid = 1): Promise<void> {
    const event = buildEvent(accountSubAccountDeleted, { accountid, subaccountid: id, data: { id } });
    await world.publish(event);
    await eventually(
      () => world.admin.query('select from widgets.inbox where event_id = $1', [event.id]),
      (rows) => rows.length === 1,
      'the event to be handled',
    );
  }

  async function isShown(key: string): Promise<boolean> {
    const { body } = await world.as({ scopes: ['public'] }).get('widgets', `/embed/v1/widgets/${key}.json`);
    return body.active !== false;
  }

  it('deactivates active widgets and publishes each change once', async () => {
    const recorder = await world.recorder('widget.>');
    const [gone, kept] = [(await add(as(11))).body, (await add(as(12))).body];
    const off = (await add(as(11))).body;
    await as(11).put('widgets', `/public/v1/widgets/update/${off.id}`, { body: { active: false } });
    expect([await isShown(gone.key), await isShown(kept.key)]).toEqual([true, true]);
    await close(11);
    await close(11);
    expect([await isShown(gone.key), await isShown(kept.key)]).toEqual([false, true]);
    const events = await recorder.waitFor(widgetChanged, 5);
    expect(events.filter(({ data }) => data.id === gone.id).map(({ data }) => data.active)).toEqual([
      true,
      false,
    ]);
    expect(events.filter(({ data }) => data.id === off.id)).toHaveLength(2);
  });

  it('keeps widgets inactive when a request arrives late', async () => {
    const known = (await add(as(21))).body;
    await close(21);
    expect((await add(as(21))).body.active).toBe(false);
    const updated = await as(21).put('widgets', `/public/v1/widgets/update/${known.id}`, {
      body: { active: true },
    });
    expect(updated.body.active).toBe(false);
    expect(await isShown(known.key)).toBe(false);
  });

  it('stops counting the widgets against the plan', async () => {
    const principal = { account_id: 7, limits: { ...UNLIMITED, widgets: 1 } };
    expect((await add(as(31, principal))).status).toBe(201);
    expect((await add(as(32, principal))).status).toBe(422);
    await close(31, 7);
    expect((await add(as(32, principal))).status).toBe(201);
  });
});

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
    await client.get('widgets', `/public/v1/widgets/${id}/reviews`, {});
    expect(reviews.requests.at(-1)?.query.get('status')).toBe('approved');
    // The reviews service refuses an empty list.
    await client.get('widgets', `/public/v1/widgets/${id}/reviews`, { query: { status: '' } });
    expect(reviews.requests.at(-1)?.query.get('status')).toBe('');
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

class SetClock extends Clock {
  time = new Date('2026-11-21T10:59:59Z');

  override now(): Date {
    return this.time;
  }
}

describe('last_seen_on of a widget', () => {
  const clock = new SetClock();
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    @Module({ imports: [{ module: WidgetsModule, providers: [{ provide: Clock, useValue: clock }] }] })
    class WidgetsOnClock {}
    embed = await EmbedWorld.start({}, { ...widgetsService, module: WidgetsOnClock });
    shop = embed.newShop();
  });
  beforeEach(() => {
    clock.time = new Date('2026-11-21T10:59:59Z');
  });
  afterAll(() => embed.close());

  async function lastSeen(id: number): Promise<string | null> {
    const { body } = await shop.client.get('widgets', `/public/v1/widgets/get/${id}`);
    return body.last_seen_on as string | null;
  }

  it('is the hour of the last response with its data, also of one without a body', async () => {
    const { id, key } = await shop.widget();
    const first = await shop.json(key);
    expect(await lastSeen(id)).toBe('2026-11-21 10:00:00');
    clock.time = new Date('2026-11-21T11:00:00Z');
    const known = { 'if-none-match': first.headers.get('etag') as string };
    expect((await shop.json(key, known)).status).toBe(304);
    expect(await lastSeen(id)).toBe('2026-11-21 11:00:00');
  });

  it('stays empty if the data was refused or could not be made', async () => {
    const { id, key } = await shop.widget({ access: { allowed_domains: ['shop.example'] } });
    expect((await shop.json(key, { origin: 'https://other.example' })).status).toBe(403);
    embed.world.expectErrors(/reviews/);
    embed.reviews.fail();
    expect((await shop.json(key, { origin: 'https://shop.example' })).status).toBe(503);
    embed.reviews.recover();
    expect((await shop.page(key)).status).toBe(403);
    expect(await lastSeen(id)).toBeNull();
    expect((await shop.json(key, { origin: 'https://shop.example' })).status).toBe(200);
    expect(await lastSeen(id)).toBe('2026-11-21 10:00:00');
  });

  it('never keeps a visitor from the data, and is stored later if it could not be stored', async () => {
    const { id, key } = await shop.widget();
    const { admin } = embed.world;
    await admin.query('alter table widgets.widgets rename column last_seen_on to seen_on');
    try {
      expect((await shop.json(key)).status).toBe(200);
    } finally {
      await admin.query('alter table widgets.widgets rename column seen_on to last_seen_on');
    }
    expect(await lastSeen(id)).toBeNull();
    expect((await shop.json(key)).status).toBe(200);
    expect(await lastSeen(id)).toBe('2026-11-21 10:00:00');
  });
});
