import {
  channelConnected,
  channelDeleted,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
} from '@plaudit/contracts';
import { buildEvent, type Caller, type HttpResult, eventually, type World } from '@plaudit/testing';
import { PublicSide, type Shop, texts } from './public-side.suite';

describe('what the public side answers after a change', () => {
  let own: PublicSide;
  let world: World;
  let visitor: Caller;
  let shop: Shop;

  beforeAll(async () => {
    own = await PublicSide.start();
    ({ world, visitor } = own);
  });
  beforeEach(() => {
    shop = own.newShop();
  });
  afterAll(() => own.close());

  it('shows a new review in the very request after the rev was raised, and no removed one', async () => {
    const { key } = await shop.widget();
    const before = await shop.json(key);
    const id = await shop.review({ text: 'Fresh.' });
    const after = await shop.json(key, { 'if-none-match': before.headers.get('etag') as string });
    expect({ status: after.status, texts: texts(after.body) }).toEqual({ status: 200, texts: ['Fresh.'] });
    shop.reviews.remove(shop.subAccountId, id);
    await shop.changed();
    expect(texts((await shop.json(key)).body)).toEqual([]);
  });

  it('asks reviews once for each version, however many visitors come', async () => {
    const { key } = await shop.widget();
    await shop.review();
    const before = shop.reviews.asked;
    await Promise.all(Array.from({ length: 20 }, () => shop.json(key)));
    await shop.json(key);
    expect(shop.reviews.asked - before).toBe(1);
  });

  it('goes on answering what it has while reviews is away, and keeps no failure', async () => {
    const { key } = await shop.widget();
    await shop.review();
    await shop.json(key);
    shop.reviews.fail();
    try {
      expect(await shop.json(key)).toMatchObject({ status: 200 });
      await shop.changed();
      const failed = await shop.json(key);
      expect(failed).toMatchObject({ status: 503, body: { success: false, code: 'upstream_unavailable' } });
      expect(failed.headers.get('cache-control')).toBe('no-store');
      expect(failed.headers.get('etag')).toBeNull();
    } finally {
      shop.reviews.recover();
    }
    expect(await shop.json(key)).toMatchObject({ status: 200 });
  });

  it('shows a change of the widget at once', async () => {
    const { id, key } = await shop.widget();
    const before = await shop.json(key);
    await shop.client.put('widgets', `/public/v1/widgets/update/${id}`, {
      body: { settings: { header: { title: 'New' } } },
    });
    const after = await shop.json(key, { 'if-none-match': before.headers.get('etag') as string });
    expect(after).toMatchObject({ status: 200, body: { settings: { header: { title: 'New' } } } });
    expect(after.headers.get('etag')).toBe('"2-0-en"');
  });

  it('says only that it is inactive', async () => {
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

  it("takes the header's rating from the channels, as their newest event says", async () => {
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
    // An older event that comes late changes nothing; a second channel's event shows that it was handled.
    await shop.channelEvent({ aggregateversion: 2, data: { id, score: 1, reviews: 1, rating_scale: 5 } });
    await shop.channelEvent({
      aggregateversion: 1,
      data: { id: id + 500, score: 4.6, reviews: 80, type: 'google', label: 'Google' },
    });
    const summary = await eventually(
      official,
      (found) => (found as { count: number }).count === 200,
      'both channels',
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
    await eventually(official, (found) => (found as { count: number }).count === 80, 'the deletion');
  });

  it('hears of changes by event when the call did not come', async () => {
    const { key } = await shop.widget();
    const rev = async (): Promise<number> =>
      Number((await shop.json(key)).headers.get('etag')?.split('-')[1]);
    const own = { subaccountid: shop.subAccountId };
    for (const [index, definition] of [reviewCreated, reviewUpdated, reviewDeleted].entries()) {
      await world.publish(buildEvent<object>(definition, own));
      await eventually(rev, (found) => found === index + 1, definition.name);
    }
  });

  it('raises a rev only for the sub account of the caller', async () => {
    const bump = (caller: Caller, owner: object): Promise<HttpResult> =>
      caller.post('widgets', '/internal/rev', { body: owner });
    const own = { account_id: 1, sub_account_id: shop.subAccountId };
    expect(await bump(world.as({ sub_account_id: shop.subAccountId, main: false }), own)).toMatchObject({
      status: 200,
      body: { rev: 1 },
    });
    expect(await bump(world.as({ sub_account_id: 1, main: true }), own)).toMatchObject({
      status: 200,
      body: { rev: 2 },
    });
    expect(await bump(world.as({ sub_account_id: 2, main: false }), own)).toMatchObject({ status: 403 });
    expect(await bump(world.as({ account_id: 2 }), own)).toMatchObject({ status: 403 });
    expect(await bump(visitor, own)).toMatchObject({ status: 403 });
    expect(await bump(visitor, {})).toMatchObject({ status: 400 });
  });
});
