import { type CollectedReview, channelConnected, reviewCreated, reviewUpdated } from '@plaudit/contracts';
import { buildChannel, buildCollectedReview, buildEvent, eventually } from '@plaudit/testing';
import { ACCOUNT, type IntakeWorld, startIntakeWorld, SUB_ACCOUNT } from './collected-world.suite';

describe('intake of collected reviews', () => {
  let intake: IntakeWorld;
  let nextChannel = 100;

  beforeAll(async () => {
    intake = await startIntakeWorld();
  });
  afterAll(() => intake.close());

  /** Until all that was said so far has been heard: it is published in the order in which it was stored. */
  async function allHeard(): Promise<void> {
    const channel = nextChannel++;
    await intake.take(intake.pageEvent(channel, [buildCollectedReview()]));
    await eventually(
      () => intake.eventsOf(channel, reviewCreated),
      (found) => found.length === 1,
      'the event of a later review',
    );
  }

  it('stores a page with its platform fields and says review.created for each', async () => {
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
    await intake.take(intake.pageEvent(channel, reviews, { backfill: true }));
    const items = await intake.list(channel);
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
        intake.events.received.filter(
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

  it('approves by the channel’s rule, at 4 of 5 stars normalised', async () => {
    const channel = nextChannel++;
    const reviews = [
      buildCollectedReview({ external_id: 'good', rating_value: 8, rating_scale: 10 }),
      buildCollectedReview({ external_id: 'poor', rating_value: 7, rating_scale: 10 }),
    ];
    await intake.take(intake.pageEvent(channel, reviews, { approve_rule: 'four_stars' }));
    const statuses = (await intake.list(channel)).map(({ rating_value, status }) => [rating_value, status]);
    expect(Object.fromEntries(statuses)).toEqual({ 8: 'approved', 7: 'inbox' });
  });

  it('takes the same page twice, and the same event twice, without a second row or event', async () => {
    const channel = nextChannel++;
    const reviews = [buildCollectedReview({ external_id: 'once' })];
    const event = intake.pageEvent(channel, reviews);
    await intake.take(event);
    await intake.publishAgain(event);
    await intake.publish({ ...event, id: `${event.id.slice(0, -4)}ffff` });
    await intake.take(intake.pageEvent(channel, reviews));
    expect(await intake.list(channel)).toHaveLength(1);
    await allHeard();
    expect(
      intake.events.received.filter(
        ({ event: { data } }) => (data as { channel_id: number }).channel_id === channel,
      ),
    ).toHaveLength(1);
  });

  it('takes an edit on the platform, but leaves curation, tags and fields that a human edited', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({
      external_id: 'e',
      text: 'First words',
      from_name: 'Ann',
      rating_value: 2,
      posted_on: '2026-02-01 10:00:00',
    });
    await intake.take(intake.pageEvent(channel, [review]));
    const [{ id }] = (await intake.list(channel)) as [{ id: number }];
    await intake.client.put('reviews', `/public/v1/reviews/update/${id}`, {
      body: { status: 'approved', tags: ['kept'], text: 'Polished words' },
    });
    await intake.take(
      intake.pageEvent(channel, [
        { ...review, text: 'Second words', rating_value: 4, posted_on: '2026-03-01 10:00:00' },
      ]),
    );
    expect((await intake.client.get('reviews', `/public/v1/reviews/get/${id}`)).body).toMatchObject({
      text: 'Polished words',
      rating_value: 4,
      status: 'approved',
      tags: [{ name: 'kept' }],
      posted_on: '2026-02-01 10:00:00',
      additional: { updated_on: '2026-03-01 10:00:00' },
    });
    const again = await intake.client.post('reviews', '/public/v1/reviews/add', {
      body: { from_name: 'Ann', text: 'Polished words', posted_on: '2026-02-01' },
    });
    expect(again.body).toMatchObject({ code: 'duplicate_review', existing_id: id });
  });

  it('takes the earliest date seen, also when nothing else of the review has changed', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'dated' });
    const dateAfter = async (posted_on: string): Promise<unknown> => {
      await intake.take(intake.pageEvent(channel, [{ ...review, posted_on }]));
      return (await intake.list(channel))[0]?.posted_on;
    };
    await dateAfter('2026-02-03 10:00:00');
    expect(await dateAfter('2026-02-05 10:00:00')).toBe('2026-02-03 10:00:00');
    expect(await dateAfter('2026-02-01 10:00:00')).toBe('2026-02-01 10:00:00');
    const [{ id }] = (await intake.list(channel)) as [{ id: number }];
    const path = `/public/v1/reviews/update/${id}`;
    await intake.client.put('reviews', path, { body: { posted_on: '2026-02-02' } });
    expect(await dateAfter('2026-01-01 10:00:00')).toBe('2026-02-02 00:00:00');
    const told = await eventually(
      () => intake.eventsOf(channel, reviewUpdated),
      (found) => found.length === 2,
      'two updated events',
    );
    expect(told.map(({ data }) => data.changed)).toEqual([['posted_on'], ['posted_on']]);
  });

  it('updates many reviews of a page at once, each with an event of its own', async () => {
    const channel = nextChannel++;
    const page = ['kept', 'retold', 'rerated', 'answered'].map((external_id) =>
      buildCollectedReview({ external_id, text: `Of ${external_id}`, rating_value: 2 }),
    ) as [CollectedReview, CollectedReview, CollectedReview, CollectedReview];
    await intake.take(intake.pageEvent(channel, page));
    const [kept, retold, rerated, answered] = page;
    const reply = { text: 'We are sorry', posted_on: '2026-03-01 10:00:00' };
    await intake.take(
      intake.pageEvent(channel, [
        kept,
        { ...retold, text: 'Other words' },
        { ...rerated, rating_value: 9, rating_scale: 10 },
        { ...answered, reply },
        buildCollectedReview({ external_id: 'fresh', text: 'Of fresh' }),
      ]),
    );
    const updated = await eventually(
      () => intake.eventsOf(channel, reviewUpdated),
      (found) => found.length === 3,
      'three updated events',
    );
    const told = updated.map(({ data, aggregateversion }) => [data.changed, aggregateversion]);
    expect(told).toEqual([
      [['text'], 2],
      [expect.arrayContaining(['rating_value', 'rating_scale']), 2],
      [['reply'], 2],
    ]);
    expect(updated[1]?.data).toMatchObject({ rating_value: 9, rating_scale: 10, sentiment: 'positive' });
    const { body } = await intake.client.get('reviews', '/public/v1/reviews/get', {
      query: { channels: channel, rating: 5 },
    });
    expect(body.items.map(({ text }: { text: string }) => text).sort()).toEqual(['Of fresh', 'Of rerated']);
    expect((await intake.list(channel)).find(({ text }) => text === 'Of answered')?.reply).toEqual(reply);
  });

  it.each([
    ['all', null, 'approved'],
    ['four_stars', 4, 'approved'],
    ['four_stars', 3.99, 'inbox'],
    ['four_stars', null, 'inbox'],
    ['four_stars', 0, 'inbox'],
    ['none', 5, 'inbox'],
  ] as const)(
    'with the rule %s a new review of rating %s goes to %s',
    async (approve_rule, rating_value, status) => {
      const channel = nextChannel++;
      await intake.take(
        intake.pageEvent(channel, [buildCollectedReview({ rating_value })], { approve_rule }),
      );
      expect((await intake.list(channel)).map((item) => item.status)).toEqual([status]);
    },
  );

  it('leaves a review that is stored as it was curated when the channel’s rule has changed', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'old' });
    await intake.take(intake.pageEvent(channel, [review]));
    await intake.take(
      intake.pageEvent(channel, [{ ...review, text: 'Edited words' }], { approve_rule: 'all' }),
    );
    expect(await intake.list(channel)).toMatchObject([{ text: 'Edited words', status: 'inbox' }]);
  });

  it('names the channel also when the page overtakes the news of its connection', async () => {
    const channel = nextChannel++;
    await intake.take(intake.pageEvent(channel, [buildCollectedReview()], { channel_name: 'Early Bird' }));
    const [created] = await eventually(
      () => intake.eventsOf(channel, reviewCreated),
      (found) => found.length === 1,
      'the created event',
    );
    expect(created?.data.profile_name).toBe('Early Bird');
    const data = buildChannel({ id: channel, name: 'Proper Name' });
    const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
    await intake.take(buildEvent(channelConnected, { ...ids, aggregateversion: 1, data }));
    const sql = 'select name from reviews.channel_copies where channel_id = $1';
    expect(await intake.admin.query(sql, [channel])).toEqual([{ name: 'Proper Name' }]);
  });

  it('tells of an edit on the platform only what differs', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'few', posted_on: '2026-02-01 10:00:00' });
    await intake.take(intake.pageEvent(channel, [review]));
    await intake.take(intake.pageEvent(channel, [{ ...review, text: 'Quite other words' }]));
    const [updated] = await eventually(
      () =>
        intake.events.received.filter(
          ({ event: { type, data } }) =>
            type === 'review.updated' && (data as { channel_id: number }).channel_id === channel,
        ),
      (found) => found.length === 1,
      'the updated event',
    );
    expect(updated?.event.data).toMatchObject({ text: 'Quite other words', changed: ['text'] });
    expect((await intake.list(channel))[0]?.additional).toEqual(review.additional);
  });

  it('keeps a review that vanished on its platform as it was last, and says since when', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'v', text: 'Once here' });
    await intake.take(intake.pageEvent(channel, [review], { approve_rule: 'all' }));
    await intake.take(
      intake.pageEvent(channel, [{ ...review, text: '', from_name: '[deleted]', removed: true }]),
    );
    const [vanished] = await intake.list(channel);
    expect(vanished).toMatchObject({ text: 'Once here', from_name: review.from_name, status: 'approved' });
    expect(vanished?.removed_on).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await intake.take(intake.pageEvent(channel, [{ ...review, text: '[gone]', removed: true }]));
    expect(await intake.list(channel)).toEqual([vanished]);
    await intake.take(intake.pageEvent(channel, [{ ...review, text: 'Back again' }]));
    expect(await intake.list(channel)).toMatchObject([
      { text: 'Back again', removed_on: null, status: 'approved' },
    ]);
    const changes = await eventually(
      () => intake.eventsOf(channel, reviewUpdated),
      (found) => found.length === 2,
      'two updated events',
    );
    expect(changes.map(({ data }) => data.changed.sort())).toEqual([['removed_on'], ['removed_on', 'text']]);
  });

  it('logs no error in all of this', () => {
    expect(intake.logs.errors()).toEqual([]);
  });
});
