import { type CollectedReview, channelConnected, reviewCreated, reviewUpdated } from '@plaudit/contracts';
import { buildChannel, buildCollectedReview, buildEvent, eventually } from '@plaudit/testing';
import { ACCOUNT, type CollectedWorld, startCollectedWorld, SUB_ACCOUNT } from './collected-world.suite';

describe('OnReviewsCollected', () => {
  let world: CollectedWorld;
  let nextChannel = 100;

  beforeAll(async () => {
    world = await startCollectedWorld();
  });
  afterAll(() => world.close());

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
    expect(updates.map(({ data }) => data.changed)).toEqual([['posted_on'], ['posted_on']]);
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
