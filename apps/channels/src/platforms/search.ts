import { parseCount, parseDecimal } from '../normalise/numbers';
import { collectedLine } from '../normalise/text';

/** What a discovery searches for. */
export interface Search {
  /** Name of the business. */
  name: string;
  /** ISO 3166-1 alpha-2 in lower case. */
  country: string | null;
}

/** A profile that may be the one that was searched for. */
export interface Candidate {
  url: string;
  /** The id of the place, for Google Maps only. */
  placeId?: string;
  name: string;
  address: string | null;
  score: number | null;
  reviews: number | null;
}

/** What a platform says about a candidate. Every value but the URL may be of any type, because a stranger sent it. */
interface Found extends Partial<Record<'name' | 'address' | 'score' | 'reviews', unknown>> {
  url: string;
  placeId?: string;
}

/** Returns a candidate of what a platform says. A candidate without a name gets `fallback`. */
export function toCandidate({ name, address, score, reviews, ...found }: Found, fallback: string): Candidate {
  return {
    ...found,
    name: collectedLine(name, 191) || fallback,
    address: collectedLine(address, 300) || null,
    score: parseDecimal(score),
    reviews: parseCount(reviews),
  };
}
