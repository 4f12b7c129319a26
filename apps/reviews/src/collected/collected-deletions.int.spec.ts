import { channelConnected, channelDeleted, reviewsRemoved, reviewUpdated } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildChannel, buildCollectedReview, buildEvent, eventually } from '@plaudit/testing';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { ACCOUNT, type CollectedWorld, startCollectedWorld, SUB_ACCOUNT } from './collected-world.suite';

describe('OnReviewsCollected beside deletions', () => {
  let world: CollectedWorld;
  let nextChannel = 100;

  beforeAll(async () => {
    world = await startCollectedWorld();
  });
  afterAll(() => world.close());

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
        buildCollectedReview({ external_id, from_name: `${external_id}${channel}` }),
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
      await copies.save(snapshot, { ...copyOf(first), version: 1 });
      page = world.database.transaction((tx) => copies.lock(tx, [copyOf(second), copyOf(first)]));
      page.catch(() => {});
      await world.someoneWaits();
      await copies.save(snapshot, { ...copyOf(second), version: 1 });
    });
    await expect(page).resolves.toEqual(new Set());
  });

  describe('and removals by the platform', () => {
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
});
