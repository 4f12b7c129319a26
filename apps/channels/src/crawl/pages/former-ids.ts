import { derivedIdOn } from '../../normalise/identity';
import { misreadings } from '../../normalise/misread-text';
import type { NormalizedReview } from '../../platforms/platform';

/** About 100 ms of work. A page of 100 new reviews can be compared with the reviews of 100 days in two readings. */
const MAX_IDS_PER_PAGE = 20_000;

/** Raise it when ids of the same pages change. Only then may the day alone differ: platforms show equal reviews of several days, too. */
export const ID_VERSION = 1;

/** A shorter text, such as "Great!", may be written twice by one author. */
const MIN_TELLING_TEXT = 20;

/** A stored review that the crawl has not read yet. */
export interface Candidate {
  external_id: string;
  posted_on: Date;
  /** The {@link ID_VERSION} at the last time when a crawl read it. */
  id_version: number;
}

/**
 * Returns the ids that reviews had before, by the id that they have now. A derived id is a hash of author, day and text. So it changes when a
 * page is decoded better and when its dates are read better. Compares new reviews with stored ones that the crawl has not read. Each stored
 * review belongs to one new review at most.
 */
export function formerIds(
  fresh: readonly NormalizedReview[],
  candidates: readonly Candidate[],
): Map<string, string> {
  if (candidates.length === 0) return new Map();
  const free = new Map(candidates.map((one) => [one.external_id, one]));
  const days = [...new Set(candidates.map(({ posted_on }) => posted_on.toISOString().slice(0, 10)))];
  const found = new Map<string, string>();
  const budget = { left: MAX_IDS_PER_PAGE };
  for (const review of fresh) {
    const former =
      firstOf(misreadIds(review, days, budget), (id) => free.has(id)) ??
      firstOf(otherDays(review, days, budget), (id) => (free.get(id)?.id_version ?? ID_VERSION) < ID_VERSION);
    if (former === null) continue;
    free.delete(former);
    found.set(review.externalId, former);
  }
  return found;
}

function firstOf(ids: Iterable<string>, fits: (id: string) => boolean): string | null {
  for (const id of ids) if (fits(id)) return id;
  return null;
}

interface Budget {
  left: number;
}

/** Yields the ids of a text that was decoded wrongly, those of the same day first. */
function* misreadIds(review: NormalizedReview, days: readonly string[], budget: Budget): Generator<string> {
  const { fromName: author, text, ratingValue: rating, postedOn } = review;
  const readings = misreadings({ author, text }).map((words) => derivedIdOn({ ...words, rating }));
  for (const idOn of readings) {
    yield idOn(postedOn.toISOString().slice(0, 10));
    yield idOn('');
  }
  for (const idOn of readings) yield* idsOn(days, idOn, budget);
}

/** Yields the ids of another day. */
function* otherDays(
  { fromName: author, text, ratingValue: rating }: NormalizedReview,
  days: readonly string[],
  budget: Budget,
): Generator<string> {
  if (text.length >= MIN_TELLING_TEXT)
    yield* idsOn(['', ...days], derivedIdOn({ author, text, rating }), budget);
}

function* idsOn(days: readonly string[], idOn: (day: string) => string, budget: Budget): Generator<string> {
  for (const day of days) {
    if (budget.left-- <= 0) return;
    yield idOn(day);
  }
}
