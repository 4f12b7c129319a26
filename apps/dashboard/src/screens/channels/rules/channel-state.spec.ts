import { byNeed, type Channel, filtered, missingReviews, stateOf } from './channel-state';

const HEALTHY = {
  id: 1,
  type: 'trustpilot',
  label: 'Trustpilot',
  name: 'Acme Bakery',
  url: 'https://www.trustpilot.com/review/acme.example',
  method: 'url',
  status: 'active',
  crawling: false,
  error_code: null,
  remedy: null,
  last_success_on: '2026-05-01 06:00:00',
  group: null,
  group_name: null,
  reviews: 100,
  collected_reviews: 100,
} as unknown as Channel;

function channel(change: Partial<Channel>): Channel {
  return { ...HEALTHY, ...change };
}

describe('stateOf', () => {
  it('says that a channel without a failure is healthy', () => {
    expect(stateOf(HEALTHY)).toEqual({ need: 'healthy', tone: 'good', word: 'healthy' });
  });

  it('needs a person for every failure', () => {
    for (const error_code of ['blocked', 'timeout', 'auth_expired'] as const)
      expect(stateOf(channel({ error_code, remedy: 'wait', status: 'error' })).need).toBe('needs_you');
  });

  it('shows in red only what a person alone can end, and a channel that is stopped', () => {
    const failed = { status: 'error' } as const;
    expect(stateOf(channel({ ...failed, error_code: 'auth_expired', remedy: 'sign_in' })).tone).toBe('bad');
    expect(stateOf(channel({ ...failed, error_code: 'blocked', remedy: 'import' })).tone).toBe('warn');
    expect(stateOf(channel({ status: 'disabled', error_code: 'timeout', remedy: 'wait' })).tone).toBe('bad');
    expect(stateOf(channel({ status: 'disabled' })).word).toBe('stopped');
  });

  it('does not say that a platform has changed its pages if the page of a website is broken', () => {
    const failed = { status: 'error', error_code: 'parse_failed' } as const;
    expect(stateOf(channel({ ...failed, remedy: 'fix_page' })).word).toBe('page_broken');
    expect(stateOf(channel({ ...failed, remedy: 'report' })).word).toBe('parse_failed');
  });

  it('keeps the failure in sight while the channel is crawled again', () => {
    const state = stateOf(channel({ crawling: true, error_code: 'blocked', remedy: 'import' }));
    expect(state.word).toBe('blocked');
  });

  it('tells the first crawl from a daily check and from a wait for it', () => {
    expect(stateOf(channel({ last_success_on: null, crawling: true })).word).toBe('collecting');
    expect(stateOf(channel({ last_success_on: null, status: 'pending' })).word).toBe('queued');
    expect(stateOf(channel({ crawling: true })).word).toBe('checking');
  });

  it('does not wait for crawls of a channel that is fed by files', () => {
    expect(stateOf(channel({ method: 'dashboard', last_success_on: null })).word).toBe('imported');
  });
});

describe('missingReviews', () => {
  it('is the difference to the official number, and never negative', () => {
    expect(missingReviews(channel({ reviews: 455, collected_reviews: 412 }))).toBe(43);
    expect(missingReviews(channel({ reviews: 90, collected_reviews: 100 }))).toBe(0);
    expect(missingReviews(channel({ reviews: null, collected_reviews: 100 }))).toBe(0);
  });
});

describe('byNeed', () => {
  it('puts what needs a person first and sorts the rest by platform and name', () => {
    const channels = [
      channel({ id: 1, label: 'Yelp' }),
      channel({ id: 2, label: 'Booking.com' }),
      channel({ id: 3, crawling: true }),
      channel({ id: 4, error_code: 'blocked', remedy: 'import' }),
      channel({ id: 5, error_code: 'auth_expired', remedy: 'sign_in' }),
      channel({ id: 6, label: 'Booking.com', name: 'Aaron' }),
    ];
    expect(channels.sort(byNeed).map(({ id }) => id)).toEqual([5, 4, 3, 6, 2, 1]);
  });
});

describe('filtered', () => {
  const channels = [
    channel({ id: 1, group: 7, group_name: 'Lindau' }),
    channel({ id: 2, name: 'Bistro', error_code: 'blocked', remedy: 'import' }),
  ];
  const ids = (filters: Parameters<typeof filtered>[1]): number[] =>
    filtered(channels, filters).map(({ id }) => id);

  it('finds words in any order in platform, name, property and address', () => {
    expect(ids({ q: 'lindau TRUST' })).toEqual([1]);
    expect(ids({ q: 'acme.example' })).toEqual([1, 2]);
    expect(ids({ q: 'lindau bistro' })).toEqual([]);
  });

  it('filters by property, by none and by state', () => {
    expect(ids({ group: '7' })).toEqual([1]);
    expect(ids({ group: 'none' })).toEqual([2]);
    expect(ids({ status: 'needs_you' })).toEqual([2]);
    expect(ids({ status: 'needs_you', group: '7' })).toEqual([]);
  });
});
