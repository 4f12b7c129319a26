import { hostOf, limitsOf, type NeedyChannel, needsOf, type NeedyWebhook, type WaitingReview } from './needs';

const NOW = new Date('2026-11-28T10:00:00Z');
const NOTHING = { channels: [], reviews: [], webhooks: [], limits: [] };

const channel = (given: Partial<NeedyChannel>): NeedyChannel => ({
  id: 1,
  label: 'Maplet',
  name: 'Lindau',
  status: 'active',
  error_code: null,
  error_msg: null,
  remedy: null,
  reviews: 20,
  collected_reviews: 20,
  next_crawl_on: null,
  ...given,
});
const review = (given: Partial<WaitingReview>): WaitingReview => ({
  id: 7,
  from_name: 'Chiara Bonetti',
  rating_value: 1,
  rating_scale: 5,
  created_on: '2026-11-25 10:00:00',
  ...given,
});
const webhook = (state: NeedyWebhook['health']['state']): NeedyWebhook => ({
  id: 3,
  url: 'https://hooks.larkfield.example/in',
  disabled_reason: null,
  health: {
    state,
    consecutive_failures: 6,
    failing_since: null,
    last_success_on: null,
    last_failure_on: null,
    last_status_code: 502,
    last_error_code: null,
  },
});

describe('What needs attention', () => {
  it('is sorted by what it costs: stopped collection, a stopped webhook, a blocked platform, a low rating', () => {
    const needs = needsOf(
      {
        channels: [
          channel({ id: 1, status: 'error', error_code: 'blocked', remedy: 'wait' }),
          channel({ id: 2, status: 'error', error_code: 'auth_expired', remedy: 'sign_in', reviews: 35 }),
        ],
        reviews: [review({})],
        webhooks: [webhook('disabled')],
        limits: [],
      },
      NOW,
    );
    expect(needs.map((need) => (need.kind === 'channel' ? `channel ${need.channel.id}` : need.kind))).toEqual(
      ['channel 2', 'webhook', 'channel 1', 'review'],
    );
    expect(needs[0]).toMatchObject({ missing: 15 });
  });

  it('is empty if all is well', () => {
    const well = { ...NOTHING, channels: [channel({})], webhooks: [webhook('healthy'), webhook('paused')] };
    expect(needsOf(well, NOW)).toEqual([]);
  });

  it('puts a review that waits longer before another', () => {
    const reviews = [review({ id: 1 }), review({ id: 2, created_on: '2026-11-01 10:00:00' })];
    const ids = needsOf({ ...NOTHING, reviews }, NOW).map((need) => need.kind === 'review' && need.review.id);
    expect(ids).toEqual([2, 1]);
  });

  it('counts stars on the scale of five', () => {
    const [need] = needsOf({ ...NOTHING, reviews: [review({ rating_value: 4, rating_scale: 10 })] }, NOW);
    expect(need).toMatchObject({ stars: 2 });
  });

  it('warns before a limit is reached and never about no limit', () => {
    const account = {
      limits: { channels: 10, users: -1, sub_accounts: 5, keys: 100 },
      usage: { channels: 9, users: 80, sub_accounts: 5 },
    };
    const limits = limitsOf(account);
    expect(
      needsOf({ ...NOTHING, limits }, NOW).map((need) => need.kind === 'limit' && need.limit.name),
    ).toEqual(['sub_accounts', 'channels']);
    expect(limitsOf(undefined)).toEqual([]);
  });

  it('names a webhook by its host, and survives an address without one', () => {
    expect([hostOf('https://hooks.larkfield.example/in?x=1'), hostOf('not an address')]).toEqual([
      'hooks.larkfield.example',
      'not an address',
    ]);
  });
});
