import { ApiError } from '@plaudit/contracts';

/** The field by which a review is a duplicate: `text` stands for author and text, `external_id` for the id in a source. */
export type SameBy = 'text' | 'external_id';

const MESSAGES: Record<SameBy, (which: string) => string> = {
  text: (which) => `text and from_name are the same as those of ${which}; change one of the two`,
  external_id: (which) =>
    `external_id is the same as that of ${which} in the same source; choose another one or leave it out`,
};

/** 400: the review is already stored. */
export function duplicateOf(id: number, field: SameBy): ApiError {
  return new ApiError('duplicate_review', `${MESSAGES[field](`review ${id}`)}.`, { field, existing_id: id });
}

/** 400: the item repeats an earlier item of the same bulk request. */
export function repetitionOf(index: number, field: SameBy): ApiError {
  return new ApiError('duplicate_review', `${MESSAGES[field](`item ${index} of this request`)}.`, { field });
}

/** 400: the source that the review is to move to already has its external_id. */
export function takenInSource(sourceId: number, id: number): ApiError {
  return new ApiError(
    'duplicate_review',
    `source_id ${sourceId} already has a review with the same external_id, review ${id}; choose another source or delete one of the two.`,
    { field: 'source_id', existing_id: id },
  );
}

/** 404: the review does not exist or belongs to another sub account. */
export function unknownReview(id: number): ApiError {
  return new ApiError('not_found', `No review with id ${id} belongs to this sub account.`);
}

/** 400: the source does not exist or belongs to another sub account. */
export function unknownSource(id: number, field = 'source_id'): ApiError {
  return new ApiError(
    'unknown_source',
    `${field} ${id} is not a source of this sub account; GET /sources lists them.`,
    { field },
  );
}

/** 400: a review of a channel cannot have a source. */
export function sourceNotAllowed(): ApiError {
  return new ApiError(
    'source_not_allowed',
    'source_id can only be set on reviews that do not come from a channel.',
    { field: 'source_id' },
  );
}
