import {
  channelConnected,
  channelDeleted,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
} from '@plaudit/contracts';
import { buildEvent, type Caller, type HttpResult, eventually, type World } from '@plaudit/testing';
import { EmbedWorld, type Shop, texts } from './embed-world.suite';

describe('embed endpoints after a change', () => {
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

  it('shows a new review and hides a removed one in the first request after the rev was raised', async () => {
    const { key } = await shop.widget();
    const before = await shop.json(key);
    const id = await shop.review({ text: 'Fresh.' });
    const after = await shop.json(key, { 'if-none-match': before.headers.get('etag') as string });
    expect({ status: after.status, texts: texts(after.body) }).toEqual({ status: 200, texts: ['Fresh.'] });
    shop.reviews.remove(shop.subAccountId, id);
    await shop.bumpRev();
    expect(texts((await shop.json(key)).body)).toEqual([]);
  });

  it('shows a change of which no notice arrived, to any number of visitors at once', async () => {
    const { key } = await shop.widget();
    await shop.review({ text: 'Known.' });
    const { headers } = await shop.json(key);
    const etag = headers.get('etag') as string;
    shop.reviews.add(shop.subAccountId, { text: 'Unannounced.', posted_on: '2026-12-01 00:00:00' });
    const visits = Array.from({ length: 20 }, () => shop.json(key, { 'if-none-match': etag }));
    const answers = await Promise.all(visits);
    for (const { body } of answers) expect(texts(body)).toEqual(['Unannounced.', 'Known.']);
    const versions = new Set(answers.map(({ headers: given }) => given.get('etag')));
    expect(versions.size).toBe(1);
    const [version] = versions;
    expect(await shop.json(key, { 'if-none-match': version as string })).toMatchObject({ status: 304 });
  });

  it('requests reviews once per version for any number of visitors', async () => {
    const { key } = await shop.widget();
    await shop.review();
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
    await shop.review();
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

  it('raises the rev when a review event arrives without a request from the reviews service', async () => {
    const { key } = await shop.widget();
    const rev = async (): Promise<number> =>
      Number((await shop.json(key)).headers.get('etag')?.split('-')[1]);
    const own = { subaccountid: shop.subAccountId };
    for (const [index, definition] of [reviewCreated, reviewUpdated, reviewDeleted].entries()) {
      await world.publish(buildEvent<object>(definition, own));
      await eventually(rev, (found) => found === index + 1, definition.name);
    }
  });

  it('raises a rev only for callers of the same sub account or of the main one', async () => {
    const bump = (caller: Caller, tenant: object): Promise<HttpResult> =>
      caller.post('widgets', '/internal/rev', { body: tenant });
    const tenant = { account_id: 1, sub_account_id: shop.subAccountId };
    expect(await bump(world.as({ sub_account_id: shop.subAccountId, main: false }), tenant)).toMatchObject({
      status: 200,
      body: { rev: 1 },
    });
    expect(await bump(world.as({ sub_account_id: 1, main: true }), tenant)).toMatchObject({
      status: 200,
      body: { rev: 2 },
    });
    expect(await bump(world.as({ sub_account_id: 2, main: false }), tenant)).toMatchObject({ status: 403 });
    expect(await bump(world.as({ account_id: 2 }), tenant)).toMatchObject({ status: 403 });
    expect(await bump(visitor, tenant)).toMatchObject({ status: 403 });
    expect(await bump(visitor, {})).toMatchObject({ status: 400 });
  });
});
