import {
  countOf,
  hostOf,
  limitsOf,
  type NeedyChannel,
  needsOf,
  type NeedyWebhook,
  type WaitingReview,
} from './needs';

const NONE_LOW = { count: 0, newest: [] };
const NOTHING = { channels: [], low: NONE_LOW, webhooks: [], profiles: [], paused: [], limits: [] };

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
  posted_on: '2026-11-25 10:00:00',
  posted_precision: 'second',
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
    const needs = needsOf({
      ...NOTHING,
      channels: [
        channel({ id: 1, status: 'error', error_code: 'blocked', remedy: 'wait' }),
        channel({ id: 2, status: 'error', error_code: 'auth_expired', remedy: 'sign_in', reviews: 35 }),
      ],
      low: { count: 1, newest: [review({})] },
      webhooks: [webhook('disabled')],
    });
    expect(needs.map((need) => (need.kind === 'channel' ? `channel ${need.channel.id}` : need.kind))).toEqual(
      ['channel 2', 'webhook', 'channel 1', 'reviews'],
    );
    expect(needs[0]).toMatchObject({ missing: 15 });
  });

  it('is empty if all is well', () => {
    const well = { ...NOTHING, channels: [channel({})], webhooks: [webhook('healthy'), webhook('paused')] };
    expect(needsOf(well)).toEqual([]);
  });

  it('says how many reviews with a low rating wait, also beyond those it names, and counts each of them', () => {
    const low = { count: 12, newest: [review({ id: 2 }), review({ id: 1 })] };
    const needs = needsOf({ ...NOTHING, low, webhooks: [webhook('failing')] });
    expect(needs.find(({ kind }) => kind === 'reviews')).toMatchObject({
      count: 12,
      newest: [{ id: 2 }, { id: 1 }],
    });
    expect(countOf(needs)).toBe(13);
  });

  it('has the settings profiles and the AI providers that are paused', () => {
    const profiles = [
      { id: 4, name: 'After the visit', paused_on: '2026-11-28 10:00:00' },
      { id: 5, name: 'Later', paused_on: null },
    ];
    const needs = needsOf({ ...NOTHING, profiles, paused: ['translation'] });
    expect(needs).toMatchObject([
      { kind: 'profile', profile: { id: 4 } },
      { kind: 'ai', part: 'translation' },
    ]);
  });

  it('counts stars on the scale of five', () => {
    const low = { count: 1, newest: [review({ rating_value: 4, rating_scale: 10 })] };
    expect(needsOf({ ...NOTHING, low })).toMatchObject([{ newest: [{ stars: 2 }] }]);
  });

  it('warns before a limit is reached and never about no limit', () => {
    const account = {
      limits: { channels: 10, users: -1, sub_accounts: 5, keys: 100 },
      usage: { channels: 9, users: 80, sub_accounts: 5 },
    };
    const limits = limitsOf(account);
    const names = needsOf({ ...NOTHING, limits }).map((need) => need.kind === 'limit' && need.limit.name);
    expect(names).toEqual(['sub_accounts', 'channels']);
    expect(limitsOf(undefined)).toEqual([]);
  });

  it('names a webhook by its host, and survives an address without one', () => {
    expect([hostOf('https://hooks.larkfield.example/in?x=1'), hostOf('not an address')]).toEqual([
      'hooks.larkfield.example',
      'not an address',
    ]);
  });
});
