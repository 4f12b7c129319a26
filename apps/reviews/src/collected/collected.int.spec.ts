import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  channelConnected,
  channelDeleted,
  channelReviewsPath,
  reviewCreated,
  reviewUpdated,
  type CollectedReview,
  type DomainEvent,
  type ReviewPayload,
  reviewsCollected,
  type ReviewsCollectedPayload,
  UNKNOWN_DATE,
  wireDate,
  reviewsRemoved,
} from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import {
  buildChannel,
  buildCollectedReview,
  buildEvent,
  eventually,
  type Caller,
  type EventRecorder,
  startWorld,
  type World,
  type DurableBacklog,
  durableBacklog,
  type HeldStatement,
  PostgresProxy,
  setAckWait,
  startServiceProcess,
} from '@plaudit/testing';
import { listDeadLetters } from '@plaudit/events';
import type { RunningServices } from '@plaudit/runtime';
import fc from 'fast-check';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { ACCOUNT, type CollectedWorld, startCollectedWorld, SUB_ACCOUNT } from './collected-world.suite';
import { startReplica } from '../second-replica.suite';
import { REVIEWS_ALONE } from '../reviews/reviews-world.suite';
import { cleanReviews } from './clean-review';

/** The world of the specs that neither start other replicas nor count everything. */
let shared: CollectedWorld;

beforeAll(async () => {
  shared = await startCollectedWorld();
});
afterAll(() => shared.close());

describe('OnReviewsCollected beside deletions', () => {
  let world: CollectedWorld;
  let nextChannel = 100;

  beforeAll(() => {
    world = shared;
  });

  it('does not bring back a review that the user deleted', async () => {
    const channel = nextChannel++;
    const page = [
      buildCollectedReview({ external_id: 'gone' }),
      buildCollectedReview({ external_id: 'stays' }),
    ];
    await world.take(world.pageEvent(channel, page));
    const [first] = (await world.list(channel)) as [{ id: number }];
    await world.client.delete('reviews', `/public/v1/reviews/delete/${first.id}`);
    await world.take(world.pageEvent(channel, page));
    expect(await world.list(channel)).toHaveLength(1);
  });

  it('does not bring back a review that the user deletes while the page is being stored', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'going' });
    await world.take(world.pageEvent(channel, [review]));
    const page = world.pageEvent(channel, [{ ...review, text: 'Other words' }]);
    await world.database.transaction(async (tx) => {
      await queryRows(tx, 'delete from reviews where channel_id = $1', [channel]);
      await queryRows(tx, "insert into tombstones (channel_id, external_id) values ($1, 'going')", [channel]);
      await world.publish(page);
      await world.someoneWaits();
    });
    await world.take(page);
    expect(await world.list(channel)).toEqual([]);
  });

  it.each([
    [false, 0],
    [true, 3],
  ])(
    'with keep_reviews %s, keeps %d reviews of a deleted channel and ignores late pages',
    async (keep_reviews, left) => {
      const channel = nextChannel++;
      const payload = buildChannel({ id: channel, name: 'Acme Notes' });
      const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
      await world.take(buildEvent(channelConnected, { ...ids, aggregateversion: 1, data: payload }));
      const page = ['x', 'y', 'z'].map((external_id) =>
        buildCollectedReview({ external_id, from_name: `${external_id} ${channel}` }),
      );
      await world.take(world.pageEvent(channel, page));
      await world.take(
        buildEvent(channelDeleted, { ...ids, aggregateversion: 2, data: { ...payload, keep_reviews } }),
      );
      await eventually(
        () =>
          world.admin.query<{ cleanup_pending: boolean }>(
            'select cleanup_pending from reviews.channel_copies where channel_id = $1',
            [channel],
          ),
        (rows) => rows[0]?.cleanup_pending === false,
        'the end of the clean-up',
      );
      await world.take(world.pageEvent(channel, [buildCollectedReview({ external_id: 'late' })]));
      const { body } = await world.client.get('reviews', '/public/v1/reviews/get', {
        query: { q: String(channel) },
      });
      expect(body.count).toBe(left);
      expect(body.items).toEqual(
        Array.from({ length: left }, () =>
          expect.objectContaining({ channel_id: null, label: 'Apple App Store', platform: 'app_store' }),
        ),
      );
      expect(await world.list(channel)).toEqual([]);
    },
  );

  it('says how many reviews of a channel the sub account has, to who may delete channels', async () => {
    const channel = nextChannel++;
    const page = ['x', 'y', 'z'].map((external_id) => buildCollectedReview({ external_id }));
    await world.take(world.pageEvent(channel, page));
    const count = async (id: number, client = world.client) =>
      (await client.get('reviews', channelReviewsPath(id))).body;
    expect(await count(channel)).toEqual({ count: 3 });
    expect(await count(channel + 1_000)).toEqual({ count: 0 });
    expect(await count(channel, world.as({ account_id: ACCOUNT, sub_account_id: 99 }))).toEqual({
      count: 0,
    });
    expect(
      await count(
        channel,
        world.as({ account_id: ACCOUNT, sub_account_id: SUB_ACCOUNT, scopes: ['channels:read'] }),
      ),
    ).toMatchObject({ success: false });
  });

  describe('for a profile that is connected again', () => {
    const review = (external_id: string, overrides: object = {}) =>
      buildCollectedReview({
        external_id,
        from_name: `Author ${external_id}`,
        text: `Text ${external_id}`,
        posted_on: '2026-01-02 03:04:05',
        ...overrides,
      });
    const deletion = (channel: number) =>
      buildEvent(channelDeleted, {
        accountid: ACCOUNT,
        subaccountid: SUB_ACCOUNT,
        subject: String(channel),
        aggregateversion: 9,
        data: { ...buildChannel({ id: channel }), keep_reviews: true },
      });
    const cleanUp = (channel: number) =>
      eventually(
        () => world.isCleanedUp(channel),
        (done) => done,
        'the end of the clean-up',
      );
    const keep = async (channel: number): Promise<void> => {
      await world.take(deletion(channel));
      await cleanUp(channel);
    };
    const kept = async () =>
      (await world.client.get('reviews', '/public/v1/reviews/get', { query: { kept: 1, limit: 100 } })).body;
    const update = (id: unknown, body: object) =>
      world.client.put('reviews', `/public/v1/reviews/update/${id as number}`, { body });
    const byText = async (channel: number) =>
      new Map((await world.list(channel)).map((one) => [one['text'] as string, one]));

    it('takes the kept reviews over, with their curation and the edits of users', async () => {
      const [first, second] = [nextChannel++, nextChannel++];
      const before = (await kept()).count as number;
      await world.take(
        world.pageEvent(
          first,
          ['k1', 'k2', 'k3', 'k4'].map((id) => review(id)),
        ),
      );
      const ids = new Map((await world.list(first)).map(({ text, id }) => [text as string, id as number]));
      await update(ids.get('Text k1'), { status: 1, tags: ['kept'] });
      await keep(first);
      expect((await kept()).count).toBe(before + 4);
      await update(ids.get('Text k2'), { text: 'Edited by the owner' });
      const source = (await world.client.post('reviews', '/public/v1/sources', { body: { name: 'Kept' } }))
        .body;
      await update(ids.get('Text k4'), { source_id: source.id });
      const page = [
        review('k1'),
        review('k2', { rating_value: 2 }),
        review('k3', { text: 'Edited on the platform' }),
        review('k4'),
        review('k5'),
      ];
      await world.take(world.pageEvent(second, page));
      const found = await byText(second);
      expect([...found.keys()].sort()).toEqual([
        'Edited by the owner',
        'Edited on the platform',
        'Text k1',
        'Text k4',
        'Text k5',
      ]);
      expect(found.get('Text k1')).toMatchObject({
        id: ids.get('Text k1'),
        status: 'approved',
        tags: [{ name: 'kept' }],
      });
      expect(found.get('Edited by the owner')).toMatchObject({ id: ids.get('Text k2'), rating_value: 2 });
      expect(found.get('Edited on the platform')).toMatchObject({ id: ids.get('Text k3') });
      expect(found.get('Text k4')).toMatchObject({ id: ids.get('Text k4'), source_id: null });
      expect((await kept()).count).toBe(before);
      const events = await eventually(
        () => world.eventsOf(second, reviewUpdated),
        (all) => all.length === 4,
        'four adoptions',
      );
      for (const { data } of events) expect(data.changed).toContain('channel_id');
      expect(world.eventsOf(second, reviewCreated).map(({ data }) => data.text)).toEqual(['Text k5']);
      await world.take(world.pageEvent(second, page));
      expect(await world.list(second)).toHaveLength(5);
    });

    it('takes them over while the former channel is still being cleaned up', async () => {
      const [first, second] = [nextChannel++, nextChannel++];
      await world.take(world.pageEvent(first, [review('busy 1'), review('busy 2')]));
      await world.database.transaction(async (tx) => {
        await queryRows(tx, 'select from reviews where channel_id = $1 for update', [first]);
        await world.take(deletion(first));
        // The clean-up and the page both wait for the reviews, and either may be first.
        await world.publish(world.pageEvent(second, [review('busy 1'), review('busy 2')]));
        await world.someoneWaits();
      });
      await cleanUp(first);
      await eventually(
        () => world.list(second),
        (list) => list.length === 2,
        'both reviews',
      );
      const rows = await world.admin.query(
        "select id from reviews.reviews where external_id like 'busy _' and sub_account_id = $1",
        [SUB_ACCOUNT],
      );
      expect(rows).toHaveLength(2);
    });

    it('leaves a kept review whose id only happens to be the same, and those of other sub accounts', async () => {
      const [first, second, third] = [nextChannel++, nextChannel++, nextChannel++];
      await world.take(world.pageEvent(first, [review('1'), review('2')]));
      await keep(first);
      const { count } = await kept();
      await world.take(
        world.pageEvent(second, [review('1', { from_name: 'Another', text: 'Another shop' })]),
      );
      const foreign = world.pageEvent(third, [review('2')]);
      await world.take({ ...foreign, subaccountid: 2 });
      expect((await kept()).count).toBe(count);
      expect(await world.list(second)).toMatchObject([{ from_name: 'Another' }]);
    });

    it('gives a kept review to one of two channels that are connected at once', async () => {
      const [first, second, third] = [nextChannel++, nextChannel++, nextChannel++];
      await world.take(world.pageEvent(first, [review('twice')]));
      await keep(first);
      await Promise.all(
        [second, third].map((channel) => world.take(world.pageEvent(channel, [review('twice')]))),
      );
      expect([...(await world.list(second)), ...(await world.list(third))]).toHaveLength(2);
      expect(
        [...world.eventsOf(second, reviewCreated), ...world.eventsOf(third, reviewCreated)].length,
      ).toBeLessThan(2);
    });
  });

  it('leaves no review with a deleted channel, also if one is being edited during the clean-up', async () => {
    const channel = nextChannel++;
    const payload = buildChannel({ id: channel });
    const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
    await world.take(world.pageEvent(channel, [buildCollectedReview({ external_id: 'busy' })]));
    await world.database.transaction(async (tx) => {
      await queryRows(tx, 'select 1 from reviews where channel_id = $1 for update', [channel]);
      await world.take(buildEvent(channelDeleted, { ...ids, data: { ...payload, keep_reviews: false } }));
      await world.someoneWaits(() => world.isCleanedUp(channel));
    });
    await eventually(
      () => world.isCleanedUp(channel),
      (done) => done,
      'the end of the clean-up',
    );
    expect(await world.list(channel)).toEqual([]);
  });

  it('makes the deletion of a channel wait while a page is being stored, also if the channel is unknown', async () => {
    const channel = nextChannel++;
    const copies = new ChannelCopiesRepository();
    const copy = { channel_id: channel, account_id: 1, sub_account_id: 1, name: 'Acme', version: 1 };
    let deleted = false;
    let deletion: Promise<void> = Promise.resolve();
    await world.database.transaction(async (page) => {
      expect(await copies.lock(page, [copy])).toEqual(new Set());
      deletion = world.database
        .transaction((tx) => copies.markDeleted(tx, copy, false))
        .then(() => {
          deleted = true;
        });
      await world.someoneWaits(async () => deleted);
      expect(deleted).toBe(false);
    });
    await deletion;
    expect(await world.database.transaction((tx) => copies.lock(tx, [copy]))).toEqual(new Set([channel]));
  });

  it('adds unknown channels in the order of their ids, as a snapshot does, so that both do not deadlock', async () => {
    const [first, second] = [nextChannel++, nextChannel++];
    const copies = new ChannelCopiesRepository();
    const copyOf = (channel_id: number) => ({ channel_id, account_id: 1, sub_account_id: 1, name: 'Acme' });
    let page: Promise<Set<number>> | undefined;
    await world.database.transaction(async (snapshot) => {
      await copies.save(snapshot, { ...copyOf(first), version: 1, group_id: null });
      page = world.database.transaction((tx) => copies.lock(tx, [copyOf(second), copyOf(first)]));
      page.catch(() => {});
      await world.someoneWaits();
      await copies.save(snapshot, { ...copyOf(second), version: 1, group_id: null });
    });
    await expect(page).resolves.toEqual(new Set());
  });
});

describe('OnReviewsCollected', () => {
  let world: CollectedWorld;
  let nextChannel = 1_000;

  beforeAll(() => {
    world = shared;
  });

  /** Waits until all earlier events have arrived: events are published in the order in which they were stored. */
  async function allReceived(): Promise<void> {
    const channel = nextChannel++;
    await world.take(world.pageEvent(channel, [buildCollectedReview()]));
    await eventually(
      () => world.eventsOf(channel, reviewCreated),
      (found) => found.length === 1,
      'the event of a later review',
    );
  }

  it('stores the reviews of a page and publishes review.created for each', async () => {
    const channel = nextChannel++;
    const reviews = [
      buildCollectedReview({ external_id: 'a', rating_value: 5, posted_on: '2026-02-01 10:00:00' }),
      buildCollectedReview({
        external_id: 'b',
        rating_value: null,
        posted_on: '2026-02-02 10:00:00',
        reply: { text: 'Thanks', posted_on: null },
      }),
    ];
    await world.take(world.pageEvent(channel, reviews, { backfill: true }));
    const items = await world.list(channel);
    expect(items).toMatchObject([
      {
        platform: 'app_store',
        label: 'Apple App Store',
        channel_id: channel,
        sentiment: null,
        reply: { text: 'Thanks' },
      },
      { rating_value: 5, sentiment: 'positive', status: 'inbox', source_id: null },
    ]);
    const created = await eventually(
      () =>
        world.events.received.filter(
          ({ event }) => (event.data as { channel_id: number }).channel_id === channel,
        ),
      (found) => found.length === 2,
      'two created events',
    );
    expect(created[0]?.event).toMatchObject({
      type: 'review.created',
      data: { origin: 'channel', backfill: true },
    });
  });

  it('names the page of each review as the cause of its event when pages arrive together', async () => {
    const pages = Array.from({ length: 12 }, () => world.pageEvent(nextChannel++, [buildCollectedReview()]));
    await Promise.all(pages.map((page) => world.take(page)));
    await allReceived();
    const causes = pages.map(({ subject }) =>
      world.eventsOf(Number(subject), reviewCreated).map(({ causationid }) => causationid),
    );
    expect(causes).toEqual(pages.map(({ id }) => [id]));
  });

  it('stores and updates the reviews of each channel when pages of many channels arrive together', async () => {
    const pages = Array.from({ length: 12 }, (_, place) =>
      world.pageEvent(nextChannel++, [buildCollectedReview({ external_id: 'same', text: `Text ${place}` })]),
    );
    const again = pages.map((page, place) =>
      world.pageEvent(Number(page.subject), [
        buildCollectedReview({ external_id: 'same', text: `Later text ${place}` }),
      ]),
    );
    await Promise.all(pages.map((page) => world.take(page)));
    await Promise.all(again.map((page) => world.take(page)));
    const texts = await Promise.all(
      pages.map(async ({ subject }) => (await world.list(Number(subject))).map(({ text }) => text)),
    );
    expect(texts).toEqual(pages.map((_, place) => [`Later text ${place}`]));
  });

  it('approves by the channel’s rule from 4 of 5 stars, on any rating scale', async () => {
    const channel = nextChannel++;
    const reviews = [
      buildCollectedReview({ external_id: 'good', rating_value: 8, rating_scale: 10 }),
      buildCollectedReview({ external_id: 'poor', rating_value: 7, rating_scale: 10 }),
    ];
    await world.take(world.pageEvent(channel, reviews, { approve_rule: 'four_stars' }));
    const statuses = (await world.list(channel)).map(({ rating_value, status }) => [rating_value, status]);
    expect(Object.fromEntries(statuses)).toEqual({ 8: 'approved', 7: 'inbox' });
  });

  it('adds neither a row nor an event when a page or an event arrives twice', async () => {
    const channel = nextChannel++;
    const reviews = [buildCollectedReview({ external_id: 'once' })];
    const event = world.pageEvent(channel, reviews);
    await world.take(event);
    await world.publishAgain(event);
    await world.publish({ ...event, id: `${event.id.slice(0, -4)}ffff` });
    await world.take(world.pageEvent(channel, reviews));
    expect(await world.list(channel)).toHaveLength(1);
    await allReceived();
    expect(
      world.events.received.filter(
        ({ event: { data } }) => (data as { channel_id: number }).channel_id === channel,
      ),
    ).toHaveLength(1);
  });

  it('applies an edit on the platform, but keeps status, tags and fields that a user edited', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({
      external_id: 'e',
      text: 'First words',
      from_name: 'Ann',
      rating_value: 2,
      posted_on: '2026-02-01 10:00:00',
    });
    await world.take(world.pageEvent(channel, [review]));
    const [{ id }] = (await world.list(channel)) as [{ id: number }];
    await world.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { status: 'approved', tags: ['kept'], text: 'Polished words' },
    });
    await world.take(
      world.pageEvent(channel, [
        { ...review, text: 'Second words', rating_value: 4, posted_on: '2026-03-01 10:00:00' },
      ]),
    );
    expect((await world.client.get('reviews', `/public/v1/reviews/get/${id}`)).body).toMatchObject({
      text: 'Polished words',
      rating_value: 4,
      status: 'approved',
      tags: [{ name: 'kept' }],
      posted_on: '2026-02-01 10:00:00',
      additional: { updated_on: '2026-03-01 10:00:00' },
    });
    const again = await world.client.post('reviews', '/public/v1/reviews/add', {
      body: { from_name: 'Ann', text: 'Polished words', posted_on: '2026-02-01' },
    });
    expect(again.body).toMatchObject({ code: 'duplicate_review', existing_id: id });
  });

  it('stores the earliest date, also when nothing else of the review changed', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'dated' });
    const dateAfter = async (posted_on: string): Promise<unknown> => {
      await world.take(world.pageEvent(channel, [{ ...review, posted_on }]));
      return (await world.list(channel))[0]?.posted_on;
    };
    await dateAfter('2026-02-03 10:00:00');
    expect(await dateAfter('2026-02-05 10:00:00')).toBe('2026-02-03 10:00:00');
    expect(await dateAfter('2026-02-01 10:00:00')).toBe('2026-02-01 10:00:00');
    const [{ id }] = (await world.list(channel)) as [{ id: number }];
    const path = `/public/v1/reviews/update/${id}`;
    await world.client.put('reviews', path, { body: { posted_on: '2026-02-02' } });
    expect(await dateAfter('2026-01-01 10:00:00')).toBe('2026-02-02 00:00:00');
    const updates = await eventually(
      () => world.eventsOf(channel, reviewUpdated),
      (found) => found.length === 2,
      'two updated events',
    );
    expect(updates.map(({ data }) => data.changed)).toEqual([
      ['posted_on'],
      ['posted_on', 'posted_precision'],
    ]);
  });

  it('stores a review whose date is not known as such, and its date once without an edit as soon as it is known', async () => {
    const channel = nextChannel++;
    const unknown = buildCollectedReview({
      external_id: 'undated',
      posted_on: UNKNOWN_DATE,
      posted_precision: 'unknown',
      additional: null,
    });
    const shownAfter = async (page: Partial<CollectedReview>): Promise<unknown> => {
      await world.take(world.pageEvent(channel, [{ ...unknown, ...page }]));
      const [{ id, posted_on, posted_precision, additional }] = (await world.list(channel)) as unknown as [
        ReviewPayload,
      ];
      return { id, posted_on, posted_precision, additional };
    };
    const first = (await shownAfter({})) as { id: number };
    expect(first).toMatchObject({ posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' });
    expect(await shownAfter({})).toEqual(first);
    const dated = { ...first, posted_on: '2026-02-03 00:00:00', posted_precision: 'day' };
    const day = { posted_on: '2026-02-03 00:00:00', posted_precision: 'day' as const };
    expect(await shownAfter(day)).toEqual(dated);
    expect(await shownAfter({})).toEqual(dated);
    const [update] = await eventually(
      () => world.eventsOf(channel, reviewUpdated),
      (found) => found.length === 1,
      'the updated event',
    );
    expect(update?.data.changed).toEqual(['posted_on', 'posted_precision']);
  });

  it('dates an edited review whose date was unknown without noting an edit, and keeps the date of a user', async () => {
    const channel = nextChannel++;
    const unknown = buildCollectedReview({
      external_id: 'undated',
      posted_on: UNKNOWN_DATE,
      posted_precision: 'unknown',
    });
    await world.take(world.pageEvent(channel, [unknown]));
    const day = { posted_on: '2026-02-03 10:00:00', posted_precision: 'second' as const };
    await world.take(world.pageEvent(channel, [{ ...unknown, ...day, text: 'Edited', additional: null }]));
    const [review] = (await world.list(channel)) as unknown as [ReviewPayload];
    expect(review).toMatchObject({ ...day, text: 'Edited', additional: null });
    const path = `/public/v1/reviews/update/${review.id}`;
    await world.client.put('reviews', path, { body: { posted_on: '2026-01-31' } });
    await world.take(world.pageEvent(channel, [{ ...unknown, text: 'Edited again' }]));
    expect((await world.list(channel))[0]).toMatchObject({
      text: 'Edited again',
      posted_on: '2026-01-31 00:00:00',
      posted_precision: 'day',
    });
    await world.client.put('reviews', path, { body: { posted_on: UNKNOWN_DATE } });
    expect((await world.list(channel))[0]).toMatchObject({ posted_precision: 'unknown' });
    // A user can mean that day, too.
    await world.client.put('reviews', path, { body: { posted_on: '1970-01-01' } });
    await world.take(world.pageEvent(channel, [{ ...unknown, ...day, text: 'Edited thrice' }]));
    const [thatDay] = await world.list(channel);
    expect(thatDay).toMatchObject({ text: 'Edited thrice', posted_precision: 'day' });
    await world.client.put('reviews', path, { body: { ...thatDay } });
    expect((await world.list(channel))[0]).toMatchObject({ posted_precision: 'day' });
    await world.client.put('reviews', path, { body: { posted_on: UNKNOWN_DATE } });
    await world.take(world.pageEvent(channel, [{ ...unknown, ...day, text: 'Edited thrice' }]));
    expect((await world.list(channel))[0]).toMatchObject(day);
  });

  it('takes an impossible date, and a precision that it does not know, for unknown', async () => {
    const channel = nextChannel++;
    const page = [
      buildCollectedReview({ external_id: 'a', text: 'a', posted_on: '2026-02-31 10:00:00' }),
      buildCollectedReview({ external_id: 'b', text: 'b', posted_precision: 'century' as 'day' }),
    ];
    await world.take(world.pageEvent(channel, page));
    const shown = (await world.list(channel)) as unknown as ReviewPayload[];
    expect(shown.map(({ text, posted_precision }) => [text, posted_precision])).toEqual([
      ['b', null],
      ['a', 'unknown'],
    ]);
  });

  it('updates several reviews of a page and publishes an event for each', async () => {
    const channel = nextChannel++;
    const page = ['kept', 'reworded', 'rerated', 'answered'].map((external_id) =>
      buildCollectedReview({ external_id, text: `Of ${external_id}`, rating_value: 2 }),
    ) as [CollectedReview, CollectedReview, CollectedReview, CollectedReview];
    await world.take(world.pageEvent(channel, page));
    const [kept, reworded, rerated, answered] = page;
    const reply = { text: 'We are sorry', posted_on: '2026-03-01 10:00:00' };
    await world.take(
      world.pageEvent(channel, [
        kept,
        { ...reworded, text: 'Other words' },
        { ...rerated, rating_value: 9, rating_scale: 10 },
        { ...answered, reply },
        buildCollectedReview({ external_id: 'fresh', text: 'Of fresh' }),
      ]),
    );
    const updated = await eventually(
      () => world.eventsOf(channel, reviewUpdated),
      (found) => found.length === 3,
      'three updated events',
    );
    const changes = updated.map(({ data, aggregateversion }) => [data.changed, aggregateversion]);
    expect(changes).toEqual([
      [['text'], 2],
      [expect.arrayContaining(['rating_value', 'rating_scale']), 2],
      [['reply'], 2],
    ]);
    expect(updated[1]?.data).toMatchObject({ rating_value: 9, rating_scale: 10, sentiment: 'positive' });
    const { body } = await world.client.get('reviews', '/public/v1/reviews/get', {
      query: { channels: channel, rating: 5 },
    });
    expect(body.items.map(({ text }: { text: string }) => text).sort()).toEqual(['Of fresh', 'Of rerated']);
    expect((await world.list(channel)).find(({ text }) => text === 'Of answered')?.reply).toEqual(reply);
  });

  it.each([
    ['all', null, 'approved'],
    ['four_stars', 4, 'approved'],
    ['four_stars', 3.99, 'inbox'],
    ['four_stars', null, 'inbox'],
    ['four_stars', 0, 'inbox'],
    ['none', 5, 'inbox'],
  ] as const)(
    'under the rule %s, gives a new review with rating %s the status %s',
    async (approve_rule, rating_value, status) => {
      const channel = nextChannel++;
      await world.take(world.pageEvent(channel, [buildCollectedReview({ rating_value })], { approve_rule }));
      expect((await world.list(channel)).map((item) => item.status)).toEqual([status]);
    },
  );

  it('keeps the status of a stored review when the channel’s rule changes', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'old' });
    await world.take(world.pageEvent(channel, [review]));
    await world.take(
      world.pageEvent(channel, [{ ...review, text: 'Edited words' }], { approve_rule: 'all' }),
    );
    expect(await world.list(channel)).toMatchObject([{ text: 'Edited words', status: 'inbox' }]);
  });

  it('names the channel in events even if the page overtakes channel.connected', async () => {
    const channel = nextChannel++;
    await world.take(world.pageEvent(channel, [buildCollectedReview()], { channel_name: 'Early Bird' }));
    const [created] = await eventually(
      () => world.eventsOf(channel, reviewCreated),
      (found) => found.length === 1,
      'the created event',
    );
    expect(created?.data.profile_name).toBe('Early Bird');
    const data = buildChannel({ id: channel, name: 'Proper Name' });
    const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
    await world.take(buildEvent(channelConnected, { ...ids, aggregateversion: 1, data }));
    const sql = 'select name from reviews.channel_copies where channel_id = $1';
    expect(await world.admin.query(sql, [channel])).toEqual([{ name: 'Proper Name' }]);
  });

  it('lists only the changed fields in review.updated after an edit on the platform', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'few', posted_on: '2026-02-01 10:00:00' });
    await world.take(world.pageEvent(channel, [review]));
    await world.take(world.pageEvent(channel, [{ ...review, text: 'Quite other words' }]));
    const [updated] = await eventually(
      () =>
        world.events.received.filter(
          ({ event: { type, data } }) =>
            type === 'review.updated' && (data as { channel_id: number }).channel_id === channel,
        ),
      (found) => found.length === 1,
      'the updated event',
    );
    expect(updated?.event.data).toMatchObject({ text: 'Quite other words', changed: ['text'] });
    expect((await world.list(channel))[0]?.additional).toEqual(review.additional);
  });

  it('keeps the last state of a review that the platform removed, and sets removed_on', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'v', text: 'Once here' });
    await world.take(world.pageEvent(channel, [review], { approve_rule: 'all' }));
    await world.take(
      world.pageEvent(channel, [{ ...review, text: '', from_name: '[deleted]', removed: true }]),
    );
    const [vanished] = await world.list(channel);
    expect(vanished).toMatchObject({ text: 'Once here', from_name: review.from_name, status: 'approved' });
    expect(vanished?.removed_on).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await world.take(world.pageEvent(channel, [{ ...review, text: '[gone]', removed: true }]));
    expect(await world.list(channel)).toEqual([vanished]);
    await world.take(world.pageEvent(channel, [{ ...review, text: 'Back again' }]));
    expect(await world.list(channel)).toMatchObject([
      { text: 'Back again', removed_on: null, status: 'approved' },
    ]);
    const changes = await eventually(
      () => world.eventsOf(channel, reviewUpdated),
      (found) => found.length === 2,
      'two updated events',
    );
    expect(changes.map(({ data }) => data.changed.sort())).toEqual([['removed_on'], ['removed_on', 'text']]);
  });
});

describe('a review that its platform marks as removed', () => {
  let world: CollectedWorld;
  let nextChannel = 2_500;

  beforeAll(() => {
    world = shared;
  });

  it('is not collected if it is unknown, and is collected when the platform shows it', async () => {
    const channel = nextChannel++;
    const [shown, hidden] = ['shown', 'hidden'].map((external_id) => buildCollectedReview({ external_id }));
    const page = [shown!, { ...hidden!, removed: true }];
    await world.take(world.pageEvent(channel, page, { approve_rule: 'all' }));
    expect(await world.list(channel)).toMatchObject([{ removed_on: null, status: 'approved' }]);
    await world.take({ ...world.pageEvent(channel, page), aggregateversion: 2 });
    expect(await world.list(channel)).toHaveLength(1);
    await world.take({ ...world.pageEvent(channel, [hidden!]), aggregateversion: 3 });
    expect((await world.list(channel)).map(({ removed_on }) => removed_on)).toEqual([null, null]);
    const created = await eventually(
      () => world.eventsOf(channel, reviewCreated),
      (found) => found.length >= 2,
      'the created events',
    );
    expect(created).toHaveLength(2);
  });
});

describe('OnReviewsRemoved', () => {
  let world: CollectedWorld;
  let nextChannel = 2_000;

  beforeAll(() => {
    world = shared;
  });

  const removal = (channel: number, external_ids: string[], aggregateversion: number) =>
    buildEvent(reviewsRemoved, {
      accountid: ACCOUNT,
      subaccountid: SUB_ACCOUNT,
      subject: String(channel),
      aggregateversion,
      data: { channel_id: channel, external_ids, removed_on: '2026-10-01 06:00:00' },
    });

  it('keeps a removed review with the date, and clears the date when a page shows the review again', async () => {
    const channel = nextChannel++;
    const odd = ' an id that\tcannot be stored ';
    const page = ['here', 'gone', odd].map((external_id) => buildCollectedReview({ external_id }));
    await world.take(world.pageEvent(channel, page));
    const removed = removal(channel, ['gone', odd, 'never collected'], 2);
    await world.take(removed);
    await world.publishAgain(removed);
    await world.take(removal(channel, ['gone'], 3));
    const dates = async () => (await world.list(channel)).map(({ removed_on }) => removed_on);
    const marked = (await dates()).filter((date) => date !== null);
    expect(marked).toEqual(['2026-10-01 06:00:00', '2026-10-01 06:00:00']);
    await world.take({ ...world.pageEvent(channel, page.slice(1)), aggregateversion: 4 });
    expect(await dates()).toEqual([null, null, null]);
    const changes = () => world.eventsOf(channel, reviewUpdated).map(({ data }) => data.changed);
    await eventually(changes, ({ length }) => length >= 4, 'the events of both reviews');
    expect(changes()).toEqual(Array(4).fill(['removed_on']));
  });

  it('does not mark a review that a later page has shown or that the user deleted', async () => {
    const channel = nextChannel++;
    const page = ['late', 'deleted'].map((external_id) => buildCollectedReview({ external_id }));
    await world.take({ ...world.pageEvent(channel, page), aggregateversion: 5 });
    const [first] = (await world.list(channel)) as [{ id: number }];
    await world.client.delete('reviews', `/public/v1/reviews/delete/${first.id}`);
    await world.take(removal(channel, ['late', 'deleted'], 4));
    expect(await world.list(channel)).toMatchObject([{ removed_on: null }]);
  });
});

/**
 * Pages that our crawler never sends, or not in this order, handled by two replicas at once. Oracle: the rows, the
 * published events, the counts of the list, and an empty list of dead letters.
 */
describe('OnReviewsCollected with hostile pages', () => {
  let world: World;
  let replica: RunningServices;
  let client: Caller;
  let events: EventRecorder;
  let nextChannel = 500;

  beforeAll(async () => {
    world = await startWorld({
      services: [REVIEWS_ALONE],
    });
    replica = await startReplica(world);
    client = world.as();
    events = await world.recorder('review.>');
  });
  afterAll(async () => {
    await replica.close();
    await world.close();
  });

  function pageEvent(
    channel: number,
    version: number,
    reviews: CollectedReview[],
    overrides: Partial<ReviewsCollectedPayload> = {},
  ): DomainEvent {
    const data = { channel_id: channel, channel_name: 'Acme Notes', reviews, ...overrides };
    return buildEvent(reviewsCollected, { subject: String(channel), aggregateversion: version, data });
  }

  /** Publishes the pages one after the other and waits until each was handled. */
  async function take(...pages: DomainEvent[]): Promise<void> {
    for (const page of pages) await world.publish(page);
    const ids = pages.map(({ id }) => id);
    await eventually(
      () => world.admin.query('select 1 from reviews.inbox where event_id = any ($1)', [ids]),
      (noted) => noted.length === pages.length,
      `the handling of ${pages.length} page(s)`,
      // The pages of one channel are handled one after the other.
      { timeoutMs: 30_000 + pages.length * 1_500 },
    );
  }

  async function list(channel: number): Promise<ReviewPayload[]> {
    const query = { channels: channel, limit: 100 };
    const { status, body } = await client.get('reviews', '/public/v1/reviews/get', { query });
    expect(status).toBe(200);
    expect(body.items).toHaveLength(body.count);
    return body.items;
  }

  async function created(channel: number, count: number): Promise<DomainEvent<ReviewPayload>[]> {
    return eventually(
      () => events.of(reviewCreated).filter(({ data }) => data.channel_id === channel),
      (found) => found.length >= count,
      `${count} created events`,
    );
  }

  /** Waits until all earlier events have arrived: one replica publishes them in the order in which they were stored. */
  async function allReceived(): Promise<void> {
    const channel = nextChannel++;
    await take(pageEvent(channel, 1, [buildCollectedReview()]));
    await created(channel, 1);
  }

  async function expectNoDeadLetters(): Promise<void> {
    expect(await listDeadLetters(world.natsUrl)).toEqual([]);
  }

  it('stores every review of a page whose values are impossible, and the valid ones beside them', async () => {
    const channel = nextChannel++;
    const impossible: Partial<CollectedReview>[] = [
      { text: 'x'.repeat(150_000) },
      { text: 'nul \u0000 and \ud800 lone' },
      { rating_value: 3, rating_scale: 100_000 },
      { rating_value: 3, rating_scale: 0 },
      { rating_value: -3 },
      { rating_value: 1e12 },
      { posted_on: '2026-02-31 25:00:00' },
      { posted_on: '0000-00-00 00:00:00' },
      { posted_on: '9999-12-31 23:59:59' },
      { from_name: '\u0000' },
      { from_url: 'javascript:alert(1)', from_image: 'data:,x', post_url: 'x'.repeat(5_000) },
      { language: '\u0000'.repeat(1_000) },
      { media: [{ type: 'image', url: 'https://a.example/\u0000', src: '' }] },
      { reply: { text: '\udfff', posted_on: '2026-99-99 99:99:99' } },
      {
        additional: {
          'key\u0000': ['\ud800', { deep: { deeper: { deepest: {} } } }],
          big: 'y'.repeat(50_000),
        },
      },
    ];
    const bad = impossible.map((fields, n) => buildCollectedReview({ external_id: `bad ${n}`, ...fields }));
    const good = ['first', 'last'].map((external_id) =>
      buildCollectedReview({ external_id, text: external_id }),
    );
    const odd = [
      buildCollectedReview({ external_id: '' }),
      buildCollectedReview({ external_id: '\u0000' }),
      buildCollectedReview({ external_id: 'i'.repeat(10_000) }),
    ];
    const reviews = [good[0]!, ...bad, ...odd, good[1]!];
    await take(
      pageEvent(channel, 1, reviews, {
        label: 'App \u0000 Store',
        channel_name: '\ud800',
        type: 'app_store',
      }),
    );
    const items = await list(channel);
    expect(items).toHaveLength(reviews.length);
    expect(items.filter(({ text }) => text === 'first' || text === 'last')).toHaveLength(2);
    const now = wireDate(new Date());
    expect(items.filter(({ posted_on }) => posted_on > now)).toEqual([]);
    expect(items.every(({ label }) => label === 'App Store')).toBe(true);
    expect(await created(channel, reviews.length)).toHaveLength(reviews.length);
    // A second crawl finds the same reviews: unusable ids are always replaced by the same ones.
    await take(pageEvent(channel, 2, reviews));
    expect(await list(channel)).toEqual(items);
    await expectNoDeadLetters();
  });

  it('stores a review that a page lists twice once, in its last form', async () => {
    const channel = nextChannel++;
    const page = ['one', 'two', 'three'].map((text) => buildCollectedReview({ external_id: 'same', text }));
    await take(pageEvent(channel, 1, page));
    expect(await list(channel)).toMatchObject([{ text: 'three' }]);
    await take(pageEvent(channel, 2, [...page].reverse()));
    expect(await list(channel)).toMatchObject([{ text: 'one' }]);
    await allReceived();
    expect(await created(channel, 1)).toHaveLength(1);
  });

  it('adds only missing reviews from an older page that arrives late', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'r', text: 'First words' });
    const missing = buildCollectedReview({ external_id: 'm', text: 'Missing words' });
    await take(pageEvent(channel, 3, [{ ...review, text: 'Third words' }]));
    await take(pageEvent(channel, 1, [review, missing]));
    await take(pageEvent(channel, 2, [{ ...review, text: 'Second words', removed: true }]));
    const texts = (await list(channel)).map(({ text, removed_on }) => [text, removed_on]);
    expect(Object.fromEntries(texts)).toEqual({ 'Missing words': null, 'Third words': null });
  });

  it('ignores an older page also when the newest page changed nothing', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'r', text: 'Words' });
    await take(pageEvent(channel, 1, [review]));
    await take(pageEvent(channel, 3, [review]));
    await take(pageEvent(channel, 2, [{ ...review, text: 'Between' }]));
    expect(await list(channel)).toMatchObject([{ text: 'Words' }]);
    await allReceived();
    expect(events.of(reviewUpdated).filter(({ data }) => data.channel_id === channel)).toEqual([]);
  });

  it('neither loses nor repeats a review when two replicas handle pages of one channel, and keeps the newest text', async () => {
    const channel = nextChannel++;
    const versions = Array.from({ length: 40 }, (_, index) => index + 1);
    const pages = versions.map((version) => {
      const reviews = Array.from({ length: 20 }, (_, n) =>
        buildCollectedReview({
          external_id: `r${n}`,
          text: `Words of ${version}`,
          rating_value: 1 + (version % 5),
        }),
      );
      const own = buildCollectedReview({ external_id: `only on ${version}`, text: 'Only here' });
      return pageEvent(channel, version, [...reviews, own]);
    });
    await take(...pages);
    const items = await list(channel);
    expect(items.filter(({ text }) => text === 'Only here')).toHaveLength(40);
    expect(items.filter(({ text }) => text === 'Words of 40')).toHaveLength(20);
    const all = await created(channel, 60);
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(60);
    expect(all).toHaveLength(60);
    const rows = await world.admin.query<{ id: number; version: number }>(
      'select id, version from reviews.reviews where channel_id = $1',
      [channel],
    );
    const newest = await eventually(
      () => newestVersions(channel),
      (found) => rows.every(({ id, version }) => found.get(id) === version),
      'an event of the newest version of every review',
    );
    expect(newest.size).toBe(rows.length);
    const sums = (total: string, from: string) =>
      `select sub_account_id, status, coalesce(star, 0) as star, ${total}::int as total from reviews.${from}
       group by 1, 2, 3 having ${total} <> 0 order by 1, 2, 3`;
    const counted = await world.admin.query(sums('sum(total)', 'review_counts'));
    expect(counted).toEqual(await world.admin.query(sums('count(*)', 'reviews')));
    await expectNoDeadLetters();
  });

  function newestVersions(channel: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const { data, aggregateversion } of [...events.of(reviewCreated), ...events.of(reviewUpdated)]) {
      if (data.channel_id !== channel) continue;
      found.set(data.id, Math.max(found.get(data.id) ?? 0, aggregateversion));
    }
    return found;
  }

  it('stores every review that random pages show', async () => {
    const channel = nextChannel++;
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const review = fc.record({
      external_id: fc.string({ unit: 'binary', maxLength: 3 }),
      text,
      language: fc.option(text),
      from_name: text,
      from_image: fc.option(text),
      rating_value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      rating_scale: fc.integer(),
      reply: fc.option(fc.record({ text, posted_on: fc.constant(null) })),
      verified: fc.boolean(),
      additional: fc.option(fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<unknown>)),
      removed: fc.boolean(),
    });
    const drawn = fc.sample(fc.array(review, { minLength: 1, maxLength: 30 }), { numRuns: 30 });
    const pages = drawn.map((page) => page.map((one) => buildCollectedReview(one)));
    await take(...pages.map((page, index) => pageEvent(channel, index + 1, page)));
    const [stored] = await world.admin.query<{ rows: number; ids: number }>(
      'select count(*)::int as rows, count(distinct external_id)::int as ids from reviews.reviews where channel_id = $1',
      [channel],
    );
    const clean = pages.flatMap((page) => cleanReviews(page, new Date()));
    const ids = new Set(clean.filter(({ removed }) => !removed).map((one) => one.external_id));
    expect(stored).toEqual({ rows: ids.size, ids: ids.size });
    await expectNoDeadLetters();
  });

  it('moves a page without a valid channel id to the dead letters at once and handles the pages behind it', async () => {
    const channel = nextChannel++;
    world.expectErrors(/Moved an event to the dead letters.*channel_id is not an integer/s);
    const nowhere = pageEvent(1, 1, [buildCollectedReview()], { channel_id: 1e30 });
    await world.publish(nowhere);
    await take(pageEvent(channel, 1, [buildCollectedReview()]));
    expect(await list(channel)).toHaveLength(1);
    const letters = await eventually(
      () => listDeadLetters(world.natsUrl),
      (found) => found.length > 0,
      'the dead letter',
    );
    expect(letters).toMatchObject([{ messageId: nowhere.id, deliveries: 1 }]);
    const logged = await eventually(
      () => world.logs.errors().map(({ message }) => message),
      (lines) => lines.length > 0,
      'the log message',
    );
    expect(logged).toMatchObject([
      { message: 'Moved an event to the dead letters', reason: 'channel_id is not an integer' },
    ]);
  });
});

/** More than the other replica handles at once, so that some are left for the one that stops. */
const PAGES = 60;

const PER_PAGE = 10;

const DURABLE = 'reviews__channel';

/** A message that a replica does not return is delivered again only after this time, which is longer than the test. */
const ACK_WAIT_MS = 3_600_000;

/**
 * Two replicas store pages. One of them is a process of its own that gets SIGTERM while it works. Doubles: a proxy in
 * front of its Postgres holds one of its transactions, so that it certainly has work in progress. Oracle: the rows and the
 * published events.
 */
describe('a replica that is stopped under load', () => {
  let world: CollectedWorld;
  let way: PostgresProxy;
  let replica: ChildProcess;

  beforeAll(async () => {
    world = await startCollectedWorld();
    await setAckWait(world.natsUrl, DURABLE, ACK_WAIT_MS);
    way = await PostgresProxy.open(world.databaseUrl('reviews'));
    const settings = { ...world.settings('reviews'), DATABASE_URL: way.url };
    replica = await startServiceProcess(join(__dirname, '../main.ts'), settings);
  }, 180_000);
  afterAll(async () => {
    replica.kill('SIGKILL');
    await way.close();
    await world.close();
  });

  async function publishPages(): Promise<void> {
    for (let page = 0; page < PAGES; page += 1) {
      const reviews = Array.from({ length: PER_PAGE }, (_, n) =>
        buildCollectedReview({ external_id: `${page}-${n}` }),
      );
      const channel = page + 1;
      const data = { ...reviewsCollected.example, channel_id: channel, reviews };
      await world.publish(buildEvent(reviewsCollected, { subject: String(channel), data }));
    }
  }

  /** Publishes the pages, but holds the other replica back until this one has work: the other could store all of them. */
  async function replicaAtWork(): Promise<HeldStatement> {
    const working = way.hold('insert into reviews');
    let publishing = Promise.resolve();
    const transaction = await world.database.transaction(async (tx) => {
      await queryRows(tx, 'lock table reviews in share mode');
      publishing = publishPages();
      return working;
    });
    await publishing;
    return transaction;
  }

  function untilBacklog(is: (backlog: DurableBacklog) => boolean, awaited: string): Promise<DurableBacklog> {
    return eventually(() => durableBacklog(world.natsUrl, DURABLE), is, awaited, { timeoutMs: 60_000 });
  }

  it('finishes the work it has begun, returns the rest at once and leaves nothing pending', async () => {
    const transaction = await replicaAtWork();
    await untilBacklog(({ pending }) => pending === 0, 'every page to be in the hands of a replica');
    replica.kill('SIGTERM');
    const exited = once(replica, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    // It finishes the held transaction only now, while other pages wait behind it.
    await untilBacklog(({ pulls }) => pulls < 2, 'the replica to ask for no more');
    transaction.release();
    expect(await exited).toEqual([0, null]);
    await untilBacklog(
      ({ pending, unacknowledged }) => pending + unacknowledged === 0,
      'every page to be stored by the other replica',
    );
    const [rows] = await world.admin.query<{ reviews: number; different: number }>(
      'select count(*)::int as reviews, count(distinct external_id)::int as different from reviews.reviews',
    );
    expect(rows).toEqual({ reviews: PAGES * PER_PAGE, different: PAGES * PER_PAGE });
    const events = await world.events.waitFor(reviewCreated, PAGES * PER_PAGE);
    expect(events).toHaveLength(PAGES * PER_PAGE);
    expect(new Set(events.map(({ id }) => id)).size).toBe(PAGES * PER_PAGE);
    await eventually(
      () => world.admin.query('select 1 from reviews.outbox'),
      (waiting) => waiting.length === 0,
      'an empty outbox',
    );
  });
});
