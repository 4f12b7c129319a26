import type { RunningServices } from '@plaudit/runtime';
import {
  type Caller,
  type HttpResult,
  startWorld,
  type World,
  buildPrincipal,
  eventually,
  type EventRecorder,
} from '@plaudit/testing';
import { reviewCreated } from '@plaudit/contracts';
import { startReplica, through } from '../second-replica.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { BULK, review } from './bulk.suite';

describe('POST /reviews/add_bulk on two replicas at once', () => {
  let world: World;
  let replica: RunningServices;
  let client: Caller;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    replica = await startReplica(world);
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(async () => {
    await replica.close();
    await world.close();
  });

  const count = async (): Promise<number> =>
    (await world.admin.query('select 1 from reviews.reviews where sub_account_id = $1', [subAccount])).length;
  const elsewhere = (): Caller => through(replica, client);

  it('runs concurrent bulk requests with the same Idempotency-Key once', async () => {
    const items = Array.from({ length: 20 }, (_, n) => review(n, { tags: ['raced'] }));
    const headers = { 'idempotency-key': 'raced-1' };
    const send = (caller: Caller): Promise<HttpResult> =>
      caller.post('reviews', BULK, { body: { reviews: items }, headers });
    const answers = await Promise.all([client, elsewhere(), client, elsewhere()].map(send));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.inserted).toBe(20);
    const replayed = answers.map(({ headers: given }) => given.get('idempotency-replayed'));
    expect(replayed.filter((mark) => mark === 'true')).toHaveLength(3);
    expect(await count()).toBe(20);
  });

  it('runs concurrent requests for a single review with the same Idempotency-Key once', async () => {
    const send = (caller: Caller): Promise<HttpResult> =>
      caller.post('reviews', '/public/v1/reviews/add', {
        body: review(1),
        headers: { 'idempotency-key': 'raced-2' },
      });
    const answers = await Promise.all([client, elsewhere(), client, elsewhere()].map(send));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('adds each review once and without a deadlock when requests send the same reviews in different orders', async () => {
    const items = Array.from({ length: 60 }, (_, n) =>
      review(n, { external_id: `e-${n}`, tags: [`t${n % 7}`] }),
    );
    const bulk = (caller: Caller, list: readonly object[]): Promise<HttpResult> =>
      caller.post('reviews', BULK, { body: { reviews: list } });
    const single = (caller: Caller, item: object): Promise<HttpResult> =>
      caller.post('reviews', '/public/v1/reviews/add', { body: item });
    const answers = await Promise.all([
      bulk(client, items),
      bulk(elsewhere(), [...items].reverse()),
      ...items.slice(0, 10).map((item, n) => single(n % 2 ? client : elsewhere(), item)),
      bulk(client, [...items].reverse()),
      bulk(elsewhere(), items),
    ]);
    const added = answers.flatMap(({ status, body }) => {
      if (body.ids) return (body.ids as (number | null)[]).filter((id) => id !== null);
      return status === 200 ? [body.id as number] : [];
    });
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ body }) => body.code !== 'duplicate_review')).toEqual([]);
    expect(added).toHaveLength(60);
    expect(new Set(added).size).toBe(60);
    expect(await count()).toBe(60);
  });
});

describe('POST /reviews/add_bulk', () => {
  let world: World;
  let client: Caller;
  let events: EventRecorder;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    events = await world.recorder('review.>');
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(() => world.close());

  const post = (reviews: unknown, more: object = {}, headers: Record<string, string> = {}) =>
    client.post('reviews', BULK, { body: { reviews, ...more }, headers });
  const addOne = (body: object) => client.post('reviews', '/public/v1/reviews/add', { body });
  const storedRows = async (): Promise<unknown> =>
    world.admin.query(
      `select (select count(*) from reviews.reviews) as reviews, (select count(*) from reviews.tags) as tags,
         (select count(*) from reviews.sources) as sources, (select count(*) from reviews.idempotency_keys) as keys,
         (select count(*) from reviews.review_counts) as counts`,
    );

  it('adds the valid items and returns an error for each invalid one', async () => {
    const stored = (await addOne(review('stored', { external_id: 'x-1' }))).body.id as number;
    const answer = await post([
      review(1, { tags: ['Bread', 'coffee'], status: 1 }),
      review(2, { posted_on: '31/02/2026' }),
      review('STORED', { text: ' text stored. ' }),
      review(4, { external_id: 'x-1' }),
      review(5, { external_id: 'x-5', tags: ['bread'] }),
      review(1),
      review(7, { external_id: 'x-5' }),
      review(8, { source_id: 999_999 }),
      'review',
      review(10, { from_name: 'a\u0000b', text: 7 }),
      review(11, {
        media: [
          { type: 'image', url: 'https://example.com/a.jpg' },
          { type: 'pdf', url: '' },
        ],
      }),
      review(12, { tags: ['fine', ' \u200b '] }),
    ]);
    const [first, fifth] = [answer.body.ids[0], answer.body.ids[4]] as [number, number];
    const error = (index: number, field: string | null, code: string, more: object = {}) => ({
      index,
      field,
      code,
      msg: expect.any(String),
      ...more,
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      success: true,
      validate_only: false,
      total: 12,
      valid: 2,
      invalid: 10,
      inserted: 2,
      ids: [first, null, null, null, fifth, ...Array<null>(7).fill(null)],
      errors: [
        error(1, 'posted_on', 'invalid_date'),
        error(2, 'text', 'duplicate_review', { existing_id: stored }),
        error(3, 'external_id', 'duplicate_review', { existing_id: stored }),
        error(5, 'text', 'duplicate_review'),
        error(6, 'external_id', 'duplicate_review'),
        error(7, 'source_id', 'unknown_source'),
        error(8, null, 'validation_failed'),
        error(9, 'from_name', 'invalid_value'),
        error(10, 'media[1].type', 'validation_failed'),
        error(11, 'tags[1]', 'validation_failed'),
      ],
    });
    expect(answer.body.errors.slice(1, 5).map(({ msg }: { msg: string }) => msg)).toEqual([
      expect.stringContaining(`text and from_name are the same as those of review ${stored};`),
      expect.stringContaining(`external_id is the same as that of review ${stored} in the same source;`),
      expect.stringContaining('text and from_name are the same as those of item 0 of this request;'),
      expect.stringContaining(
        'external_id is the same as that of item 4 of this request in the same source;',
      ),
    ]);
    const read = await client.get('reviews', `/public/v1/reviews/get/${first}`);
    expect(read.body).toMatchObject({
      text: 'Text 1.',
      status: 'approved',
      label: 'Manual',
      tags: [{ name: 'Bread' }, { name: 'coffee' }],
    });
    const second = await client.get('reviews', `/public/v1/reviews/get/${fifth}`);
    expect(second.body.tags).toEqual([read.body.tags[0]]);
  });

  it('reads dates in the order of date_order, of the list or of the review itself', async () => {
    const items = [
      review(1, { posted_on: '8/1/2020' }),
      review(2, { posted_on: '8/13/2020' }),
      review(3, { posted_on: '13/8/2020' }),
      review(4, { posted_on: '8/1/2020', date_order: 'dmy' }),
      review(5, { posted_on: '2020-08-01' }),
      review(6, { posted_on: '8/1/2020', date_order: 'ymd' }),
    ];
    const { body } = await post(items, { date_order: 'mdy' });
    expect(body.errors).toMatchObject([
      {
        index: 2,
        field: 'posted_on',
        code: 'invalid_date',
        msg: 'posted_on must be a date such as 2026-01-31, 2026-01-31 18:00:00 or 01/31/2026.',
      },
      { index: 5, field: 'date_order', code: 'validation_failed' },
    ]);
    const rows = await world.admin.query<{ day: string }>(
      `select to_char(posted_on, 'YYYY-MM-DD') as day from reviews.reviews where sub_account_id = $1 order by id`,
      [subAccount],
    );
    expect(rows.map(({ day }) => day)).toEqual(['2020-08-01', '2020-08-13', '2020-01-08', '2020-08-01']);
    const one = await addOne(review(7, { posted_on: '8/1/2020', date_order: 'mdy' }));
    expect(one.body.review.posted_on).toMatch(/^2020-08-01/);
  });

  it('refuses a list with an unknown date_order', async () => {
    expect(await post([review(1)], { date_order: 'ymd' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'date_order', msg: 'date_order must be one of dmy, mdy.' },
    });
  });

  it('returns the ids of 500 items in order and publishes an event for each', async () => {
    const answer = await post(Array.from({ length: 500 }, (_, n) => review(n)));
    expect(answer.body).toMatchObject({ total: 500, valid: 500, inserted: 500, errors: [] });
    const rows = await world.admin.query<{ id: string; from_name: string }>(
      'select id, from_name from reviews.reviews where sub_account_id = $1',
      [subAccount],
    );
    const names = new Map(rows.map(({ id, from_name }) => [Number(id), from_name]));
    expect((answer.body.ids as number[]).map((id) => names.get(id))).toEqual(
      Array.from({ length: 500 }, (_, n) => `Author ${n}`),
    );
    const published = await eventually(
      () => events.received.filter(({ event }) => event.subaccountid === subAccount),
      (found) => found.length === 500,
      '500 events',
    );
    expect(new Set(published.map(({ event }) => event.type))).toEqual(new Set([reviewCreated.name]));
    expect(published[0]?.event.data).toMatchObject({ origin: 'api', backfill: false });
  });

  it('accepts an item that only repeats an invalid item', async () => {
    const answer = await post([review(1, { posted_on: 'never' }), review(1), review(1)]);
    expect(answer.body).toMatchObject({ inserted: 1, errors: [{ index: 0 }, { index: 2 }] });
    expect(answer.body.errors[1].msg).toContain('item 1 of this request');
  });

  it('answers 200 when no item is valid, and creates no tags or sources', async () => {
    const before = await storedRows();
    const answer = await post([null, {}, review(1, { tags: ['new'], rating_value: 6 })]);
    expect(answer).toMatchObject({ status: 200, body: { valid: 0, invalid: 3, ids: [null, null, null] } });
    expect(await storedRows()).toEqual(before);
  });

  it('refuses each item with the error that POST /reviews/add gives', async () => {
    const bad = [
      {},
      { from_name: 7 },
      { ...review(1), text: '<br>' },
      { ...review(1), additional: { 'no key': 1 } },
      { ...review(1), rating_value: 11, rating_scale: 10 },
      { ...review(1), from_url: 'ftp://example.com' },
      { ...review(1), tags: [[]] },
      { ...review(1), media: [{}] },
      { ...review(1), language: '\ud800' },
      { ...review(1), source_id: 4_711 },
      { ...review(1), text: { constructor: 1 } },
    ];
    const alone = await Promise.all(bad.map(addOne));
    const together = await post(bad);
    expect(together.body.errors).toEqual(
      alone.map(({ body }, index) => ({ index, field: body.field ?? null, code: body.code, msg: body.msg })),
    );
  });

  describe('with validate_only', () => {
    it('returns the same verdicts and stores nothing', async () => {
      await addOne(review('stored'));
      const before = await storedRows();
      const items = [
        review(1, { tags: [`tag of ${subAccount}`] }),
        review(1),
        review('stored'),
        review(2, { posted_on: '' }),
      ];
      const headers = { 'idempotency-key': 'dry-1' };
      const dry = await post(items, { validate_only: true }, headers);
      expect(dry).toMatchObject({ status: 200, body: { validate_only: true, valid: 1, inserted: 0 } });
      expect(dry.body.ids).toEqual([null, null, null, null]);
      expect(await storedRows()).toEqual(before);
      const wet = await post(items, { validate_only: false }, headers);
      expect(wet.headers.get('idempotency-replayed')).toBeNull();
      expect(wet.body).toEqual({
        ...dry.body,
        validate_only: false,
        inserted: 1,
        ids: [expect.any(Number), null, null, null],
      });
    });

    it('does not create the default source', async () => {
      await post([review(1, { external_id: 'a' }), review(2, { external_id: 'a' })], { validate_only: true });
      const sources = await world.admin.query('select 1 from reviews.sources where sub_account_id = $1', [
        subAccount,
      ]);
      expect(sources).toEqual([]);
    });
  });

  it.each([
    ['a request without a body', undefined, 'reviews', 'missing_field'],
    ['a body without a list', {}, 'reviews', 'missing_field'],
    ['null instead of a list', { reviews: null }, 'reviews', 'validation_failed'],
    ['an object instead of a list', { reviews: { 0: {} } }, 'reviews', 'validation_failed'],
    ['text instead of a list', { reviews: '[]' }, 'reviews', 'validation_failed'],
    ['an empty list', { reviews: [] }, 'reviews', 'bulk_empty'],
    ['501 items', { reviews: Array(501).fill({}) }, 'reviews', 'bulk_too_large'],
    ['validate_only as text', { reviews: [{}], validate_only: 'true' }, 'validate_only', 'validation_failed'],
    ['1 as validate_only', { reviews: [{}], validate_only: 1 }, 'validate_only', 'validation_failed'],
    ['null as validate_only', { reviews: [{}], validate_only: null }, 'validate_only', 'validation_failed'],
    ['a control character in an unknown field', { reviews: [{}], note: '\u0000' }, 'note', 'invalid_value'],
  ])('refuses %s and stores nothing', async (_what, body, field, code) => {
    const before = await storedRows();
    const refused = await client.post('reviews', BULK, { body });
    expect(refused).toMatchObject({ status: 400, body: { success: false, code, field } });
    expect(refused.body.msg).toContain(field);
    expect(await storedRows()).toEqual(before);
  });

  it('accepts a body of 2 MiB and refuses one byte more', async () => {
    const filled = (bytes: number): string => {
      const body = JSON.stringify({ reviews: [review(1), { ...review(2), ignored: '' }] });
      return body.replace('"ignored":""', `"ignored":"${'x'.repeat(bytes - body.length)}"`);
    };
    const fits = await client.post('reviews', BULK, { body: filled(2 * 1024 * 1024) });
    expect(fits).toMatchObject({ status: 200, body: { inserted: 2 } });
    const refused = await client.post('reviews', BULK, { body: filled(2 * 1024 * 1024 + 1) });
    expect(refused).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  it('does not see the reviews, sources and idempotency keys of another sub account', async () => {
    const headers = { 'idempotency-key': 'mine' };
    const mine = await post([review(1, { external_id: 'a' })], {}, headers);
    const [source] = await world.admin.query<{ id: string }>(
      'select id from reviews.sources where sub_account_id = $1',
      [subAccount],
    );
    client = world.as(buildPrincipal({ account_id: 2, sub_account_id: ++subAccount }));
    const theirs = await post(
      [review(1, { external_id: 'a' }), review(2, { source_id: Number(source?.id) })],
      {},
      headers,
    );
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
    expect(theirs.body).toMatchObject({ inserted: 1, errors: [{ index: 1, code: 'unknown_source' }] });
    expect(theirs.body.ids[0]).not.toBe(mine.body.ids[0]);
  });

  it('requires the scope reviews:write', async () => {
    client = world.as({ scopes: ['reviews:read'] });
    expect(await post([review(1)])).toMatchObject({ status: 403, body: { required: 'reviews:write' } });
  });
});
