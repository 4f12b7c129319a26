import type { PlauditClient, Schema } from '@plaudit/client';
import type { Tab } from './filters/filters';

/** The reviews of a filter per tab, and per value of the filter menu. */
export interface ReviewCounts {
  inbox: number;
  approved: number;
  ignored: number;
  total: number;
  facets?: Partial<Record<Facet, Record<string, number>>>;
}
export type Facet = 'rating' | 'language' | 'channel' | 'tag' | 'platform';

type Query = Readonly<Record<string, string>>;
type Send = (path: string, options: object) => Promise<unknown>;

/** Returns a page of reviews. The list takes filters that its type does not have yet: languages, groups, with_text. */
export async function listedReviews(client: PlauditClient, query: Query): Promise<Schema<'ReviewList'>> {
  const send = client.get.bind(client) as unknown as Send;
  return (await send('/reviews/get', { params: { query } })) as Schema<'ReviewList'>;
}

export async function reviewCounts(
  client: PlauditClient,
  query: Query,
  signal: AbortSignal,
): Promise<ReviewCounts> {
  const send = client.get.bind(client) as unknown as Send;
  return (await send('/reviews/counts', { params: { query }, signal })) as ReviewCounts;
}

/** Returns the count of a tab. */
export function countOf(counts: ReviewCounts, tab: Tab): number {
  return tab === 'all' ? counts.total : counts[tab];
}
