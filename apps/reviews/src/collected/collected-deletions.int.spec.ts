import { channelConnected, channelDeleted } from '@plaudit/contracts';
import { queryRows } from '@plaudit/database';
import { buildChannel, buildCollectedReview, buildEvent, eventually } from '@plaudit/testing';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { ACCOUNT, type IntakeWorld, startIntakeWorld, SUB_ACCOUNT } from './collected-world.suite';

describe('intake beside deleted reviews and channels', () => {
  let intake: IntakeWorld;
  let nextChannel = 100;

  beforeAll(async () => {
    intake = await startIntakeWorld();
  });
  afterAll(() => intake.close());

  it('does not bring back what the user deleted', async () => {
    const channel = nextChannel++;
    const page = [
      buildCollectedReview({ external_id: 'gone' }),
      buildCollectedReview({ external_id: 'stays' }),
    ];
    await intake.take(intake.pageEvent(channel, page));
    const [first] = (await intake.list(channel)) as [{ id: number }];
    await intake.client.delete('reviews', `/public/v1/reviews/delete/${first.id}`);
    await intake.take(intake.pageEvent(channel, page));
    expect(await intake.list(channel)).toHaveLength(1);
  });

  it('does not bring back what the user deletes while the page comes in', async () => {
    const channel = nextChannel++;
    const review = buildCollectedReview({ external_id: 'going' });
    await intake.take(intake.pageEvent(channel, [review]));
    const page = intake.pageEvent(channel, [{ ...review, text: 'Other words' }]);
    await intake.database.transaction(async (tx) => {
      await queryRows(tx, 'delete from reviews where channel_id = $1', [channel]);
      await queryRows(tx, "insert into tombstones (channel_id, external_id) values ($1, 'going')", [channel]);
      await intake.publish(page);
      await intake.someoneWaits();
    });
    await intake.take(page);
    expect(await intake.list(channel)).toEqual([]);
  });

  it.each([
    [false, 0],
    [true, 3],
  ])(
    'with keep_reviews %s a deleted channel leaves %d reviews, and late pages add none',
    async (keep_reviews, left) => {
      const channel = nextChannel++;
      const payload = buildChannel({ id: channel, name: 'Acme Notes' });
      const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
      await intake.take(buildEvent(channelConnected, { ...ids, aggregateversion: 1, data: payload }));
      const page = ['x', 'y', 'z'].map((external_id) =>
        buildCollectedReview({ external_id, from_name: `${external_id}${channel}` }),
      );
      await intake.take(intake.pageEvent(channel, page));
      await intake.take(
        buildEvent(channelDeleted, { ...ids, aggregateversion: 2, data: { ...payload, keep_reviews } }),
      );
      await eventually(
        () =>
          intake.admin.query<{ cleanup_pending: boolean }>(
            'select cleanup_pending from reviews.channel_copies where channel_id = $1',
            [channel],
          ),
        (rows) => rows[0]?.cleanup_pending === false,
        'the clean-up after the channel',
      );
      await intake.take(intake.pageEvent(channel, [buildCollectedReview({ external_id: 'late' })]));
      const { body } = await intake.client.get('reviews', '/public/v1/reviews/get', {
        query: { q: String(channel) },
      });
      expect(body.count).toBe(left);
      expect(body.items).toEqual(
        Array.from({ length: left }, () =>
          expect.objectContaining({ channel_id: null, label: 'Apple App Store', platform: 'app_store' }),
        ),
      );
      expect(await intake.list(channel)).toEqual([]);
    },
  );

  it('waits for a review that is being edited instead of leaving it with the deleted channel', async () => {
    const channel = nextChannel++;
    const payload = buildChannel({ id: channel });
    const ids = { accountid: ACCOUNT, subaccountid: SUB_ACCOUNT, subject: String(channel) };
    await intake.take(intake.pageEvent(channel, [buildCollectedReview({ external_id: 'busy' })]));
    await intake.database.transaction(async (tx) => {
      await queryRows(tx, 'select 1 from reviews where channel_id = $1 for update', [channel]);
      await intake.take(buildEvent(channelDeleted, { ...ids, data: { ...payload, keep_reviews: false } }));
      await intake.someoneWaits(() => intake.isCleanedUp(channel));
    });
    await eventually(
      () => intake.isCleanedUp(channel),
      (done) => done,
      'the clean-up',
    );
    expect(await intake.list(channel)).toEqual([]);
  });

  it('lets no channel be deleted in the middle of a page, not even one it has never heard of', async () => {
    const channel = nextChannel++;
    const copies = new ChannelCopiesRepository();
    const copy = { channel_id: channel, account_id: 1, sub_account_id: 1, name: 'Acme', version: 1 };
    let deleted = false;
    let deletion: Promise<void> = Promise.resolve();
    await intake.database.transaction(async (page) => {
      expect(await copies.lockUnlessDeleted(page, copy)).toBe(true);
      deletion = intake.database
        .transaction((tx) => copies.markDeleted(tx, copy, false))
        .then(() => {
          deleted = true;
        });
      await intake.someoneWaits(async () => deleted);
      expect(deleted).toBe(false);
    });
    await deletion;
    expect(await intake.database.transaction((tx) => copies.lockUnlessDeleted(tx, copy))).toBe(false);
  });

  it('logs no error in all of this', () => {
    expect(intake.logs.errors()).toEqual([]);
  });
});
