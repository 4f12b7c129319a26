import { buildPrincipal, eventually } from '@plaudit/testing';
import { GOOD, type ReviewsWorld, startReviewsWorld } from './reviews-world.suite';

describe('the reviews API', () => {
  let world: ReviewsWorld;

  beforeAll(async () => {
    world = await startReviewsWorld();
  });
  afterAll(() => world.close());

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
