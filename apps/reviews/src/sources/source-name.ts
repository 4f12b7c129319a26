import { ApiError } from '@plaudit/contracts';
import { plainLine } from '@plaudit/runtime';

/** Returns the name of a source with runs of blanks folded. Throws 400 if nothing is left. */
export function sourceName(given: string): string {
  const name = plainLine(given);
  if (name === '') throw new ApiError('validation_failed', 'name must not be blank.', { field: 'name' });
  return name;
}

/** 400: another source has the name. */
export function nameTaken({ id }: { id: number }): ApiError {
  return new ApiError(
    'duplicate_source',
    `name is already the name of source ${id}; upper and lower case do not count. Use that source or choose another name.`,
    { field: 'name', existing_id: id },
  );
}
