import { PlauditError } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { shownError } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { type SourceChoice, sourceIdOf } from '../source-field';
import { type ReviewDraft, reviewInput } from './review-draft';

/** A refused attempt to add a review. */
export interface AddFailure {
  error: unknown;
  /** The words of the server. Null if no response arrived. */
  msg: string | null;
  field: string | null;
  /** The review that says the same. */
  existingId: number | null;
}

interface Sent {
  draft: ReviewDraft;
  source: SourceChoice;
}

interface Added {
  id: number;
  source: SourceChoice;
}

/**
 * Adds a review, and first its source if that is new. `onAdded` gets the id of the review, the source that now exists, and a
 * function that forgets the result.
 */
export function useAddReview(onAdded: (id: number, source: SourceChoice, reset: () => void) => void) {
  const api = useApi();
  const queries = useQueryClient();
  // A source that was created before the review was refused must not be created again.
  const created = useRef<{ name: string; id: number } | null>(null);
  const { mutate, error, isPending, reset } = useMutation<Added, Error, Sent>({
    mutationFn: async ({ draft, source }) => {
      const isNew = source.kind === 'new' && source.name !== created.current?.name;
      const sourceId =
        source.kind === 'new' && !isNew ? (created.current?.id ?? null) : await sourceIdOf(api, source);
      if (isNew && sourceId !== null) created.current = { name: source.name, id: sourceId };
      const { id } = await api.client.post('/reviews/add', {
        body: reviewInput(draft, sourceId, new Date()),
      });
      return { id, source: { kind: 'known', id: sourceId } };
    },
    onSuccess: ({ id, source }): void => onAdded(id, source, reset),
    onSettled: () => {
      for (const resource of ['reviews', 'sources', 'tags'] as const)
        void queries.invalidateQueries({ queryKey: api.key(resource) });
    },
  });
  return { send: mutate, failure: error ? failureOf(error) : null, isBusy: isPending };
}

function failureOf(error: unknown): AddFailure {
  const { msg, field } = shownError(error);
  const existingId = error instanceof PlauditError ? (error.body.existing_id ?? null) : null;
  return { error, msg, field, existingId };
}
