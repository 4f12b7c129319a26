import type { operations, PlauditClient, ReviewQuery, Schema } from '@plaudit/client';
import type { Tab } from './filters/filters';

export type ReviewCounts = Schema<'ReviewCounts'>;
export type Facet = keyof Schema<'ReviewFacets'>;

type CountsQuery = NonNullable<operations['countReviews']['parameters']['query']>;
/** The parameters of a request as texts, as they are in the address. */
type Query = Readonly<Record<string, string>>;

export function listedReviews(client: PlauditClient, query: Query): Promise<Schema<'ReviewList'>> {
  return client.get('/reviews/get', { params: { query: query as unknown as ReviewQuery } });
}

export function reviewCounts(
  client: PlauditClient,
  query: Query,
  signal: AbortSignal,
): Promise<ReviewCounts> {
  return client.get('/reviews/counts', { params: { query: query as CountsQuery }, signal });
}

/** Returns the count of a tab. */
export function countOf(counts: ReviewCounts, tab: Tab): number {
  return tab === 'all' ? counts.total : counts[tab];
}
