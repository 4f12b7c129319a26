import { eventually, type HttpResult } from '@plaudit/testing';
import { EmbedWorld, type Shop, texts } from './embed-world.suite';

const TOO_SLOW = { status: 503, body: { success: false, msg: 'It took too long.', code: 'overloaded' } };

const UNAVAILABLE = { status: 503, body: { success: false, code: 'upstream_unavailable' } };

describe('embed endpoints while the reviews service does not answer', () => {
  let embed: EmbedWorld;
  let shop: Shop;

  beforeAll(async () => {
    // The specs of this file wait for requests to time out, so the timeout is that of production.
    embed = await EmbedWorld.start({ SERVICE_TIMEOUT_FACTOR: '1' });
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
  afterAll(() => embed.close());

  /** The widget in all its forms: its JSON, the first page of its reviews and its hosted page. */
  async function everyForm(key: string): Promise<HttpResult[]> {
    const hosted = await embed.visitor.get('widgets', `/w/${key}`);
    return [await shop.json(key), await shop.page(key), hosted];
  }

  const statuses = async (key: string): Promise<number[]> =>
    (await everyForm(key)).map(({ status }) => status);

  it('search in all other widgets while the searches of one are stopped for taking too long', async () => {
    await shop.review({ text: 'Fresh bread' });
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
    await shop.review({ text: 'Fine.' });
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

  it('show what they showed last, with its ETag, until the service answers again', async () => {
    const { key } = await shop.widget();
    await shop.review({ text: 'Before.' });
    const before = await everyForm(key);
    await shop.review({ text: 'After.' });
    embed.reviews.fail();
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

  it('show what they know while the question about changes is not answered, and a change with a notice', async () => {
    const { key } = await shop.widget();
    await shop.review({ text: 'Before.' });
    await shop.json(key);
    embed.reviews.hideChanges();
    shop.reviews.add(shop.subAccountId, { text: 'Unannounced.' });
    for (let visit = 0; visit < 8; visit += 1)
      expect(texts((await shop.json(key)).body)).toEqual(['Before.']);
    await shop.bumpRev();
    expect(texts((await shop.json(key)).body)).toEqual(['Unannounced.', 'Before.']);
  });

  it('keep no page that a visitor chose, so that nobody can crowd out what the others see', async () => {
    const { key } = await shop.widget();
    await shop.review({ text: 'Before.' });
    const chosen: Record<string, string>[] = [
      { rating: '5' },
      { platform: 'any' },
      { sort: 'oldest' },
      { limit: '3' },
    ];
    for (const query of chosen) expect(await shop.page(key, query)).toMatchObject({ status: 200 });
    await shop.review({ text: 'After.' });
    embed.reviews.fail();
    for (const query of chosen) expect(await shop.page(key, query)).toMatchObject(UNAVAILABLE);
  });

  it('respond 503 without an ETag, and cache nothing, if they have shown nothing yet', async () => {
    const { key } = await shop.widget();
    await shop.review();
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
    await shop.review({ text: 'Before.' });
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
});
