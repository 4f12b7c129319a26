import { channelDeleted, MAX_EVENT_BYTES, reviewCreated, reviewsCollected } from '@plaudit/contracts';
import {
  buildCollectedReview,
  buildEvent,
  type Caller,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';
import { REVIEWS_ALONE } from './reviews-world.suite';

const GOOD = { from_name: 'Noa Bergman', text: 'Great bread.', posted_on: '2026-01-31' };

describe('writing reviews', () => {
  let world: World;
  let client: Caller;
  let subAccount = 100;
  let channel = 0;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
    channel = subAccount * 10;
  });
  afterAll(() => world.close());

  const post = (body: object) =>
    client.post('reviews', '/public/v1/reviews/add', { body: { ...GOOD, ...body } });
  const update = (id: number, body: object) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
  const read = (id: number) => client.get('reviews', `/public/v1/reviews/get/${id}`);
  async function add(overrides: object = {}): Promise<number> {
    const added = await post(overrides);
    expect(added.status).toBe(200);
    return added.body.id as number;
  }
  const rowOf = async (where: string): Promise<Record<string, unknown> | undefined> =>
    (await world.admin.query<Record<string, unknown>>(`select * from reviews.reviews where ${where}`))[0];

  /** Stores a collected page and returns the id of one of its reviews. */
  async function collect(
    externalId: string,
    { version = 1, beside = [] }: { version?: number; beside?: string[] } = {},
  ): Promise<number> {
    const reviews = [...beside, externalId].map((external_id) =>
      buildCollectedReview({ external_id, from_name: 'Nick', text: 'Works well.' }),
    );
    await world.publish(
      buildEvent(reviewsCollected, {
        subaccountid: subAccount,
        subject: String(channel),
        aggregateversion: version,
        data: { channel_id: channel, reviews },
      }),
    );
    const row = await eventually(
      () => rowOf(`channel_id = ${channel} and external_id = '${externalId}'`),
      (found) => found !== undefined,
      'the collected review',
    );
    return Number(row?.id);
  }

  describe('moving a review to another source', () => {
    it('refuses a review of a channel', async () => {
      const id = await collect('c-1');
      const source = (await client.get('reviews', '/public/v1/sources/get')).body.items[0].id as number;
      const refused = await update(id, { source_id: source, tags: ['new'] });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'source_not_allowed', field: 'source_id' },
      });
      expect((await client.get('reviews', '/public/v1/tags')).body.count).toBe(0);
    });

    it('accepts a review that was kept after its channel, and keeps the platform’s label', async () => {
      const id = await collect('c-1');
      const data = { id: channel, keep_reviews: true };
      await world.publish(
        buildEvent(channelDeleted, { subaccountid: subAccount, aggregateversion: 2, data }),
      );
      await eventually(
        async () => (await read(id)).body.channel_id as number | null,
        (of) => of === null,
        'the review to lose its channel',
      );
      const source = (await client.get('reviews', '/public/v1/sources/get')).body.items[0].id as number;
      const { body } = await update(id, { source_id: source });
      expect(body.review).toMatchObject({ source_id: source, type: 'app_store', label: 'Apple App Store' });
    });

    it('sets the label of an added review to the name of the source', async () => {
      const fair = (await client.post('reviews', '/public/v1/sources/add', { body: { name: 'Trade fair' } }))
        .body.id;
      const id = await add();
      const { body } = await update(id, { source_id: fair });
      expect(body.review).toMatchObject({ source_id: fair, label: 'Trade fair', platform: 'custom' });
      expect((await update(id, { source_id: fair })).body.review.updated_on).toBe(body.review.updated_on);
    });

    it('keeps external ids unique when several reviews move there at the same time', async () => {
      const fair = (await client.post('reviews', '/public/v1/sources/add', { body: { name: 'Trade fair' } }))
        .body.id;
      const ids = await Promise.all(
        ['a', 'b', 'c'].map(async (name) => {
          const own = await client.post('reviews', '/public/v1/sources/add', { body: { name } });
          return add({ text: name, external_id: 'same', source_id: own.body.id });
        }),
      );
      const answers = await Promise.all([
        ...ids.map((id) => update(id, { source_id: fair })),
        post({ text: 'fourth', external_id: 'same', source_id: fair }),
      ]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
      const refused = answers.find(({ status }) => status === 400);
      expect(refused?.body).toMatchObject({ code: 'duplicate_review', existing_id: expect.any(Number) });
    });
  });

  it('does not bring a deleted review back with the next crawl', async () => {
    const id = await collect('c-1');
    expect((await client.delete('reviews', `/public/v1/reviews/delete/${id}`)).body).toEqual({
      success: true,
    });
    await collect('c-2', { version: 2, beside: ['c-1'] });
    expect(await rowOf(`channel_id = ${channel} and external_id = 'c-1'`)).toBeUndefined();
  });

  it('accepts a status as number and numeric text when a review is added', async () => {
    for (const [given, word] of [
      [0, 'inbox'],
      ['1', 'approved'],
      ['ignored', 'ignored'],
      [undefined, 'inbox'],
    ]) {
      const { body } = await post({ text: `Status ${given}.`, status: given });
      expect(body.review.status).toBe(word);
    }
  });

  it('looks for duplicates only among the current texts and authors of stored reviews', async () => {
    const id = await add();
    expect((await post({})).body.code).toBe('duplicate_review');
    await update(id, { text: 'Edited.' });
    const second = await add();
    expect((await update(second, { text: 'Edited.' })).status).toBe(200);
    await client.delete('reviews', `/public/v1/reviews/delete/${second}`);
    expect((await post({ text: 'EDITED. ' })).body).toMatchObject({
      code: 'duplicate_review',
      existing_id: id,
    });
  });

  it.each([
    [{ rating_value: 0 }, { rating_value: 0, rating_scale: 5, sentiment: null }],
    [
      { rating_value: 0, rating_scale: 10 },
      { rating_value: 0, rating_scale: 10, sentiment: 'negative' },
    ],
    [{ rating_value: 4.5 }, { rating_value: 4.5, sentiment: 'positive' }],
    [{ rating_value: 3.49 }, { rating_value: 3.49, sentiment: 'neutral' }],
    [
      { rating_value: 7, rating_scale: 10 },
      { rating_value: 7, sentiment: 'positive' },
    ],
    [
      { rating_value: 49, rating_scale: 100 },
      { rating_value: 49, sentiment: 'negative' },
    ],
    [
      { rating_value: 100, rating_scale: 100 },
      { rating_value: 100, rating_scale: 100, sentiment: 'positive' },
    ],
    [{ rating_value: null }, { rating_value: null, rating_scale: 5, sentiment: null }],
    [{ rating_scale: 10 }, { rating_value: null, rating_scale: 10, sentiment: null }],
  ])('stores the rating %j as %j', async (given, shown) => {
    expect((await post(given)).body.review).toMatchObject(shown);
  });

  it('sets the scale to 5 when an update sets the rating, and removes a rating with null', async () => {
    const id = await add({ rating_value: 90, rating_scale: 100 });
    expect((await update(id, { rating_value: 5 })).body.review).toMatchObject({
      rating_value: 5,
      rating_scale: 5,
    });
    expect((await update(id, { rating_value: null })).body.review).toMatchObject({
      rating_value: null,
      sentiment: null,
    });
  });

  it.each([
    ['en_us', 'en-US'],
    ['PT-br', 'pt-BR'],
    [null, null],
    [undefined, null],
  ])('returns the language %s as %s', async (language, shown) => {
    expect((await post({ language })).body.review.language).toBe(shown);
  });

  it('adds video_url to the media once, up to ten media in all', async () => {
    const media = Array.from({ length: 9 }, (_, n) => ({
      type: 'image',
      url: `https://example.com/${n}.jpg`,
    }));
    const video_url = 'https://video.example.com/watch?v=1';
    const { body } = await post({ media, video_url });
    expect(body.review.media).toHaveLength(10);
    expect(body.review.media[9]).toEqual({ type: 'video', url: video_url, src: null });
    const again = await update(body.id, { video_url });
    expect(again.body.review.media).toHaveLength(10);
    const refused = await update(body.id, { video_url: 'https://video.example.com/watch?v=2' });
    expect(refused).toMatchObject({ status: 400, body: { field: 'video_url' } });
    expect((await update(body.id, { video_url: null })).body.review.media).toHaveLength(9);
  });

  it('counts an emoji as one character of a text', async () => {
    const { body } = await post({
      from_name: '👩'.repeat(191),
      posted_on: '2026-01-31',
      text: '👩'.repeat(20_000),
      tags: ['👩'.repeat(50)],
    });
    expect(body.review.from_name).toBe('👩'.repeat(191));
    expect(body.review.text).toBe('👩'.repeat(20_000));
    expect((await post({ text: '👩'.repeat(20_001) })).body).toMatchObject({ field: 'text' });
    expect((await post({ from_name: '👩'.repeat(192) })).body).toMatchObject({ field: 'from_name' });
  });

  it('stores and publishes a review whose fields all have their maximum size', async () => {
    const events = await world.recorder('review.created.>');
    const url = (n: number) => `https://example.com/${'パ'.repeat(2_048 - 22)}${n}`;
    const name = (n: number) => `${'👩'.repeat(47)}${100 + n}`;
    const body = {
      from_name: '👩'.repeat(191),
      posted_on: '2026-01-31',
      text: '👩'.repeat(20_000),
      from_image: url(1),
      from_url: url(2),
      post_url: url(3),
      from_email: `${'x'.repeat(60)}@${'x'.repeat(60)}.example`,
      media: Array.from({ length: 10 }, (_, n) => ({ type: 'image', url: url(n) })),
      tags: Array.from({ length: 20 }, (_, n) => name(n)),
      additional: Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`${'k'.repeat(38)}${10 + n}`, 'パ'.repeat(255)]),
      ),
      external_id: '👩'.repeat(191),
      language: 'zh-Hant-TW',
    };
    const source = (
      await client.post('reviews', '/public/v1/sources/add', { body: { name: '👩'.repeat(100) } })
    ).body;
    const added = await post({ ...body, source_id: source.id });
    expect(added.status).toBe(200);
    const event = await events.waitForOne(reviewCreated, added.body.id);
    expect(event.data).toMatchObject({ id: added.body.id, text: body.text });
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
    const bulk = await client.post('reviews', '/public/v1/reviews/add_bulk', {
      body: { reviews: [{ ...body, text: `${'👩'.repeat(19_999)}!`, external_id: null }] },
    });
    expect(bulk.body).toMatchObject({ inserted: 1, errors: [] });
    expect((await update(added.body.id, { status: 1, text: '👨'.repeat(20_000) })).status).toBe(200);
  });
});
