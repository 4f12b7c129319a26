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
