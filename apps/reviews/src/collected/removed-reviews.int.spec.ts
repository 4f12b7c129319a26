import { reviewsRemoved, reviewUpdated } from '@plaudit/contracts';
import { buildCollectedReview, buildEvent, eventually } from '@plaudit/testing';
import { ACCOUNT, type CollectedWorld, startCollectedWorld, SUB_ACCOUNT } from './collected-world.suite';

describe('OnReviewsRemoved', () => {
  let world: CollectedWorld;
  let nextChannel = 100;

  beforeAll(async () => {
    world = await startCollectedWorld();
  });
  afterAll(() => world.close());

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
