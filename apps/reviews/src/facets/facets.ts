import type { ReviewFilter } from '../lists/review-filter';

/** What a filter menu lists the values of. */
export const FACETS = ['rating', 'language', 'channel', 'tag', 'platform', 'source'] as const;
export type Facet = (typeof FACETS)[number];

/** The values of a facet, those with most reviews. There are no 200 codes of languages, so that a menu can offer all of them. */
export const maxValuesOf = (facet: Facet): number => (facet === 'language' ? 200 : 50);

/** The filters that choose among the values of a facet. */
export const CHOSEN_BY: Readonly<Record<Facet, readonly (keyof ReviewFilter)[]>> = {
  rating: ['stars', 'minRating', 'maxRating'],
  language: ['languages'],
  channel: ['channels', 'sources'],
  tag: ['tags'],
  platform: ['platforms'],
  source: ['channels', 'sources'],
};

/** The statuses of a filter restrict its facets, and not its counts. */
export interface CountsRequest {
  filter: ReviewFilter;
  facets: readonly Facet[];
}
