import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api';
import type { Review } from '../model/review-rows';
import { useInboxModel, useInboxState } from '../use-inbox';

/** Returns a review from the list, or from the server if the list has no row of it, as after a deep link. */
export function useReview(id: number): { review: Review | undefined; error: unknown; retry: () => void } {
  const api = useApi();
  const model = useInboxModel();
  // Renders again when the list changes the review.
  const { phase } = useInboxState();
  const listed = model.find(id);
  const one = useQuery({
    queryKey: api.key('reviews', 'one', id),
    queryFn: ({ signal }) => api.client.get('/reviews/get/{id}', { params: { path: { id } }, signal }),
    enabled: phase !== 'loading' && !listed,
  });
  return { review: listed ?? one.data, error: one.error, retry: () => void one.refetch() };
}
