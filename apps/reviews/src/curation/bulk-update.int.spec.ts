import { queryRows } from '@plaudit/database';
import { buildCollectedReview, eventually, type HttpResult } from '@plaudit/testing';
import { review } from '../additions/bulk.suite';
import { ReplicatedReviews } from './replicated-reviews.suite';

const UPDATE = '/public/v1/reviews/update_bulk';

describe('PUT /reviews/update_bulk', () => {
  let own: ReplicatedReviews;

  beforeAll(async () => {
    own = await ReplicatedReviews.start();
  });
  beforeEach(() => own.beginSubAccount());
  afterAll(() => own.close());

  const update = (body: object, caller = own.client): Promise<HttpResult> =>
    caller.put('reviews', UPDATE, { body });
  const versions = async (): Promise<number[]> =>
    (
      await own.world.admin.query<{ version: number }>(
        'select version from reviews.reviews where sub_account_id = $1 order by id',
        [own.subAccount],
      )
    ).map(({ version }) => version);

  it('updates the valid reviews in one go and returns an error for each other id', async () => {
    const [first, second, third] = (await own.add([
      review(1, { tags: ['Old', 'kept'] }),
      review(2, { status: 'approved', tags: ['new'] }),
      review(3),
    ])) as [number, number, number];
    const [foreign] = (await own.add([review(4)], own.world.as({ sub_account_id: 99 }))) as [number];
    const ids = [first, second, foreign, 999_999_999, first, 'x', 0, null, 1.5];
    const answer = await update({
      ids,
      status: 1,
      tags_add: ['NEW', 'more'],
      tags_remove: ['old', 'unknown'],
    });
    const error = (index: number, code: string) => ({
      index,
      field: `ids[${index}]`,
      code,
      msg: expect.any(String),
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      success: true,
      validate_only: false,
      total: 9,
      valid: 3,
      invalid: 6,
      updated: 2,
      remaining: 0,
      ids: [first, second, null, null, first, null, null, null, null],
      errors: [
        error(2, 'not_found'),
        error(3, 'not_found'),
        ...[5, 6, 7, 8].map((index) => error(index, 'validation_failed')),
      ],
    });
    const named = async (id: number) => {
      const { status, tags } = await own.read(id);
      return [status, ...(tags as { name: string }[]).map(({ name }) => name)];
    };
    expect(await named(first)).toEqual(['approved', 'kept', 'more', 'new']);
    expect(await named(second)).toEqual(['approved', 'more', 'new']);
    expect(await named(third)).toEqual(['inbox']);
    expect(await own.tagCounts()).toEqual({ kept: 1, more: 2, new: 2, Old: 0 });
  });

  it('publishes one event for each review that changed, and none for the others', async () => {
    const ids = await own.add([review(1), review(2, { status: 1 }), review(3, { tags: ['a'] })]);
    expect((await update({ ids, status: 'approved' })).body).toMatchObject({ valid: 3, updated: 2 });
    expect((await update({ ids, status: 'approved' })).body).toMatchObject({ valid: 3, updated: 0 });
    await update({ ids: [ids[2]], tags_remove: ['A'] });
    const events = await eventually(
      () => own.updates(ids),
      (found) => found.length === 3,
      'three events',
    );
    expect(events.map(({ data }) => [data.id, data.changed, data.previous_status])).toEqual([
      [ids[0], ['status'], 'inbox'],
      [ids[2], ['status'], 'inbox'],
      [ids[2], ['tags'], 'approved'],
    ]);
  });

  it('updates what matches a filter, 500 at once, until nothing remains', async () => {
    await own.addMany(500, 'x', { rating_value: 4 });
    await own.addMany(230, 'more', { rating_value: 4 });
    const [other] = (await own.add([review('other', { rating_value: 2 })])) as [number];
    const body = { filter: { min_rating: 3, status: ['inbox', 1] }, tags_add: ['good'] };
    expect((await update({ ...body, validate_only: true })).body).toMatchObject({
      total: 500,
      valid: 500,
      updated: 0,
      remaining: 730,
    });
    expect(await own.tagCounts()).toEqual({});
    expect((await update(body)).body).toMatchObject({ total: 500, updated: 500, remaining: 230 });
    expect((await update(body)).body).toMatchObject({ total: 230, updated: 230, remaining: 0, errors: [] });
    expect((await update(body)).body).toMatchObject({ total: 0, updated: 0, remaining: 0, ids: [] });
    expect(await own.tagCounts()).toEqual({ good: 730 });
    expect((await own.read(other)).tags).toEqual([]);
  });

  it('says what remains although another request takes one of the 500 first', async () => {
    const [first] = (await own.addMany(500, 'x')) as [number];
    await own.add([review('another')]);
    const answer = await own.world.database.transaction(async (tx) => {
      await queryRows(tx, 'update reviews set status = 2 where id = $1', [first]);
      const waiting = update({ filter: { status: 0 }, tags_add: ['good'] });
      await own.world.someoneWaits();
      return { waiting };
    });
    expect((await answer.waiting).body).toMatchObject({ total: 499, updated: 499, remaining: 1 });
  });

  it('does what validate_only announced, and stores nothing before', async () => {
    const ids = await own.addMany(3, 'x');
    const dry = await update({ ids: [...ids, 5], status: 'ignored', tags_add: ['new'], validate_only: true });
    expect(await versions()).toEqual([1, 1, 1]);
    expect(await own.tagCounts()).toEqual({});
    const wet = await update({ ids: [...ids, 5], status: 'ignored', tags_add: ['new'] });
    expect(wet.body).toEqual({ ...dry.body, validate_only: false, updated: 3 });
    expect(await versions()).toEqual([2, 2, 2]);
  });

  it('gives no review more than 20 tags, and updates the others first', async () => {
    const tags = Array.from({ length: 19 }, (_, n) => `t${n}`);
    const [full, free] = (await own.add([review(1, { tags }), review(2)])) as [number, number];
    const answer = await update({ filter: { status: 0 }, tags_add: ['x', 'y'] });
    expect(answer.body).toMatchObject({ total: 2, updated: 1, remaining: 1, ids: [null, free] });
    expect(answer.body.errors).toEqual([
      {
        index: 0,
        field: 'tags_add',
        code: 'validation_failed',
        msg: `tags_add would give review ${full} 21 tags; a review has at most 20.`,
      },
    ]);
    expect((await update({ ids: [full], tags_add: ['x', 'y'], tags_remove: ['t0'] })).body.updated).toBe(1);
  });

  it('does not deadlock with other bulks, single updates and collected pages of the same reviews', async () => {
    own.client = own.world.client;
    const collected = Array.from({ length: 50 }, (_, n) => buildCollectedReview({ external_id: String(n) }));
    await own.world.take(own.world.pageEvent(61, collected));
    const ids = (await own.world.list(61)).map(({ id }) => id as number).sort((a, b) => a - b);
    const others = [own.client, own.onReplica()];
    const edited = collected.map((one) => ({ ...one, text: `${one.text} Edited.` }));
    const answers = await Promise.all([
      own.world.take(own.world.pageEvent(61, edited)).then(() => []),
      ...Array.from({ length: 8 }, (_, n) => {
        const list = n % 2 ? ids : [...ids].reverse();
        const change = {
          tags_add: [`a${n % 3}`, `b${n % 2}`],
          tags_remove: [`a${(n + 1) % 3}`],
          status: n % 3,
        };
        return update(
          n % 4 === 3 ? { filter: { channels: 61 }, ...change } : { ids: list, ...change },
          others[n % 2],
        );
      }),
      ...ids
        .slice(0, 10)
        .map((id, n) =>
          others[n % 2]!.put('reviews', `/public/v1/reviews/update/${id}`, { body: { tags: ['b1', 'a0'] } }),
        ),
    ]);
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
    const counted = await own.world.admin.query(
      `select name, (select count(*) from reviews.reviews where tag_ids @> array[tag.id]) as rows, total
       from reviews.tags tag join reviews.tag_counts counted on counted.tag_id = tag.id where tag.sub_account_id = 1`,
    );
    for (const { rows, total } of counted as { rows: string; total: string }[]) expect(total).toBe(rows);
  });

  it.each([
    ['nothing', {}, 'status', 'missing_field'],
    ['no reviews', { status: 1 }, 'ids', 'missing_field'],
    ['no change', { ids: [1], tags_add: [] }, 'status', 'missing_field'],
    ['an unknown status', { ids: [1], status: 3 }, 'status', 'validation_failed'],
    ['ids as text', { ids: '1,2', status: 1 }, 'ids', 'validation_failed'],
    ['an empty list of ids', { ids: [], status: 1 }, 'ids', 'bulk_empty'],
    ['501 ids', { ids: Array(501).fill(1), status: 1 }, 'ids', 'bulk_too_large'],
    ['ids and a filter', { ids: [1], filter: { status: 0 }, status: 1 }, 'filter', 'invalid_value'],
    ['an empty filter', { filter: {}, status: 1 }, 'filter', 'missing_field'],
    [
      'a filter of an empty list',
      { filter: { channels: '' }, status: 1 },
      'filter.channels',
      'validation_failed',
    ],
    ['a filter of empty fields', { filter: { q: '', since: '' }, status: 1 }, 'filter', 'missing_field'],
    ['a filter as text', { filter: 'status=0', status: 1 }, 'filter', 'validation_failed'],
    ['a misspelled filter', { filter: { tag: 1 }, status: 1 }, 'filter.tag', 'invalid_value'],
    [
      'a filter of Object.prototype',
      { filter: { toString: 1 }, status: 1 },
      'filter.toString',
      'invalid_value',
    ],
    ['a page size as filter', { filter: { limit: 1 }, status: 1 }, 'filter.limit', 'invalid_value'],
    ['a filter with an object', { filter: { q: { a: 1 } }, status: 1 }, 'filter.q', 'validation_failed'],
    [
      'an empty list as filter',
      { filter: { channels: [] }, status: 1 },
      'filter.channels',
      'validation_failed',
    ],
    [
      'a list of nothing as filter',
      { filter: { tags: [''] }, status: 1 },
      'filter.tags',
      'validation_failed',
    ],
    ['a blank search as filter', { filter: { q: ' ' }, status: 1 }, 'filter.q', 'validation_failed'],
    ['an impossible rating', { filter: { rating: [6] }, status: 1 }, 'filter.rating', 'validation_failed'],
    ['an impossible date', { filter: { since: 'x' }, status: 1 }, 'filter.since', 'invalid_date'],
    [
      'a tag that is added and removed',
      { ids: [1], tags_add: ['A'], tags_remove: ['a'] },
      'tags_remove',
      'invalid_value',
    ],
    ['a blank tag', { ids: [1], tags_add: [' \u200b '] }, 'tags_add[0]', 'validation_failed'],
    ['tags as text', { ids: [1], tags_remove: 'a' }, 'tags_remove', 'validation_failed'],
    [
      'validate_only as text',
      { ids: [1], status: 1, validate_only: 'yes' },
      'validate_only',
      'validation_failed',
    ],
  ])('refuses %s', async (_what, body, field, code) => {
    const refused = await update(body);
    expect(refused).toMatchObject({ status: 400, body: { code, field } });
    expect(refused.body.msg).toContain(field.split('[')[0]);
  });

  it('requires the scope reviews:write', async () => {
    own.client = own.world.as({ scopes: ['reviews:read'] });
    expect(await update({ ids: [1], status: 1 })).toMatchObject({
      status: 403,
      body: { required: 'reviews:write' },
    });
  });
});
