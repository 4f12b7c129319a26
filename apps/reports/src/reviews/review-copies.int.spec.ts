import {
  type EventDefinition,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
} from '@plaudit/contracts';
import { buildEvent, eventually, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';
import { reportsService } from '../service';

describe('the copies of reviews', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: reportsService }] });
  });
  afterAll(() => world.close());

  const days = () =>
    world.admin.query(
      `select channel_id, day::text, label, reviews, star_1, star_4, star_5, rating_sum::float8
       from reports.review_days where reviews <> 0 order by 1, 2, 3`,
    );
  const publish = <P extends ReviewPayload>(
    definition: EventDefinition<P>,
    aggregateversion: number,
    data: Partial<P>,
  ) => world.publish(buildEvent(definition, { aggregateversion, data }));

  it('count a review once, in its newest state, if an update arrives before the creation', async () => {
    await publish(reviewUpdated, 2, { rating_value: 4 });
    await publish(reviewCreated, 1, { rating_value: 5 });
    await waitUntilConsumed(world.natsUrl, 'reports__review');
    const counted = { channel_id: 42, day: '2026-09-14', label: 'Apple App Store', rating_sum: 4 };
    expect(await days()).toEqual([{ ...counted, reviews: 1, star_1: 0, star_4: 1, star_5: 0 }]);
    await publish(reviewDeleted, 3, { rating_value: 4 });
    await eventually(days, (rows) => rows.length === 0, 'the deletion');
  });
});
