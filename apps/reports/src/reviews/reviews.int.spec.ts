import {
  type EventDefinition,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
  UNKNOWN_DATE,
  type DomainEvent,
  wireDate,
} from '@plaudit/contracts';
import { type RunningServices, startServices } from '@plaudit/runtime';
import { buildEvent, buildReview, SeededRandom } from '@plaudit/testing';
import { createDataSource, Database } from '@plaudit/database';
import {
  EXAMPLE,
  expectedDays,
  ReviewCopiesWorld,
  expectedTagDays,
  record,
  inOneHour,
} from './review-copies.suite';
import { reportsService } from '../service';
import { ReviewCopiesRepository } from './review-copies.repository';

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

let own: ReviewCopiesWorld;

beforeAll(async () => (own = await ReviewCopiesWorld.start()));

afterAll(() => own.close());

describe('the counts of reviews by events', () => {
  /** Each test has a sub account and reviews of its own. */
  let subAccount = 100;
  let id = 1_000;

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
    await send(reviewUpdated, 5, {
      ...reply('2026-09-14 12:24:23'),
      posted_on: UNKNOWN_DATE,
      posted_precision: 'unknown',
    });
    expect(await stored()).toEqual([{ replied: true, reply_seconds: null }]);
    await send(reviewUpdated, 6, { reply: null });
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

const REVIEWS = 90;

const SUB_ACCOUNTS = [11, 12, 13];

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;

/** Days on which a zone changes its clocks. */
const DST_DAYS = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
] as const;

const CHANNELS = [
  { channel_id: 42, type: 'google', label: 'Google' },
  { channel_id: 43, type: 'booking', label: 'Booking' },
  { channel_id: null, type: 'custom', label: 'Survey' },
] as const;

const TAGS = [1, 2, 3].map((id) => ({ id, name: `tag ${id}` }));

/** The history of one review: its events, and its state at the end, or null if it was deleted. */
interface History {
  events: DomainEvent<ReviewPayload>[];
  end: ReviewPayload | null;
  version: number;
  subAccount: number;
}

describe('two replicas that count the same reviews', () => {
  const random = new SeededRandom(14);
  let own: ReviewCopiesWorld;
  let second: RunningServices;

  beforeAll(async () => {
    own = await ReviewCopiesWorld.start();
    const settings = { ...own.world.settings('reports'), PORT: '0' };
    second = await startServices([{ definition: reportsService, settings }]);
  });
  afterAll(async () => {
    await second.close();
    await own.close();
  });

  function randomState(id: number): ReviewPayload {
    const rating_scale = random.pick([5, 10, 100]);
    const rating_value = random.pick([null, 0, Math.round(random.next() * rating_scale * 10) / 10]);
    const hour = String(random.between(0, 23)).padStart(2, '0');
    return buildReview({
      id,
      ...random.pick(CHANNELS),
      rating_scale,
      rating_value,
      posted_on: `${random.pick(DST_DAYS)} ${hour}:30:00`,
      tags: TAGS.filter(() => random.next() < 0.4),
      reply: random.next() < 0.3 ? { text: 'Thanks', posted_on: null } : null,
    });
  }

  function randomHistory(id: number): History {
    const subAccount = random.pick(SUB_ACCOUNTS);
    const eventOf = (
      definition: EventDefinition<ReviewPayload>,
      version: number,
      data: ReviewPayload,
    ): DomainEvent<ReviewPayload> =>
      buildEvent(definition, { subaccountid: subAccount, aggregateversion: version, data });
    const states = Array.from({ length: random.between(1, 5) }, () => randomState(id));
    const events = states.map((state, index) =>
      eventOf(index === 0 ? reviewCreated : reviewUpdated, index + 1, state),
    );
    const last = states.at(-1)!;
    const isDeleted = random.next() < 0.3;
    if (isDeleted) events.push(eventOf(reviewDeleted, events.length + 1, last));
    return { events, end: isDeleted ? null : last, version: events.length, subAccount };
  }

  it('count each once, in any order, beside snapshots and changes of the zone, without a deadlock', async () => {
    const histories = Array.from({ length: REVIEWS }, (_, index) => randomHistory(index + 1));
    const events = random.shuffled(histories.flatMap((history) => history.events));
    const records = histories.flatMap(({ end, version, subAccount }, index) =>
      end ? [record(index + 1, version, subAccount, end)] : [],
    );
    const begun_on = wireDate(new Date());
    const publish = (some: readonly DomainEvent[]) =>
      Promise.all(some.map((event) => own.world.publish(event)));
    const third = Math.ceil(events.length / 3);
    const writes = [
      () => publish(events.slice(0, third)),
      () =>
        own.page(
          records.filter(({ id }) => id <= 60),
          { after: 0, through: 60, begun_on },
        ),
      () => publish(events.slice(third, 2 * third)),
      () =>
        own.page(
          records.filter(({ id }) => id > 30),
          { after: 30, through: null, begun_on },
        ),
      () => publish(events.slice(2 * third)),
    ];
    const running: Promise<unknown>[] = [];
    for (const [index, zone] of ZONES.entries()) {
      running.push(...writes.slice(index * 2, index * 2 + 2).map((write) => write()));
      const caller = own.world.as({ sub_account_id: SUB_ACCOUNTS[index] as number });
      const body = { timezone: zone };
      expect((await caller.put('reports', '/public/v1/reports/settings', { body })).status).toBe(200);
    }
    await Promise.all(running);
    await Promise.all(
      random
        .shuffled(events)
        .slice(0, 60)
        .map((event) => own.world.publishAgain(event)),
    );
    await own.settled();
    for (const [index, subAccount] of SUB_ACCOUNTS.entries()) {
      const alive = histories.flatMap((one) => (one.subAccount === subAccount && one.end ? [one.end] : []));
      expect(rounded(await own.days(subAccount))).toEqual(rounded(expectedDays(alive, ZONES[index])));
      expect(rounded(await own.tagDays(subAccount))).toEqual(rounded(expectedTagDays(alive, ZONES[index])));
    }
    const lines = own.world.logs.lines.map((line) => JSON.stringify(line));
    expect(lines.filter((line) => /deadlock|DayCounts/.test(line) && /warn|error/.test(line))).toEqual([]);
  });
});

/** The sums of this file have binary fractions. */
function rounded<Day extends { rating_sum: number }>(days: readonly Day[]): Day[] {
  return days.map((day) => ({ ...day, rating_sum: Math.round(day.rating_sum * 10) / 10 }));
}

describe('the counts of reviews by snapshots', () => {
  /** Each test has a sub account and a range of ids of its own. */
  let subAccount = 5_000;
  let first = 500_000;

  beforeEach(() => {
    subAccount += 2;
    first += 100;
  });

  const range = () => ({ after: first - 1, through: first + 99 });
  const page = (records: ReturnType<typeof owned>[], begun_on?: string) =>
    own.page(records, begun_on ? { ...range(), begun_on } : range());
  const owned = (offset: number, version: number, more: Partial<ReviewPayload> = {}) =>
    record(first + offset, version, subAccount, more);
  const event = (
    definition: EventDefinition<ReviewPayload>,
    offset: number,
    version: number,
    more: Partial<ReviewPayload> = {},
  ) => own.event(definition, version, { id: first + offset, ...more }, { subaccountid: subAccount });
  const states = (...reviews: Partial<ReviewPayload>[]) =>
    expectedDays(reviews.map((review) => ({ ...EXAMPLE, ...review })));

  it('add the reviews that are missing, once if the page comes twice', async () => {
    const records = [owned(0, 3, { rating_value: 1 }), owned(1, 1, { rating_value: 2, tags: [] })];
    await page(records);
    await page(records);
    expect(await own.days(subAccount)).toEqual(states({ rating_value: 1 }, { rating_value: 2 }));
    expect(await own.tagDays(subAccount)).toMatchObject([{ tag_id: 3, reviews: 1, rating_sum: 1 }]);
  });

  it('replace older states and wrong ones of the same version, and leave newer ones alone', async () => {
    await event(reviewCreated, 0, 1, { rating_value: 1 });
    await event(reviewCreated, 1, 2, { rating_value: 2 });
    await event(reviewCreated, 2, 9, { rating_value: 3 });
    const right = { rating_value: 5 };
    await page([owned(0, 2, right), owned(1, 2, right), owned(2, 8, right)]);
    expect(await own.days(subAccount)).toEqual(states(right, right, { rating_value: 3 }));
  });

  it('do not bring back a review that was deleted while its page was on the way', async () => {
    await event(reviewCreated, 0, 1);
    await event(reviewDeleted, 0, 2);
    await event(reviewDeleted, 1, 2);
    await page([owned(0, 1), owned(1, 1)]);
    expect(await own.days(subAccount)).toEqual([]);
  });

  it('restore a review that the owner still has in the version in which the copy is marked as deleted', async () => {
    await event(reviewCreated, 0, 1);
    await page([]);
    expect(await own.days(subAccount)).toEqual([]);
    await page([owned(0, 1)]);
    expect(await own.days(subAccount)).toEqual(states({}));
  });

  it('remove the reviews of the range that the owner does not have, also those of other sub accounts', async () => {
    await event(reviewCreated, 0, 1);
    await own.event(reviewCreated, 1, { id: first + 1 }, { subaccountid: subAccount + 1 });
    await own.event(reviewCreated, 1, { id: first + 100 }, { subaccountid: subAccount + 1 });
    await page([owned(2, 1)]);
    expect(await own.days(subAccount)).toEqual(states({}));
    expect(await own.days(subAccount + 1)).toEqual(states({}));
  });

  it('keep a review that an event changed after the snapshot began', async () => {
    const begunOn = wireDate(new Date());
    await event(reviewUpdated, 0, 2);
    await page([], begunOn);
    expect(await own.days(subAccount)).toEqual(states({}));
  });

  it('do not spell a tag as they do if an event after their begin spells it differently', async () => {
    const begunOn = wireDate(new Date());
    const tagged = (name: string) => ({ tags: [{ id: first, name }] });
    await event(reviewCreated, 0, 2, tagged('renamed'));
    await page([owned(1, 1, tagged('read before'))], begunOn);
    const named = () => own.sql('select name from reports.tags where id = $1', [first]);
    expect(await named()).toEqual([{ name: 'renamed' }]);
    await page([owned(1, 1, tagged('read later'))], inOneHour());
    expect(await named()).toEqual([{ name: 'read later' }]);
  });

  it('do not confirm a sub account that no event has told of', async () => {
    const confirmed = () =>
      own.sql('select confirmed from reports.sub_accounts where sub_account_id = $1', [subAccount]);
    await page([owned(0, 1)]);
    expect(await confirmed()).toEqual([{ confirmed: false }]);
  });

  it('correct the days of every sub account after the last page', async () => {
    await event(reviewCreated, 0, 1);
    const due = () =>
      own.sql<{ due: boolean }>(
        'select recount_due_at <= now() as due from reports.sub_accounts where sub_account_id = $1',
        [subAccount],
      );
    await page([owned(0, 1)]);
    expect(await due()).toEqual([{ due: false }]);
    // A defect that no page shows: the copies are right, and the days are not.
    await own.sql('update reports.review_days set reviews = 7, star_1 = 3 where sub_account_id = $1', [
      subAccount,
    ]);
    await own.recount();
    expect(await own.days(subAccount)).toEqual(states({}));
  });

  it('do not change when the marks of reviews that were deleted 90 days ago are removed', async () => {
    for (const offset of [0, 1, 2]) await event(reviewCreated, offset, 1);
    await page([owned(0, 1)]);
    const before = await own.days(subAccount);
    await own.sql(`update reports.reviews set applied_on = now() - interval '91 days' where id = any ($1)`, [
      [first, first + 1],
    ]);
    const dataSource = createDataSource({
      url: own.world.databaseUrl('reports'),
      schema: 'reports',
      entities: [],
      migrations: [],
    });
    await dataSource.initialize();
    const purged = await new ReviewCopiesRepository(new Database(dataSource, 'reports')).purge();
    await dataSource.destroy();
    const left = await own.sql('select id from reports.reviews where sub_account_id = $1 order by id', [
      subAccount,
    ]);
    expect([purged, left]).toEqual([false, [{ id: first }, { id: first + 2 }]]);
    expect(await own.days(subAccount)).toEqual(before);
  });
});
