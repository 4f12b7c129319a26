import { channelsService } from '@plaudit/channels';
import { reviewsCollected } from '@plaudit/contracts';
import { reviewsService } from '@plaudit/reviews';
import { buildCollectedReview, buildEvent, eventually, startWorld, type World } from '@plaudit/testing';

const CHANNEL = 900;
const REVIEWS = 3;

describe('the number of collected reviews', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        {
          definition: reviewsService,
          settings: { WIDGETS_URL: 'http://127.0.0.1:1', INVITATIONS_URL: 'http://127.0.0.1:1' },
        },
        { definition: channelsService, settings: { CRAWL_CONCURRENCY: '0' } },
      ],
    });
  });
  afterAll(() => world.close());

  async function collected(wanted: number): Promise<void> {
    await eventually(
      () => world.admin.query('select collected_reviews from channels.channels where id = $1', [CHANNEL]),
      ([row]) => (row as { collected_reviews: number }).collected_reviews === wanted,
      `the channel to have ${wanted} collected reviews`,
    );
  }

  it('is corrected in the night after it drifted, from the count of reviews', async () => {
    await world.admin.query(
      `insert into channels.channels (id, account_id, sub_account_id, type, profile_key, identity, name, rating_scale)
       overriding system value values ($1, 1, 1, 'app_store', '{}', 'app-900', 'Acme Notes', 5)`,
      [CHANNEL],
    );
    const reviews = Array.from({ length: REVIEWS }, (_, index) =>
      buildCollectedReview({ external_id: `r${index}`, text: `Review ${index}` }),
    );
    const data = { channel_id: CHANNEL, reviews };
    await world.publish(buildEvent(reviewsCollected, { subject: String(CHANNEL), data }));
    await collected(REVIEWS);

    // The events become an hour old, and the counter wrong.
    const hourAgo = (Date.now() - 3_600_000).toString(16).padStart(12, '0');
    await eventually(
      () => world.admin.query('select from reviews.outbox'),
      (rows) => rows.length === 0,
      'the outbox to be empty',
    );
    await world.admin.query(
      `update reviews.outbox_sent set event_id = 'evt_' || $1 || substr(event_id, 17)`,
      [hourAgo],
    );
    await world.admin.query(
      "update channels.channels set collected_reviews = 8, counted_until = now() - interval '1 hour' where id = $1",
      [CHANNEL],
    );
    await world.admin.query('update reviews.count_runs set due_at = now()');
    await collected(REVIEWS);

    const metrics = await (await fetch(world.metricsUrl)).text();
    expect(metrics).toMatch(/^plaudit_counter_drift_total\{.*counter="collected_reviews".*\} 5$/m);
    expect(metrics).toMatch(/^plaudit_count_run_overdue_seconds\{.*service="reviews".*\} /m);
    const warnings = world.logs.lines.filter(({ context }) => context === 'Counters');
    expect(warnings.map(({ message }) => message)).toMatchObject([
      { channel_id: CHANNEL, was: 8, is: REVIEWS },
    ]);
  });
});
