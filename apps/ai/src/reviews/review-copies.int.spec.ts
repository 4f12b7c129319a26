import {
  type EventDefinition,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { DeletedCopiesRepository } from './deleted-copies.repository';
import { CopiesWorld, record } from './review-copies.suite';

type Step = [EventDefinition<ReviewPayload>, number, Partial<ReviewPayload>];

const FIRST = 'The bread was stale.';
const SECOND = 'The bread was fresh.';
const CREATED: Step = [reviewCreated, 1, { text: FIRST, rating_value: 1 }];
const UPDATED: Step = [reviewUpdated, 2, { text: SECOND, rating_value: 4 }];
const DELETED: Step = [reviewDeleted, 3, { text: SECOND, rating_value: 4 }];

/** Returns every order of the steps. */
function orders<T>(steps: readonly T[]): T[][] {
  if (steps.length <= 1) return [[...steps]];
  return steps.flatMap((first) =>
    orders(steps.filter((step) => step !== first)).map((others) => [first, ...others]),
  );
}

const titled = (steps: readonly Step[]): [string, Step[]][] =>
  orders(steps).map((order) => [order.map(([{ name }]) => name).join(', '), order]);

describe('the copies of reviews', () => {
  let own: CopiesWorld;
  /** Each test has reviews from `id` to `id + 99` and a channel with the same id. */
  let id = 1_000;

  beforeAll(async () => (own = await CopiesWorld.start()));
  afterAll(() => own.close());
  beforeEach(() => {
    id += 100;
  });

  const send = ([definition, version, data]: Step, reviewId = id): Promise<void> =>
    own.event(definition, version, { id: reviewId, channel_id: id, language: 'en', ...data });

  describe('after events', () => {
    it.each(titled([CREATED, UPDATED]))(
      'have the newest state of a review after %s',
      async (_title, steps) => {
        for (const step of steps) await send(step);
        expect(await own.stored(id)).toEqual({
          channel_id: id,
          star: 4,
          text: SECOND,
          readable: true,
          language: 'en',
          version: 2,
          deleted: false,
        });
      },
    );

    it.each(titled([CREATED, UPDATED, DELETED]))(
      'have only a mark without text and language after %s',
      async (_title, steps) => {
        for (const step of steps) await send(step);
        expect(await own.stored(id)).toMatchObject({
          text: '',
          readable: false,
          language: null,
          version: 3,
          deleted: true,
        });
      },
    );

    it.each([
      ['👍👍👍', false],
      ['5', false],
      ['A.', false],
      ['', false],
      ['OK', true],
      ['好吃', true],
    ])('count %j as text: %s', async (given, readable) => {
      await send([reviewCreated, 1, { text: given }]);
      expect(await own.stored(id)).toMatchObject({ text: given, readable });
    });

    it('have channel 0 and no star for a review without a channel and a rating', async () => {
      await send([reviewCreated, 1, { channel_id: null, rating_value: null }]);
      expect(await own.stored(id)).toMatchObject({ channel_id: 0, star: null });
    });

    it('have the star of other scales', async () => {
      await send([reviewCreated, 1, { rating_value: 8.7, rating_scale: 10 }]);
      expect(await own.stored(id)).toMatchObject({ star: 4 });
    });

    it('are all there after 200 events at once', async () => {
      const ids = Array.from({ length: 200 }, (_, index) => id + index);
      const events = ids.flatMap((reviewId) =>
        [
          { definition: reviewUpdated, version: 2, rating_value: 2 },
          { definition: reviewCreated, version: 1, rating_value: 1 },
        ].map(({ definition, version, rating_value }) =>
          buildEvent(definition as EventDefinition<ReviewPayload>, {
            aggregateversion: version,
            data: { id: reviewId, channel_id: id, rating_value },
          }),
        ),
      );
      await Promise.all(events.map((event) => own.world.publish(event)));
      await send([reviewCreated, 1, {}], id + 200);
      const [row] = await own.sql(
        'select count(*)::int as stored from ai.reviews where channel_id = $1 and star = 2',
        [id],
      );
      expect(row).toEqual({ stored: 200 });
      id += 300;
    });
  });

  describe('after a page of a snapshot', () => {
    const range = () => ({ after: id - 1, through: id + 99 });
    const owned = (offset: number, version: number, more: Partial<ReviewPayload> = {}) =>
      record(id + offset, version, { channel_id: id, text: SECOND, ...more });
    const states = async (offsets: number[]) =>
      (await Promise.all(offsets.map((offset) => own.stored(id + offset)))).map(
        (row) => row && [row.text, row.deleted],
      );

    it('have missing reviews and the state of older or wrong ones, and newer ones as they were', async () => {
      await send(CREATED);
      await send([reviewUpdated, 2, { text: FIRST }], id + 1);
      await send([reviewUpdated, 9, { text: FIRST }], id + 2);
      const records = [owned(0, 2), owned(1, 2), owned(2, 8), owned(3, 1)];
      await own.page(records, range());
      await own.page(records, range());
      expect(await states([0, 1, 2, 3])).toEqual([
        [SECOND, false],
        [SECOND, false],
        [FIRST, false],
        [SECOND, false],
      ]);
    });

    it('have no review back that was deleted while the page was on the way', async () => {
      await send(CREATED);
      await send([reviewDeleted, 2, {}]);
      await own.page([owned(0, 1)], range());
      expect(await states([0])).toEqual([['', true]]);
    });

    it('have a mark for reviews of the range that the owner does not have, unless an event changed them meanwhile', async () => {
      await send(CREATED);
      await send(CREATED, id + 100);
      await own.page([], { ...range(), begun_on: wireDate(new Date(Date.now() - 60_000)) });
      expect(await states([0])).toEqual([[FIRST, false]]);
      await own.page([], range());
      expect(await states([0, 100])).toEqual([
        ['', true],
        [FIRST, false],
      ]);
      id += 100;
    });

    it('have a review back that the owner has in the version of the mark', async () => {
      await send(CREATED);
      await own.page([], range());
      await own.page([owned(0, 1)], range());
      expect(await states([0])).toEqual([[SECOND, false]]);
    });
  });

  it('are removed 90 days after their review or channel was deleted', async () => {
    for (const reviewId of [id, id + 1, id + 2]) await send(CREATED, reviewId);
    for (const reviewId of [id, id + 1]) await send(DELETED, reviewId);
    for (const channelId of [id, id + 1]) await own.connect(channelId);
    await own.sql('update ai.channels set deleted = true where id = $1', [id]);
    for (const table of ['reviews', 'channels']) {
      await own.sql(`update ai.${table} set applied_on = now() - interval '91 days' where id = any ($1)`, [
        [id, id + 2],
      ]);
    }
    const marks = new DeletedCopiesRepository(own.database);
    expect([await marks.purge('reviews'), await marks.purge('channels')]).toEqual([1, 1]);
    expect(await Promise.all([id, id + 1, id + 2].map((one) => own.stored(one)))).toMatchObject([
      null,
      { deleted: true },
      { deleted: false },
    ]);
  });
});
