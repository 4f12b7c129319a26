import { ApiError } from '@plaudit/contracts';
import { plainLine } from '@plaudit/runtime';
import type { RelabelledNoun } from './relabelling.entity';

/** Returns the name of a tag or source with runs of blanks folded. Throws 400 if nothing is left. */
export function labelName(given: string): string {
  const name = plainLine(given);
  if (name === '') throw new ApiError('validation_failed', 'name must not be blank.', { field: 'name' });
  return name;
}

/** Returns what the documentation of an operation says about the reviews of a tag or source that it changes. */
export function reviewsFollow(noun: RelabelledNoun): string {
  return `Each review of the ${noun} gets a new updated_on and an event. The first 400 follow before the response, the others within minutes.`;
}
