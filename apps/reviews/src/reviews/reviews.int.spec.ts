import {
  buildPrincipal,
  eventually,
  type Caller,
  type HttpResult,
  startWorld,
  type World,
  buildCollectedReview,
  buildEvent,
} from '@plaudit/testing';
import {
  ERROR_STATUS,
  channelDeleted,
  MAX_EVENT_BYTES,
  reviewCreated,
  reviewsCollected,
} from '@plaudit/contracts';
import { type ApiDocument, type JsonSchema, openApiDocument, type SchemaObject } from '@plaudit/runtime';
import { createDataSource } from '@plaudit/database';
import { GOOD, inSubAccount, type ReviewsWorld, startReviewsWorld } from './reviews-world.suite';
import { BAD_CREATE, BAD_UPDATE, bodyText } from './bad-input.suite';
import { reviewsService } from '../service';
import { InvitationsStub } from '../privacy/invitations-stub.suite';
import { NameVideoPages1765450000000 } from '../migrations/1765450000000-name-video-pages';

/** The world of the specs that need no other settings. */
let shared: ReviewsWorld;

beforeAll(async () => {
  shared = await startReviewsWorld();
});
afterAll(() => shared.close());

describe('the reviews API', () => {
  let world: ReviewsWorld;

  beforeAll(() => {
    world = shared;
  });

  it('stores an added review as plain text and returns it', async () => {
    const added = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { ...GOOD, rating_value: 9, rating_scale: 10, tags: ['Bread', 'bread', 'Coffee'], status: 1 },
    });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      success: true,
      review: {
        type: 'custom',
        platform: 'custom',
        label: 'Manual',
        text: 'Great bread.\nAgain!',
        sentiment: 'positive',
        rating_value: 9,
        rating_scale: 10,
        posted_on: '2026-01-31 00:00:00',
        status: 'approved',
        tags: [{ name: 'Bread' }, { name: 'Coffee' }],
        channel_id: null,
        reply: null,
        removed_on: null,
      },
    });
    const read = await world.client.get('reviews', `/public/v1/reviews/get/${added.body.id}`);
    expect(read.body).toEqual(added.body.review);
  });

  it('publishes review.created with the whole review and its origin', async () => {
    const id = await world.add({ text: 'Published.' });
    const published = await eventually(
      () => world.events.received.filter(({ event }) => event.subject === String(id)),
      (found) => found.length === 1,
      'review.created of the added review',
    );
    expect(published[0]?.event).toMatchObject({
      type: 'review.created',
      aggregateversion: 1,
      data: { id, origin: 'api', backfill: false, text: 'Published.' },
    });
  });

  it('ignores unknown fields and internal columns', async () => {
    const internal = {
      id: 7,
      account_id: 9,
      sub_account_id: 9,
      version: 9,
      channel_id: 9,
      origin: 'channel',
      label: 'Fake',
      platform: 'app_store',
      verified: true,
      reply: {},
      tag_ids: [9],
      edited_fields: ['text'],
      removed_on: '2026-01-31',
    };
    const { status, body } = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { ...GOOD, text: 'Internal columns.', ...internal },
    });
    expect(status).toBe(200);
    const stored = {
      verified: false,
      reply: null,
      channel_id: null,
      label: 'Manual',
      platform: 'custom',
      tags: [],
      removed_on: null,
    };
    expect(body.review).toMatchObject(stored);
    expect(body.review.id).not.toBe(7);
    expect(body.review).not.toHaveProperty('from_email');
    expect(body.review).not.toHaveProperty('external_id');
    const bulk = await world.client.post('reviews', '/public/v1/reviews/add_bulk', {
      body: { reviews: [{ ...GOOD, text: 'Internal columns in bulk.', ...internal }] },
    });
    const read = await world.client.get('reviews', `/public/v1/reviews/get/${bulk.body.ids[0]}`);
    expect(read.body).toMatchObject(stored);
  });

  it('refuses a second review with the same author and text, ignoring case and blanks', async () => {
    const id = await world.add({ text: 'Only once.' });
    const again = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { ...GOOD, from_name: 'noa  BERGMAN', text: ' only ONCE. ' },
    });
    expect(again).toMatchObject({
      status: 400,
      body: { success: false, code: 'duplicate_review', field: 'text', existing_id: id },
    });
  });

  it('accepts one of two identical concurrent requests', async () => {
    const body = { ...GOOD, text: 'Raced.' };
    const both = await Promise.all(
      [1, 2].map(() => world.client.post('reviews', '/public/v1/reviews/add', { body })),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  it('accepts one of two concurrent requests with the same external_id', async () => {
    const bodies = ['One', 'Two', 'Three', 'Four'].map((from_name) => ({
      ...GOOD,
      from_name: `External ${from_name}`,
      external_id: 'same-order',
    }));
    const answers = await Promise.all(
      bodies.map((body) => world.client.post('reviews', '/public/v1/reviews/add', { body })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  it('replays the kept response to a request with the same Idempotency-Key', async () => {
    const request = { body: { ...GOOD, text: 'Once, please.' }, headers: { 'idempotency-key': 'k-1' } };
    const first = await world.client.post('reviews', '/public/v1/reviews/add', request);
    const [second, third] = await Promise.all([
      world.client.post('reviews', '/public/v1/reviews/add', request),
      world.client.post('reviews', '/public/v1/reviews/add', {
        ...request,
        body: { ...GOOD, text: 'Another body.' },
      }),
    ]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    for (const repeat of [second, third]) {
      expect(repeat.status).toBe(200);
      expect(repeat.headers.get('idempotency-replayed')).toBe('true');
      expect(repeat.body).toEqual(first.body);
    }
  });

  it('runs two concurrent requests with the same Idempotency-Key once', async () => {
    const request = { body: { ...GOOD, text: 'Twice at once.' }, headers: { 'idempotency-key': 'k-2' } };
    const both = await Promise.all(
      [1, 2, 3].map(() => world.client.post('reviews', '/public/v1/reviews/add', request)),
    );
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
    expect(both.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2);
  });

  it('keeps no response under the Idempotency-Key of a failed request', async () => {
    const headers = { 'idempotency-key': 'k-3' };
    const failed = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { ...GOOD, posted_on: '31/02/2026' },
      headers,
    });
    expect(failed.status).toBe(400);
    const mended = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { ...GOOD, text: 'Mended.' },
      headers,
    });
    expect(mended.status).toBe(200);
  });

  it('deletes a review and answers 404 for it afterwards', async () => {
    const id = await world.add({ text: 'Away with it.' });
    expect(await world.client.delete('reviews', `/public/v1/reviews/delete/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await world.client.get('reviews', `/public/v1/reviews/get/${id}`)).status).toBe(404);
    expect((await world.client.delete('reviews', `/public/v1/reviews/delete/${id}`)).status).toBe(404);
  });

  it.each([
    ['a missing author', { from_name: undefined }, 'from_name', 'missing_field'],
    ['a blank author', { from_name: '  ' }, 'from_name', 'validation_failed'],
    ['an author of 192 characters', { from_name: 'x'.repeat(192) }, 'from_name', 'validation_failed'],
    ['text that is nothing but markup', { text: '<p><br></p>' }, 'text', 'validation_failed'],
    ['20,001 characters of text', { text: 'x'.repeat(20_001) }, 'text', 'validation_failed'],
    ['an array for text', { text: ['a'] }, 'text', 'validation_failed'],
    ['NUL in the text', { text: 'a\u0000b' }, 'text', 'invalid_value'],
    ['a lone surrogate', { from_name: '\ud800' }, 'from_name', 'invalid_value'],
    ['a date that does not exist', { posted_on: '2026-02-30' }, 'posted_on', 'invalid_date'],
    [
      'a date two days ahead',
      { posted_on: new Date(Date.now() + 2 * 86_400_000).toISOString() },
      'posted_on',
      'invalid_date',
    ],
    ['a rating above its scale', { rating_value: 6 }, 'rating_value', 'validation_failed'],
    ['a rating with too many decimals', { rating_value: 3.141 }, 'rating_value', 'validation_failed'],
    ['a rating close to nothing', { rating_value: 1e-7 }, 'rating_value', 'validation_failed'],
    ['a source id beyond all ids', { source_id: 1e20 }, 'source_id', 'validation_failed'],
    ['a list among the media', { media: [[]] }, 'media', 'validation_failed'],
    ['a negative rating', { rating_value: -1 }, 'rating_value', 'validation_failed'],
    ['a rating in words', { rating_value: '5' }, 'rating_value', 'validation_failed'],
    ['an unknown scale', { rating_scale: 7 }, 'rating_scale', 'validation_failed'],
    ['an unknown status', { status: 'published' }, 'status', 'validation_failed'],
    ['a script url', { from_url: 'javascript:alert(1)' }, 'from_url', 'invalid_url'],
    ['a bad address', { from_email: 'nobody' }, 'from_email', 'validation_failed'],
    [
      'eleven media',
      { media: Array.from({ length: 11 }, () => ({ type: 'image', url: 'https://e.com/a.jpg' })) },
      'media',
      'validation_failed',
    ],
    [
      'media of an unknown kind',
      { media: [{ type: 'pdf', url: 'https://e.com/a.pdf' }] },
      'media[0].type',
      'validation_failed',
    ],
    ['a blank tag', { tags: ['ok', ' '] }, 'tags[1]', 'validation_failed'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags', 'validation_failed'],
    ['a reserved name', { additional: { constructor: 'x' } }, 'additional.constructor', 'invalid_value'],
    ['nested additional fields', { additional: { a: { b: 1 } } }, 'additional', 'validation_failed'],
    ['an unknown source', { source_id: 999_999 }, 'source_id', 'unknown_source'],
  ])('refuses %s, names the field and stores nothing', async (_what, overrides, field, code) => {
    const count = async (): Promise<unknown> =>
      (await world.admin.query('select count(*) from reviews.reviews'))[0];
    const before = await count();
    const refused = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { ...GOOD, text: 'Refuse me.', ...overrides },
    });
    expect(refused).toMatchObject({ status: 400, body: { success: false, code, field } });
    expect(refused.body.msg).toContain(field.split('[')[0]);
    expect(refused.body.request_id).toBe(refused.headers.get('x-request-id'));
    expect(await count()).toEqual(before);
  });

  it.each([
    [{ rating_scale: null }, 'rating_scale must be 5, 10, 100 or that of the stored review.'],
    [{ rating_scale: 7 }, 'rating_scale must be one of 5, 10, 100.'],
    [{ tags: [{ id: 3 }] }, 'tags must be a list of names, or of tags with their name.'],
  ])('says what an update takes instead of %j', async (body, msg) => {
    const id = await world.add({ text: `Refuse ${JSON.stringify(body)}.` });
    const refused = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', msg } });
  });

  it('answers 404 for reviews of other sub accounts to reads, updates and deletions', async () => {
    const id = await world.add({ text: 'Mine alone.' });
    const stranger = world.as(buildPrincipal({ account_id: 2, sub_account_id: 99 }));
    const tries = await Promise.all([
      stranger.get('reviews', `/public/v1/reviews/get/${id}`),
      stranger.put('reviews', `/public/v1/reviews/update/${id}`, { body: { status: 1 } }),
      stranger.delete('reviews', `/public/v1/reviews/delete/${id}`),
    ]);
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']));
    expect(new Set(tries.map(({ body }) => body.msg))).toEqual(
      new Set([`No review with id ${id} belongs to this sub account.`]),
    );
    expect((await stranger.get('reviews', '/public/v1/reviews/get')).body).toEqual({
      count: 0,
      limit: 25,
      items: [],
    });
  });
});

const ADD = '/public/v1/reviews/add';

const BULK = '/public/v1/reviews/add_bulk';

describe('the examples of the OpenAPI document', () => {
  let world: ReviewsWorld;
  let document: ApiDocument;

  beforeAll(async () => {
    world = inSubAccount(shared, 21);
    document = await openApiDocument(reviewsService);
  });

  const propertiesOf = (schema: string): Record<string, JsonSchema> =>
    (document.components.schemas[schema] as SchemaObject).properties ?? {};
  const exampleOf = (property: JsonSchema | undefined): unknown => (property as SchemaObject).examples?.[0];
  /** The example body of the API reference. */
  const exampleBody = (schema: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([name, property]) => [name, exampleOf(property)]),
    );

  it('show the real response to the example of POST /reviews/add', async () => {
    const { body: source } = await world.client.post('reviews', '/public/v1/sources/add', {
      body: { name: 'Trade fair' },
    });
    const body = { ...exampleBody('ReviewCreateInput'), source_id: source.id as number };
    const { status, body: added } = await world.client.post('reviews', ADD, { body });
    expect(status).toBe(200);
    const example = exampleOf(propertiesOf('AddedReview').review) as { tags: object[] };
    const { id, created_on, updated_on, tags } = added.review as Record<string, unknown>;
    expect(added.review).toEqual({ ...example, id, source_id: source.id, created_on, updated_on, tags });
    expect(tags).toMatchObject(example.tags.map((tag) => ({ ...tag, id: expect.any(Number) })));
  });

  it.each([
    ['bulk_empty', BULK, () => ({ reviews: [] })],
    ['bulk_too_large', BULK, () => ({ reviews: Array(501).fill({}) })],
    [
      'unknown_source',
      ADD,
      () => ({ ...exampleBody('ReviewCreateInput'), text: 'Other.', source_id: 4711_000 }),
    ],
    ['duplicate_review', ADD, () => ({ from_name: 'Nick', text: 'Twice.', posted_on: '2026-01-31' })],
  ])('show the real error for %s', async (code, path, body) => {
    if (code === 'duplicate_review') await world.client.post('reviews', ADD, { body: body() });
    const { body: refused } = await world.client.post('reviews', path, { body: body() });
    const example = document.components.examples[code]?.value as { msg: string };
    const anyId = (msg: unknown): string => String(msg).replace(/\b(review|source_id) \d+/, '$1 #');
    const anyNumber: unknown = expect.any(Number);
    expect({ ...refused, request_id: '', msg: anyId(refused.msg) }).toEqual({
      ...example,
      request_id: '',
      msg: anyId(example.msg),
      ...(code === 'duplicate_review' ? { existing_id: anyNumber } : {}),
    });
  });
});

describe('writing reviews', () => {
  const GOOD = { from_name: 'Noa Bergman', text: 'Great bread.', posted_on: '2026-01-31' };

  let world: ReviewsWorld;
  let client: Caller;
  let subAccount = 100;
  let channel = 0;

  beforeAll(() => {
    world = shared;
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
    channel = subAccount * 10;
  });

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

describe('PUT /reviews/update/{id}', () => {
  let world: ReviewsWorld;

  beforeAll(() => {
    world = inSubAccount(shared, 22);
  });

  it('approves by word, number and numeric text, and lists the changed fields in the event', async () => {
    const id = await world.add({ text: 'Curate me.' });
    for (const [given, shown] of [
      ['approved', 'approved'],
      [2, 'ignored'],
      ['0', 'inbox'],
      [1, 'approved'],
    ] as const) {
      const updated = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
        body: { status: given },
      });
      expect(updated).toMatchObject({
        status: 200,
        body: { success: true, review: { id, status: shown } },
      });
    }
    const last = await eventually(
      () => world.events.received.filter(({ event }) => event.subject === String(id)).at(-1)?.event,
      (event) => event?.aggregateversion === 5,
      'the fifth version of the review',
    );
    expect(last).toMatchObject({
      type: 'review.updated',
      data: { changed: ['status'], previous_status: 'inbox' },
    });
  });

  it('changes every editable field and keeps the others', async () => {
    const id = await world.add({ text: 'Before.', rating_value: 90, rating_scale: 100 });
    const { body } = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: {
        text: 'After &amp; later',
        from_name: ' Noa  B. ',
        posted_on: '13.02.2026 10:30',
        rating_value: 2,
        from_image: 'https://cdn.example.com/noa.jpg',
        post_url: 'https://example.com/reviews/77',
        video_url: 'https://video.example.com/watch?v=1',
        tags: ['One', 'two'],
      },
    });
    expect(body.review).toMatchObject({
      text: 'After & later',
      from_name: 'Noa B.',
      posted_on: '2026-02-13 10:30:00',
      rating_value: 2,
      rating_scale: 5,
      sentiment: 'negative',
      from_image: 'https://cdn.example.com/noa.jpg',
      post_url: 'https://example.com/reviews/77',
      media: [{ type: 'video', url: 'https://video.example.com/watch?v=1' }],
      tags: [{ name: 'One' }, { name: 'two' }],
      status: 'inbox',
    });
    const untagged = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { tags: [], video_url: null },
    });
    expect(untagged.body.review).toMatchObject({ tags: [], media: [], text: 'After & later' });
  });

  it('treats the same rating value on another scale as a change', async () => {
    const id = await world.add({ from_name: 'Rescaled', rating_value: 4, rating_scale: 10 });
    const { body } = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { rating_value: 4 },
    });
    expect(body.review).toMatchObject({ rating_value: 4, rating_scale: 5, sentiment: 'positive' });
    const stored = await world.admin.query('select rating, star from reviews.reviews where id = $1', [id]);
    expect(stored).toEqual([{ rating: 4, star: 4 }]);
  });

  it('refuses a source that already has the external_id', async () => {
    const [other] = await world.admin.query<{ id: number }>(
      `insert into reviews.sources (account_id, sub_account_id, name)
       select account_id, sub_account_id, 'Paper' from reviews.sources where sub_account_id = 22 limit 1 returning id`,
    );
    const source_id = Number(other?.id);
    const first = await world.add({ from_name: 'Paper one', external_id: 'p-1', source_id });
    const second = await world.add({ from_name: 'Paper two', external_id: 'p-1' });
    const moved = await world.client.put('reviews', `/public/v1/reviews/update/${second}`, {
      body: { source_id },
    });
    expect(moved).toMatchObject({
      status: 400,
      body: { code: 'duplicate_review', field: 'source_id', existing_id: first },
    });
  });

  it.each([
    ['7', 'source_id must be a positive integer.'],
    [1e20, 'source_id must be a positive integer.'],
    [0, 'source_id must be a positive integer.'],
  ])('explains why it refuses the source_id %p', async (source_id, msg) => {
    const id = await world.add({ text: `To a source of ${source_id}.` });
    const refused = await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { source_id },
    });
    expect(refused).toMatchObject({ status: 400, body: { field: 'source_id', msg } });
  });

  it('neither publishes an event nor bumps the version when nothing changes', async () => {
    const id = await world.add({ text: 'Still.' });
    await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { status: 'inbox', text: 'Still.', unknown: 1 },
    });
    const [row] = await world.admin.query<{ version: number }>(
      'select version from reviews.reviews where id = $1',
      [id],
    );
    expect(row?.version).toBe(1);
    // Events are published in the order in which they were stored: with the later one, all earlier ones have arrived.
    await world.events.waitForOne(reviewCreated, await world.add({ text: 'Later.' }));
    const published = world.events.received.filter(({ event }) => event.subject === String(id));
    expect(published.map(({ event }) => event.type)).toEqual(['review.created']);
  });

  it.each([
    [
      'a page, which becomes the post_url',
      {},
      'https://video.example.com/7',
      null,
      'https://video.example.com/7',
    ],
    ['a file', {}, 'https://cdn.example.com/7.mp4?x=1', 'https://cdn.example.com/7.mp4?x=1', null],
    [
      'a page beside a post_url',
      { post_url: 'https://a.example/' },
      'https://b.example/',
      null,
      'https://a.example/',
    ],
  ])('gives a video src and post_url for %s', async (_name, fields, video_url, src, post_url) => {
    const shown = { media: [{ type: 'video', url: video_url, src }], post_url };
    const added = await world.add({ text: `Added ${video_url}`, ...fields, video_url });
    const one = (id: number) => world.client.get('reviews', `/public/v1/reviews/get/${id}`);
    expect((await one(added)).body).toMatchObject(shown);
    const updated = await world.add({ text: `Updated ${video_url}`, ...fields });
    await world.client.put('reviews', `/public/v1/reviews/update/${updated}`, { body: { video_url } });
    expect((await one(updated)).body).toMatchObject(shown);
  });
});

describe('the migration NameVideoPages', () => {
  it('takes the page of a stored video out of its src and keeps files and the changes of others', async () => {
    const world = inSubAccount(shared, 23);
    const url = 'https://video.example.com/7?a=.mp4';
    const file = {
      type: 'video',
      url: 'https://cdn.example.com/7.MP4#t=1',
      src: 'https://cdn.example.com/7.MP4#t=1',
    };
    const image = { type: 'image', url: 'https://cdn.example.com/7', src: 'https://cdn.example.com/7' };
    const ids = [await world.add(), await world.add({ text: 'Changed meanwhile.' })];
    const stored = [image, { type: 'video', url, src: url }, file];
    await world.admin.query('update reviews.reviews set media = $2 where id = any ($1)', [
      ids,
      JSON.stringify(stored),
    ]);
    const source = createDataSource({
      url: world.databaseUrl('reviews'),
      schema: 'reviews',
      entities: [],
      migrations: [],
    });
    await source.initialize();
    const other = source.createQueryRunner();
    await other.startTransaction();
    await other.query("update reviews set media = '[]' where id = $1", [ids[1]]);
    const migrated = new NameVideoPages1765450000000().up(source.createQueryRunner());
    await eventually(
      () =>
        world.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      (waiting) => waiting.length > 0,
      'the migration to wait for the other session',
    );
    await other.commitTransaction();
    await other.release();
    await migrated;
    await source.destroy();
    const read = async (id: number) =>
      (await world.client.get('reviews', `/public/v1/reviews/get/${id}`)).body as object;
    expect(await read(ids[0]!)).toMatchObject({
      post_url: url,
      media: [image, { type: 'video', url, src: null }, file],
    });
    expect(await read(ids[1]!)).toMatchObject({ post_url: null, media: [] });
  });
});

const CODES = Object.entries(ERROR_STATUS).flatMap(([code, status]) => (status === 400 ? [code] : []));

describe('the reviews service without NATS', () => {
  let invitations: InvitationsStub;
  let world: World;

  beforeAll(async () => {
    invitations = await InvitationsStub.start();
    const settings = { INVITATIONS_URL: invitations.url };
    world = await startWorld({ services: [{ definition: reviewsService, settings }], nats: false });
  });
  afterAll(async () => {
    await world.close();
    await invitations.close();
  });

  describe('invalid input', () => {
    const GOOD = { from_name: 'Noa Bergman', text: 'Great bread.', posted_on: '2026-01-31' };

    let client: Caller;

    beforeAll(() => {
      client = world.as();
    });

    /** Counts every row that the service stores. */
    async function everything(): Promise<unknown> {
      const tables = await world.admin.query<{ name: string }>(
        `select table_name as name from information_schema.tables
       where table_schema = 'reviews' and table_name not like 'outbox_sent%' order by 1`,
      );
      const counts = tables.map(({ name }) => `(select count(*) from reviews."${name}") as "${name}"`);
      const versions = '(select sum(version) from reviews.reviews) as versions';
      return world.admin.query(`select ${[...counts, versions].join(', ')}`);
    }
    async function add(text: string, overrides: object = {}): Promise<number> {
      const body = { ...GOOD, text, ...overrides };
      const added = await client.post('reviews', '/public/v1/reviews/add', { body });
      expect(added.status).toBe(200);
      return added.body.id as number;
    }
    const update = (id: number | string, body: unknown) =>
      client.put('reviews', `/public/v1/reviews/update/${id}`, { body });

    /** Returns the response if it is not a proper refusal of `field`. */
    function faultsOf(answer: HttpResult, field: string, value: unknown): string[] {
      const { status, body } = answer;
      const named = String(body.field).replace(/[.[].*$/s, '');
      const fine =
        status === 400 &&
        body.success === false &&
        CODES.includes(body.code as string) &&
        named === field &&
        String(body.msg).startsWith(field) &&
        String(body.msg).length < 400 &&
        typeof body.request_id === 'string';
      return fine
        ? []
        : [`${JSON.stringify(value)?.slice(0, 80)} -> ${status} ${JSON.stringify(body).slice(0, 300)}`];
    }

    describe('POST /reviews/add', () => {
      it.each(Object.entries(BAD_CREATE))(
        'refuses invalid values of %s, names the field and stores nothing',
        async (field, values) => {
          const before = await everything();
          const faults: string[] = [];
          for (const value of values) {
            const answer = await client.post('reviews', '/public/v1/reviews/add', {
              body: bodyText({ ...GOOD, [field]: value }),
            });
            faults.push(...faultsOf(answer, field, value));
          }
          expect(faults).toEqual([]);
          expect(await everything()).toEqual(before);
        },
      );

      it.each(['from_name', 'text', 'posted_on'])('refuses a body without %s', async (field) => {
        const { [field]: _left, ...body } = GOOD as Record<string, string>;
        const answer = await client.post('reviews', '/public/v1/reviews/add', { body });
        expect(answer).toMatchObject({ status: 400, body: { code: 'missing_field', field } });
      });

      it('names every invalid field', async () => {
        const { body } = await client.post('reviews', '/public/v1/reviews/add', {
          body: { text: 7, posted_on: '2026-01-31', rating_value: 'x', tags: 'y' },
        });
        expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
          'from_name',
          'text',
          'rating_value',
          'tags',
        ]);
      });
    });

    describe('POST /reviews/add_bulk', () => {
      it.each(Object.entries(BAD_CREATE))(
        'refuses each item with an invalid %s, names the field and stores nothing',
        async (field, values) => {
          const before = await everything();
          const faults: string[] = [];
          // Two at a time: some are 1 MB long.
          for (let at = 0; at < values.length; at += 2) {
            const batch = values.slice(at, at + 2);
            const answer = await client.post('reviews', '/public/v1/reviews/add_bulk', {
              body: bodyText({ reviews: batch.map((value) => ({ ...GOOD, [field]: value })) }),
            });
            expect(answer).toMatchObject({ status: 200, body: { valid: 0, inserted: 0 } });
            const errors = answer.body.errors as { index: number }[];
            const asAlone = errors.map((error) => ({
              ...answer,
              status: 400,
              body: { ...error, success: false, request_id: '' },
            }));
            batch.forEach((value, index) =>
              faults.push(...faultsOf(asAlone[index] as HttpResult, field, value)),
            );
            expect(errors.map(({ index }) => index)).toEqual(batch.map((_, index) => index));
          }
          expect(faults).toEqual([]);
          expect(await everything()).toEqual(before);
        },
      );
    });

    describe('PUT /reviews/update/{id}', () => {
      it.each(Object.entries(BAD_UPDATE))(
        'refuses invalid values of %s, names the field and changes nothing',
        async (field, values) => {
          const id = await add(`To be kept from a bad ${field}.`, { tags: ['kept'], rating_value: 3 });
          const before = await everything();
          const faults: string[] = [];
          for (const value of values) {
            // The valid field beside it is not changed either.
            const fine = field === 'status' ? { text: 'Changed.' } : { status: 1 };
            const answer = await update(id, bodyText({ ...fine, [field]: value }));
            faults.push(...faultsOf(answer, field, value));
          }
          expect(faults).toEqual([]);
          expect(await everything()).toEqual(before);
        },
      );

      it('creates no tag when another field is refused', async () => {
        const id = await add('No tag of a refused update.');
        const before = await everything();
        expect((await update(id, { tags: ['new'], source_id: 999_999 })).status).toBe(400);
        expect((await update(id, { tags: ['new'], posted_on: '31/02/2026' })).status).toBe(400);
        expect(await everything()).toEqual(before);
      });
    });

    const BAD_IDS = [
      '0',
      '-1',
      'abc',
      '1.5',
      '1e3',
      '0x10',
      '%00',
      '%20',
      '٣',
      'null',
      '9007199254740993',
      '1'.repeat(90),
    ];
    it.each(BAD_IDS)('answers 404 for %s as an id in every operation', async (id) => {
      const answers = [
        await client.get('reviews', `/public/v1/reviews/get/${id}`),
        await update(id, { status: 1 }),
        await client.delete('reviews', `/public/v1/reviews/delete/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    });

    it.each([
      ['that does not exist', 9_007_199_254_740_991],
      ['of another sub account of the account', { sub_account_id: 2 }],
      ['of another account', { account_id: 2, sub_account_id: 3 }],
    ])('answers 404 for a review %s and changes nothing', async (_what, whose) => {
      const owner = typeof whose === 'number' ? null : world.as(buildPrincipal({ ...whose, main: false }));
      let id = whose as number;
      if (owner) {
        const added = await owner.post('reviews', '/public/v1/reviews/add', {
          body: { ...GOOD, external_id: 'x' },
        });
        id = (added.body.id ?? added.body.existing_id) as number;
      }
      const before = await everything();
      const body = { status: 1, tags: ['foreign'], video_url: 'https://example.com/a.mp4', source_id: 1 };
      const answers = [
        await client.get('reviews', `/public/v1/reviews/get/${id}`),
        await update(id, body),
        await client.delete('reviews', `/public/v1/reviews/delete/${id}`),
      ];
      expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(
        Array(3).fill([404, 'not_found']),
      );
      expect(await everything()).toEqual(before);
    });

    it.each([
      ['POST', 'add'],
      ['POST', 'add_bulk'],
      ['PUT', 'update/1'],
    ])('refuses a body of %s /reviews/%s that is not a JSON object', async (method, path) => {
      const send = (body: string, type = 'application/json') =>
        client.send(method, 'reviews', `/public/v1/reviews/${path}`, {
          body,
          headers: { 'content-type': type },
        });
      const before = await everything();
      for (const body of [
        '[]',
        '"x"',
        '7',
        'null',
        '{',
        '{"text":NaN}',
        '{"__proto__":{"text":"x"}}',
        '\u0000',
      ]) {
        expect(await send(body)).toMatchObject({ status: 400, body: { success: false } });
      }
      const deep = `{"from_name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect((await send(deep)).status).toBe(400);
      expect((await send(JSON.stringify(GOOD), 'text/plain')).status).toBe(415);
      expect((await send(JSON.stringify({ ...GOOD, text: 'x'.repeat(2 * 1024 * 1024) }))).status).toBe(413);
      expect(await everything()).toEqual(before);
    });

    it.each(['', 'x'.repeat(256)])('refuses %j as an Idempotency-Key', async (key) => {
      for (const path of ['add', 'add_bulk']) {
        const refused = await client.post('reviews', `/public/v1/reviews/${path}`, {
          body: { ...GOOD, reviews: [GOOD] },
          headers: { 'idempotency-key': key },
        });
        expect(refused).toMatchObject({
          status: 400,
          body: { code: 'invalid_value', field: 'Idempotency-Key' },
        });
      }
    });
  });
});
