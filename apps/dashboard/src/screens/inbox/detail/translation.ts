import type { PlauditClient } from '@plaudit/client';
import { apiDate } from '../../../i18n/formats';
import type { Review } from '../model/review-rows';

export interface Translation {
  /** Undefined if the text was not translated. */
  text: string | undefined;
  failure: 'unavailable' | 'failed' | 'quota' | null;
}

/**
 * Returns the translation of a review. Only the list translates, so this asks for the page of one review that begins right
 * before it in the order newest.
 */
export async function translated(
  client: PlauditClient,
  { id, posted_on }: Review,
  translate: string,
  signal: AbortSignal,
): Promise<Translation> {
  const { items } = await client.get('/reviews/get', {
    params: {
      query: { limit: 1, before_ts: apiDate(posted_on).getTime() / 1000, before_id: id + 1, translate },
    },
    signal,
  });
  const [review] = items;
  // Somebody changed its date meanwhile.
  if (review?.id !== id) return { text: undefined, failure: 'failed' };
  return { text: review.text_language ? review.text : undefined, failure: review.translation ?? null };
}
