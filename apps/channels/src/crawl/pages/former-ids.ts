import { derivedIdOn } from '../../normalise/identity';
import { misreadings } from '../../normalise/misread-text';
import type { NormalizedReview } from '../../platforms/platform';

/** About 100 ms of work. A page of 800 new reviews with letters beyond ASCII can be compared in every reading. */
const MAX_IDS_PER_PAGE = 20_000;

/** A shorter text without an author, such as "Great!", may be written by several people. */
const MIN_TELLING_TEXT = 20;

/**
 * Returns the ids that earlier versions may have derived for each review, the likeliest first, by the id that it has now. A derived id is a hash of
 * author, day and text, so it changes when a page is decoded better, or when its dates are read that were not. Another day is
 * another review: people write the same words twice.
 */
export function possibleFormerIds(fresh: readonly NormalizedReview[]): Map<string, string[]> {
  let left = MAX_IDS_PER_PAGE;
  const possible = new Map<string, string[]>();
  for (const review of fresh) {
    if (left <= 0) break;
    const ids = formerIdsOf(review);
    left -= ids.length;
    if (ids.length > 0) possible.set(review.externalId, ids);
  }
  return possible;
}

/** Returns the ids of a text that was decoded wrongly, with its day or without, and that of the same words without a day. */
function formerIdsOf(review: NormalizedReview): string[] {
  const { fromName: author, text, ratingValue: rating, postedOn } = review;
  const day = postedOn.toISOString().slice(0, 10);
  const readings = misreadings({ author, text }).map((words) => derivedIdOn({ ...words, rating }));
  const ids = readings.flatMap((idOn) => [idOn(day), idOn('')]);
  if (text.length >= MIN_TELLING_TEXT || author !== 'Anonymous')
    ids.push(derivedIdOn({ author, text, rating })(''));
  return ids.filter((id) => id !== review.externalId);
}

/** Gives each review the first of its possible ids that is free. Each id belongs to one review at most. */
export function formerIds(
  possible: ReadonlyMap<string, readonly string[]>,
  stored: Iterable<string>,
): Map<string, string> {
  const free = new Set(stored);
  const found = new Map<string, string>();
  for (const [id, ids] of possible) {
    const former = ids.find((one) => free.delete(one));
    if (former !== undefined) found.set(id, former);
  }
  return found;
}
