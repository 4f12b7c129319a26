import { readSettings } from '../settings/change-settings';
import type { SourceSettings } from '../settings/settings';
import { type ChannelCopy, shownChannels } from '../channels/channel-copy';
import { NO_VISITOR_FILTERS, reviewFilters } from './review-filters';

function source(overrides: Partial<SourceSettings> = {}): SourceSettings {
  return { ...readSettings('list', {}).source, ...overrides };
}

function channel(id: number, overrides: Partial<ChannelCopy> = {}): ChannelCopy {
  return {
    id,
    name: `Channel ${id}`,
    label: 'Google',
    type: 'google',
    url: null,
    group_id: null,
    score: 4,
    rating_scale: 5,
    reviews: 10,
    ...overrides,
  };
}

const CHANNELS = [channel(1), channel(2, { group_id: 7 }), channel(3, { group_id: 7, type: 'app_store' })];

describe('reviewFilters', () => {
  it('returns no filter if the settings and the visitor set none', () => {
    expect(reviewFilters(source(), CHANNELS, NO_VISITOR_FILTERS)).toEqual({});
    expect(shownChannels(source(), CHANNELS)).toEqual(CHANNELS);
  });

  it('adds the channels of groups to the named channels, each once', () => {
    const wanted = source({ channels: [2, 9], groups: [7] });
    expect(reviewFilters(wanted, CHANNELS, NO_VISITOR_FILTERS)).toEqual({ channels: [2, 9, 3] });
    expect(shownChannels(wanted, CHANNELS).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('returns null for a group without channels, because an empty list would match all reviews', () => {
    expect(reviewFilters(source({ groups: [99] }), CHANNELS, NO_VISITOR_FILTERS)).toBeNull();
    expect(reviewFilters(source({ groups: [99], sources: [4] }), CHANNELS, NO_VISITOR_FILTERS)).toEqual({
      sources: [4],
    });
  });

  it('lets a visitor narrow the reviews, but not widen them', () => {
    const visitor = { ratings: [4, 5], platform: 'google', q: 'bread' };
    expect(reviewFilters(source({ ratings: [5], keyword: 'good' }), CHANNELS, visitor)).toEqual({
      ratings: [5],
      platforms: ['google'],
      keyword: 'good',
      q: 'bread',
    });
    expect(reviewFilters(source({ ratings: [5] }), CHANNELS, { ...visitor, ratings: [1] })).toBeNull();
  });

  it('leaves out settings that do not filter', () => {
    expect(
      reviewFilters(
        source({ min_rating: 4, require_text: true, exclude_keywords: ['refund'], since: '2026-01-01' }),
        CHANNELS,
        NO_VISITOR_FILTERS,
      ),
    ).toEqual({ min_rating: 4, require_text: true, exclude_keywords: ['refund'], since: '2026-01-01' });
  });
});

describe('shownChannels', () => {
  it('returns no channel if the settings name only manual sources', () => {
    expect(shownChannels(source({ sources: [4] }), CHANNELS)).toEqual([]);
  });
});
