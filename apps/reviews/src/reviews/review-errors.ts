import { ApiError } from '@plaudit/contracts';

/** What makes two reviews the same, as the field that tells them apart: author and text, or the id in their source. */
export type SameBy = 'text' | 'external_id';

const SAME: Record<SameBy, (which: string) => string> = {
  text: (which) => `text and from_name are those of ${which}; change one of the two`,
  external_id: (which) =>
    `external_id is that of ${which} in the same source; choose another or leave it out`,
};

/** 400 for a review that is stored already. */
export function duplicateOf(id: number, field: SameBy): ApiError {
  return new ApiError('duplicate_review', `${SAME[field](`review ${id}`)}.`, { field, existing_id: id });
}

/** 400 for an item of a bulk that says what an earlier one says. */
export function repetitionOf(index: number, field: SameBy): ApiError {
  return new ApiError('duplicate_review', `${SAME[field](`item ${index} of this request`)}.`, { field });
}

/** 400 for a review whose external_id the source that it is to move to has already. */
export function takenInSource(sourceId: number, id: number): ApiError {
  return new ApiError(
    'duplicate_review',
    `source_id ${sourceId} has the same external_id already, on review ${id}; choose another source or delete one of the two.`,
    { field: 'source_id', existing_id: id },
  );
}

/** 404 for a review that does not exist, or that another sub account has. */
export function unknownReview(id: number): ApiError {
  return new ApiError('not_found', `No review with id ${id} belongs to this sub account.`);
}

/** 400 for a source that does not exist, or that another sub account has. */
export function unknownSource(id: number): ApiError {
  return new ApiError(
    'unknown_source',
    `source_id ${id} is not a source of this sub account; GET /sources/get lists them.`,
    { field: 'source_id' },
  );
}

/** 400 for giving a source to a review of a channel. */
export function sourceNotAllowed(): ApiError {
  return new ApiError(
    'source_not_allowed',
    'source_id can only be set on reviews that do not come from a channel.',
    { field: 'source_id' },
  );
}
