import type { RelabelledNoun } from './relabelling.entity';

/** Returns what the documentation of an operation says about the reviews of a tag or source that it changes. */
export function reviewsFollow(noun: RelabelledNoun): string {
  return `Each review of the ${noun} gets a new updated_on and an event. The first 400 follow before the response, the others within minutes.`;
}
