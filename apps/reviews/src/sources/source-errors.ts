import { ApiError } from '@plaudit/contracts';

/** 400: another source has the name. */
export function nameTaken({ id }: { id: number }): ApiError {
  return new ApiError(
    'duplicate_source',
    `name is already the name of source ${id}; upper and lower case do not count. Use that source or choose another name.`,
    { field: 'name', existing_id: id },
  );
}
