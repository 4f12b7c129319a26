import { eventually, type HttpResult, runWhole } from '@plaudit/testing';
import type { Shop } from '../embed/embed-world.suite';
import { ViewCounterService } from './view-counter.service';
import { ViewsWorld } from './views-world.suite';

describe('GET /widgets/views', () => {
  const views = new ViewsWorld();
  let shop: Shop;

  beforeAll(() => views.start());
  beforeEach(() => {
    views.clock.time = new Date('2026-11-21T10:00:00Z');
    shop = views.embed.newShop();
  });
  afterAll(() => views.embed.close());

  /** Stores a view of a day. */
  async function store(id: number, day: string, count = 1): Promise<void> {
    await views.embed.world.admin.query(
      `insert into widgets.widget_days (widget_id, day, account_id, sub_account_id, views)
       values ($1, $2, 1, $3, $4)`,
      [id, day, shop.subAccountId, count],
    );
  }

  async function storedDays(ids: readonly number[]): Promise<string[]> {
    const rows = await views.embed.world.admin.query<{ day: string }>(
      'select day::text as day from widgets.widget_days where widget_id = any ($1) order by day',
      [ids],
    );
    return rows.map(({ day }) => day);
  }

  it('counts each request that shows the widget, also one whose response the browser has', async () => {
    const { id, key } = await shop.widget();
    shop.review();
    const first = await shop.json(key);
    const known = { 'if-none-match': first.headers.get('etag') as string };
    const shown = [await shop.json(key, known), await views.visit(`/w/${key}`)];
    for (const form of ['html', 'svg', 'png'])
      shown.push(await views.visit(`/embed/v1/widgets/${key}.${form}`));
    expect(shown.map(({ status }) => status)).toEqual([304, 200, 200, 200, 200]);
    await views.flush();
    const { views: counted } = await views.expectSums(shop, id, { views: 6, interactions: 0 });
    expect(counted.at(-1)).toBe(6);
  });

  it('counts neither programs nor own pages nor what was not shown', async () => {
    const settings = { access: { allowed_domains: ['shop.example'] } };
    const { id, key } = await shop.widget(settings);
    shop.review();
    const path = `/embed/v1/widgets/${key}.json`;
    const origin = 'https://shop.example';
    const answers: HttpResult[] = [
      await views.visit(path, { origin: 'https://other.example' }),
      await views.visit(path, { origin, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
      await views.visit(path, { origin, 'sec-fetch-site': 'same-origin' }),
      await views.visit(path, { origin }, 'HEAD'),
      await views.visit(`/embed/v1/widgets/${key}.png?size=card`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 200, 200, 200]);
    const off = { body: { active: false } };
    const { client } = shop;
    expect(await client.put('widgets', `/public/v1/widgets/update/${id}`, off)).toMatchObject({
      status: 200,
    });
    expect(await views.visit(path, { origin })).toMatchObject({ status: 200 });
    const on = { body: { active: true } };
    expect(await client.put('widgets', `/public/v1/widgets/update/${id}`, on)).toMatchObject({ status: 200 });
    expect(await views.visit(path, { origin })).toMatchObject({ status: 200 });
    await views.flush();
    await views.expectSums(shop, id, { views: 1, interactions: 0 });
  });

  it('counts what visitors choose and what the element reports', async () => {
    const { id, key } = await shop.widget();
    for (const text of ['First.', 'Second.']) shop.review({ text });
    const { body } = await shop.page(key, { limit: '1' });
    const chosen: Record<string, string>[] = [{ limit: '1', cursor: String(body.next) }, { rating: '5' }];
    for (const query of [...chosen, {}, { limit: '12' }])
      expect((await shop.page(key, query)).status).toBe(200);
    const seen = await views.visit(`/embed/v1/widgets/${key}/seen/open`, {}, 'POST');
    expect(seen).toMatchObject({ status: 204, body: '' });
    expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    await views.flush();
    await views.expectSums(shop, id, { views: 0, interactions: 3 });
  });

  it('refuses reports that are too large or of an unknown kind, and ignores those of no widget', async () => {
    const { id, key } = await shop.widget();
    const report = (path: string, body?: string): Promise<HttpResult> =>
      views.embed.visitor.post('widgets', `/embed/v1/widgets/${path}`, { body });
    expect(await report(`${key}/seen/open`, 'x'.repeat(65))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
    expect(await report(`${key}/seen/scroll`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_value', field: 'kind' },
    });
    expect(await views.visit(`/embed/v1/widgets/${key}/seen/open`)).toMatchObject({ status: 405 });
    expect(
      await views.embed.world.anonymous().post('widgets', `/embed/v1/widgets/${key}/seen/open`),
    ).toMatchObject({
      status: 401,
    });
    const ignored = ['w_0000000000000000', 'x', `${key}0`, "w_'%20or%20''='%20--0"];
    for (const text of ignored) expect(await report(`${text}/seen/open`)).toMatchObject({ status: 204 });
    expect(await report(`${key}/seen/open`, 'x'.repeat(64))).toMatchObject({ status: 204 });
    await views.flush();
    await views.expectSums(shop, id, { views: 0, interactions: 1 });
  });

  it('still counts the views of real widgets in a flood of reports about invented keys', async () => {
    const { id, key } = await shop.widget();
    const request = { method: 'POST', url: '/', headers: {} };
    await views.withRepository(async (days) => {
      const counter = new ViewCounterService(days, views.clock);
      for (let number = 0; number < 20_000; number += 1) {
        counter.report(request, `w_${String(number).padStart(16, '0')}`);
      }
      counter.view({ ...request, method: 'GET' }, { key, active: true });
      counter.report(request, key);
      await counter.flush();
      await counter.flush();
    });
    await views.expectSums(shop, id, { views: 1, interactions: 1 });
  });

  it('counts the view that finds no room and makes the others be stored', async () => {
    const { id, key } = await shop.widget();
    const request = { method: 'GET', url: '/', headers: {} };
    await views.withRepository(async (days) => {
      const counter = new ViewCounterService(days, views.clock);
      for (let number = 0; number < 10_000; number += 1) {
        counter.view(request, { key: `w_${String(number).padStart(16, '0')}`, active: true });
      }
      counter.view(request, { key, active: true });
      await counter.flush();
      await counter.flush();
    });
    await views.expectSums(shop, id, { views: 1, interactions: 0 });
  });

  it('counts by the day in UTC, also if midnight passes before the counts are stored', async () => {
    const { id, key } = await shop.widget();
    views.clock.time = new Date('2026-11-21T23:59:59.999Z');
    await shop.json(key);
    views.clock.time = new Date('2026-11-22T00:00:00Z');
    await shop.json(key);
    await shop.json(key);
    await views.flush();
    await views.expectSums(shop, id, { views: 3, interactions: 0 });
    await store(id, '2026-11-19', 7);
    const { body } = await views.list(shop.client, { days: 3 });
    expect(body).toEqual({
      days: ['2026-11-20', '2026-11-21', '2026-11-22'],
      items: [
        { widget_id: id, views: [0, 1, 2], interactions: [0, 0, 0], total_views: 3, total_interactions: 0 },
      ],
      next_cursor: null,
    });
    expect((await views.list(shop.client)).body.days).toHaveLength(30);
  });

  it('adds up what two replicas count, one of which stops before it has stored it', async () => {
    const { id, key } = await shop.widget();
    const replica = await views.startReplica();
    try {
      const headers = await views.embed.visitor.headers('widgets');
      const url = `${replica.url('widgets')}/embed/v1/widgets/${key}.json`;
      const visits = Array.from({ length: 20 }, (_, turn) =>
        turn % 2 ? shop.json(key) : fetch(url, { headers }),
      );
      for (const { status } of await Promise.all(visits)) expect(status).toBe(200);
    } finally {
      await replica.close();
    }
    await views.flush();
    await views.expectSums(shop, id, { views: 20, interactions: 0 });
  });

  it('loses no count while Postgres cannot store it', async () => {
    const { id, key } = await shop.widget();
    const { admin, logs } = views.embed.world;
    const failures = (): number =>
      logs.lines.filter(({ message }) => JSON.stringify(message).includes('Could not store the views'))
        .length;
    await admin.query('alter table widgets.widget_days rename to hidden_days');
    try {
      await shop.json(key);
      await views.flush();
      await eventually(failures, (count) => count >= 1, 'a failure to store the counts');
      await shop.json(key);
    } finally {
      await admin.query('alter table widgets.hidden_days rename to widget_days');
    }
    // The service tries again by itself.
    await views.expectSums(shop, id, { views: 2, interactions: 0 });
  });

  it('does not show the widgets of others, and needs the right to read widgets', async () => {
    const { id } = await shop.widget();
    await store(id, '2026-11-21');
    const { world } = views.embed;
    const others = [
      views.embed.newShop().client,
      world.as({ account_id: 2, sub_account_id: shop.subAccountId }),
    ];
    for (const stranger of others) {
      expect((await views.list(stranger)).body.items).toEqual([]);
      expect((await views.list(stranger, { widgets: id })).body.items).toEqual([]);
    }
    const unread = world.as({ sub_account_id: shop.subAccountId, scopes: ['reviews:read'] });
    expect(await views.list(unread)).toMatchObject({ status: 403 });
    expect(await views.list(views.embed.visitor)).toMatchObject({ status: 403 });
    expect((await views.list(shop.client, { widgets: `${id},999999999` })).body.items).toHaveLength(1);
  });

  it('has at most 100 widgets on a page, newest first', async () => {
    const { id } = await shop.widget();
    await views.embed.world.admin.query(
      `insert into widgets.widgets (account_id, sub_account_id, key, type, name, active, settings, settings_version, created_on, updated_on)
       select 1, $1::bigint, 'w_' || lpad($1::text || 'x' || n, 16, '0'), 'list', 'Copy', true, '{}', 1, now(), now() from generate_series(1, 100) n`,
      [shop.subAccountId],
    );
    const first = await views.list(shop.client, { days: 1 });
    const ids = (first.body.items as { widget_id: number }[]).map(({ widget_id }) => widget_id);
    expect(ids).toHaveLength(100);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(first.body.next_cursor).toBe(ids.at(-1));
    expect(first.headers.get('link')).toContain(`cursor=${ids.at(-1)}`);
    const second = await views.list(shop.client, { days: 1, cursor: first.body.next_cursor });
    expect(second.body).toMatchObject({ items: [{ widget_id: id }], next_cursor: null });
  });

  it.each([
    ['days', '0'],
    ['days', '366'],
    ['days', '7.5'],
    ['days', '-1'],
    ['widgets', 'all'],
    ['widgets', '0'],
    ['widgets', Array.from({ length: 101 }, () => 1).join()],
    ['cursor', '0'],
    ['page', '2'],
  ])('refuses %s=%s', async (name, value) => {
    const { status, body } = await views.list(shop.client, { [name]: value });
    expect(status).toBe(400);
    expect(body.msg).toContain(name);
  });

  it('forgets a deleted widget, and days that are older than 400 days', async () => {
    const [gone, kept] = [await shop.widget(), await shop.widget()];
    await store(gone.id, '2026-11-21');
    for (const day of ['2025-10-16', '2025-10-17', '2026-11-21']) await store(kept.id, day);
    await shop.client.delete('widgets', `/public/v1/widgets/delete/${gone.id}`);
    await views.withRepository((days) => runWhole(() => days.purge(views.clock.now())));
    expect(await storedDays([gone.id, kept.id])).toEqual(['2025-10-17', '2026-11-21']);
  });
});
