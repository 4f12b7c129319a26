import type { ReviewFilter } from '../lists/review-filter';

/** What a filter menu lists the values of. */
export const FACETS = ['rating', 'language', 'channel', 'tag', 'platform'] as const;
export type Facet = (typeof FACETS)[number];

export const MAX_FACET_VALUES = 50;

/** The filters that choose among the values of a facet. */
export const CHOSEN_BY: Readonly<Record<Facet, readonly (keyof ReviewFilter)[]>> = {
  rating: ['stars', 'minRating', 'maxRating'],
  language: ['languages'],
  channel: ['channels', 'sources'],
  tag: ['tags'],
  platform: ['platforms'],
};

/** The statuses of a filter restrict its facets, and not its counts. */
export interface CountsRequest {
  filter: ReviewFilter;
  facets: readonly Facet[];
}
