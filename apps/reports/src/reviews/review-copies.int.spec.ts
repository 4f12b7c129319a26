import {
  type EventDefinition,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
} from '@plaudit/contracts';
import { EXAMPLE, expectedDays, ReviewCopiesWorld } from './review-copies.suite';

type Step = [EventDefinition<ReviewPayload>, number, Partial<ReviewPayload>];

const CREATED: Step = [reviewCreated, 1, { rating_value: 5 }];
const UPDATED: Step = [reviewUpdated, 2, { rating_value: 4 }];
const DELETED: Step = [reviewDeleted, 3, { rating_value: 4 }];

/** Returns every order of the steps. */
function orders<T>(steps: readonly T[]): T[][] {
  if (steps.length <= 1) return [[...steps]];
  return steps.flatMap((first) =>
    orders(steps.filter((step) => step !== first)).map((others) => [first, ...others]),
  );
}

describe('the counts of reviews by events', () => {
  let own: ReviewCopiesWorld;
  /** Each test has a sub account and reviews of its own. */
  let subAccount = 100;
  let id = 1_000;

  beforeAll(async () => (own = await ReviewCopiesWorld.start()));
  afterAll(() => own.close());
  beforeEach(() => {
    subAccount += 1;
    id += 100;
  });

  const send = async <P extends ReviewPayload>(
    definition: EventDefinition<P>,
    version: number,
    data: Partial<P>,
  ) => own.event(definition, version, { id, ...data } as Partial<P>, { subaccountid: subAccount });
  const review = (more: Partial<ReviewPayload> = {}): ReviewPayload => ({ ...EXAMPLE, id, ...more });

  it.each(
    orders([CREATED, UPDATED]).map((steps) => [steps.map(([{ name }]) => name).join(', '), steps] as const),
  )('have the newest state of a review after %s, each delivered twice', async (_order, steps) => {
    for (const step of steps) await own.world.publishAgain(await send(...step));
    for (const step of steps) await send(...step);
    expect(await own.days(subAccount)).toEqual(expectedDays([review({ rating_value: 4 })]));
  });

  it.each(
    orders([CREATED, UPDATED, DELETED]).map(
      (steps) => [steps.map(([{ name }]) => name).join(', '), steps] as const,
    ),
  )('have no review after %s, each delivered twice', async (_order, steps) => {
    for (const step of steps) await own.world.publishAgain(await send(...step));
    await own.settled();
    expect([await own.days(subAccount), await own.tagDays(subAccount)]).toEqual([[], []]);
  });

  it('follow a rating that is removed, changed to another scale, or above its scale', async () => {
    await send(...CREATED);
    await send(reviewUpdated, 2, { rating_value: null });
    expect(await own.days(subAccount)).toMatchObject([{ reviews: 1, stars: [0, 0, 0, 0, 0], rating_sum: 0 }]);
    await send(reviewUpdated, 3, { rating_value: 8.7, rating_scale: 10 });
    expect(await own.days(subAccount)).toMatchObject([
      { rating_scale: 10, reviews: 1, stars: [0, 0, 0, 1, 0], rating_sum: 8.7 },
    ]);
    await send(reviewUpdated, 4, { rating_value: 0, rating_scale: 5 });
    expect(await own.days(subAccount)).toMatchObject([
      { rating_scale: 5, stars: [0, 0, 0, 0, 0], rating_sum: 0 },
    ]);
    await send(reviewUpdated, 5, { rating_value: 6, rating_scale: 5 });
    expect(await own.days(subAccount)).toMatchObject([{ stars: [0, 0, 0, 0, 1], rating_sum: 5 }]);
  });

  it('sum ratings without an error of binary fractions', async () => {
    const ratings = [4.1, 4.2, 0.1, 0.2];
    for (const [index, rating_value] of ratings.entries())
      await send(reviewCreated, 1, { id: id + index, rating_value });
    const sums = await own.sql('select rating_sum from reports.review_days where sub_account_id = $1', [
      subAccount,
    ]);
    expect(sums).toEqual([{ rating_sum: '8.6' }]);
  });

  it('move a review to its new day, channel, label and tags', async () => {
    await send(...CREATED);
    const moved = {
      channel_id: 77,
      label: 'Survey',
      type: 'custom',
      posted_on: '2026-02-28 23:59:59',
      tags: [{ id: 8, name: 'price' }],
    };
    await send(reviewUpdated, 2, moved);
    expect(await own.days(subAccount)).toEqual(expectedDays([review(moved)]));
    expect(await own.tagDays(subAccount)).toMatchObject([
      { tag_id: 8, day: '2026-02-28', channel_id: 77, reviews: 1, rated: 1, rating_sum: 5 },
    ]);
  });

  it('keep a review under its label and type if its channel was deleted and its reviews were kept', async () => {
    await send(...CREATED);
    await send(reviewUpdated, 2, { channel_id: null });
    expect(await own.days(subAccount)).toMatchObject([
      { channel_id: 0, type: 'app_store', label: 'Apple App Store', reviews: 1 },
    ]);
  });

  it('count a tag once for each review, and not if the event lists it twice', async () => {
    const speed = { id: 3, name: 'speed' };
    await send(reviewCreated, 1, { tags: [speed, { id: 4, name: 'taste' }, speed], rating_value: null });
    await send(reviewCreated, 1, { id: id + 1, tags: [speed] });
    expect(await own.tagDays(subAccount)).toMatchObject([
      { tag_id: 3, reviews: 2, rated: 1, rating_sum: 5 },
      { tag_id: 4, reviews: 1, rated: 0, rating_sum: 0 },
    ]);
  });

  it('spell a tag as the newest event does, whatever the order of the events', async () => {
    const named = (name: string, minute: number, version: number) =>
      own.event(
        reviewUpdated,
        version,
        { id, tags: [{ id, name }] },
        { subaccountid: subAccount, time: `2026-11-01T10:0${minute}:00.000Z` },
      );
    await named('first', 1, 1);
    await named('third', 3, 3);
    await named('second', 2, 2);
    expect(await own.sql('select name from reports.tags where id = $1', [id])).toEqual([{ name: 'third' }]);
  });

  it('include the reply of the owner and the seconds to it, and at once for a reply dated before the review', async () => {
    await send(...CREATED);
    const reply = (posted_on: string | null) => ({ reply: { text: 'Thanks', posted_on } });
    const stored = () => own.sql('select replied, reply_seconds from reports.reviews where id = $1', [id]);
    await send(reviewUpdated, 2, reply('2026-09-14 12:24:23'));
    expect([await stored(), await own.days(subAccount)]).toMatchObject([
      [{ replied: true, reply_seconds: 3_600 }],
      [{ replied: 1 }],
    ]);
    await send(reviewUpdated, 3, reply('2026-09-13 12:24:23'));
    expect(await stored()).toEqual([{ replied: true, reply_seconds: 0 }]);
    await send(reviewUpdated, 4, reply(null));
    expect(await stored()).toEqual([{ replied: true, reply_seconds: null }]);
    await send(reviewUpdated, 5, { reply: null });
    expect(await own.days(subAccount)).toMatchObject([{ replied: 0 }]);
  });

  it('keep accounts and sub accounts apart, also if their reviews share a batch', async () => {
    const events = [
      { accountid: 1, subaccountid: subAccount, id, rating_value: 1 },
      { accountid: 2, subaccountid: subAccount + 50_000, id: id + 1, rating_value: 2 },
      { accountid: 1, subaccountid: subAccount + 60_000, id: id + 2, rating_value: 3 },
    ];
    await Promise.all(
      events.map(({ rating_value, id: reviewId, ...envelope }) =>
        own.event(reviewCreated, 1, { id: reviewId, rating_value }, envelope),
      ),
    );
    const counted = await own.sql(
      `select account_id as accountid, sub_account_id as subaccountid, rating_sum::float8 as rating_value
       from reports.review_days where sub_account_id = any ($1) and reviews = 1 order by rating_sum`,
      [events.map(({ subaccountid }) => subaccountid)],
    );
    expect(counted).toEqual(events.map(({ id: _id, ...rest }) => rest));
  });

  it('raise the rev of the sub account with each event and leave that of others alone', async () => {
    await send(...CREATED);
    const before = [await own.rev(subAccount), await own.rev(subAccount - 1)];
    await send(...UPDATED);
    expect([await own.rev(subAccount), await own.rev(subAccount - 1)]).toEqual([before[0]! + 1, before[1]]);
  });
});
