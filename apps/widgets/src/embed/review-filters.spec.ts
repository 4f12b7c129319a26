import { readSettings } from '../widgets/settings-rules';
import type { SourceSettings } from '../widgets/settings';
import type { ChannelCopy } from './channel-copy';
import { NO_VISITOR_FILTERS, reviewFilters, shownChannels } from './review-filters';

function source(overrides: Partial<SourceSettings> = {}): SourceSettings {
  return { ...readSettings('list', {}).source, ...overrides };
}

function channel(id: number, overrides: Partial<ChannelCopy> = {}): ChannelCopy {
  return {
    id,
    name: `Channel ${id}`,
    label: 'Google',
    type: 'google',
    group_id: null,
    score: 4,
    rating_scale: 5,
    reviews: 10,
    ...overrides,
  };
}

const CHANNELS = [channel(1), channel(2, { group_id: 7 }), channel(3, { group_id: 7, type: 'app_store' })];

describe('the question a widget asks', () => {
  it('is about every approved review when nothing is set', () => {
    expect(reviewFilters(source(), CHANNELS, NO_VISITOR_FILTERS)).toEqual({});
    expect(shownChannels(source(), CHANNELS)).toEqual(CHANNELS);
  });

  it('names channels, those of properties included, each once', () => {
    const wanted = source({ channels: [2, 9], groups: [7] });
    expect(reviewFilters(wanted, CHANNELS, NO_VISITOR_FILTERS)).toEqual({ channels: [2, 9, 3] });
    expect(shownChannels(wanted, CHANNELS).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('is not asked for a property without channels, since an empty list would mean all', () => {
    expect(reviewFilters(source({ groups: [99] }), CHANNELS, NO_VISITOR_FILTERS)).toBeNull();
    expect(reviewFilters(source({ groups: [99], sources: [4] }), CHANNELS, NO_VISITOR_FILTERS)).toEqual({
      sources: [4],
    });
  });

  it('shows no channel in the header when only own sources are shown', () => {
    expect(shownChannels(source({ sources: [4] }), CHANNELS)).toEqual([]);
  });

  it('lets a visitor narrow, but never widen', () => {
    const visitor = { ratings: [4, 5], platform: 'google', q: 'bread' };
    expect(reviewFilters(source({ ratings: [5], keyword: 'good' }), CHANNELS, visitor)).toEqual({
      ratings: [5],
      platforms: ['google'],
      keyword: 'good',
      q: 'bread',
    });
    expect(reviewFilters(source({ ratings: [5] }), CHANNELS, { ...visitor, ratings: [1] })).toBeNull();
  });

  it('passes on only what narrows', () => {
    expect(
      reviewFilters(
        source({ min_rating: 4, require_text: true, exclude_keywords: ['refund'], since: '2026-01-01' }),
        CHANNELS,
        NO_VISITOR_FILTERS,
      ),
    ).toEqual({ min_rating: 4, require_text: true, exclude_keywords: ['refund'], since: '2026-01-01' });
  });
});
