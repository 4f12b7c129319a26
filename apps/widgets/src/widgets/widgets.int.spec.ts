import { effectiveScopes, UNLIMITED } from '@plaudit/contracts';
import { type Caller, eventually, startWorld, type World } from '@plaudit/testing';
import { widgetsService } from '../service';
import { WIDGET_TYPES } from '../settings/widget-types';

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
