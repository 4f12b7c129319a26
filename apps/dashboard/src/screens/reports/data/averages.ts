/** The averages of a month or day. At most one of them is known. */
export interface Averages {
  average_rating: number | null;
  collected_average: number | null;
  collected_count: number;
}

/** What an average is made of. */
export type Basis = 'official' | 'collected' | 'both';

/** A line of averages, as a chart needs it. */
export interface AverageLine {
  values: (number | null)[];
  /** Which values are averages of collected reviews. */
  collected: boolean[];
  basis: Basis;
  /** The ratings of the last collected average; 0 without one. */
  count: number;
}

/** Returns the official averages, and before the first of them those of the collected reviews. */
export function averageLine(slots: readonly Averages[]): AverageLine {
  const collected = slots.map(({ collected_average }) => collected_average !== null);
  const isOfficial = slots.some(({ average_rating }) => average_rating !== null);
  return {
    values: slots.map(({ average_rating, collected_average }) => average_rating ?? collected_average),
    collected,
    basis: !collected.includes(true) ? 'official' : isOfficial ? 'both' : 'collected',
    count: slots.findLast(({ collected_average }) => collected_average !== null)?.collected_count ?? 0,
  };
}

/** The official rating of channels now, or else the average of their collected reviews. */
export interface CurrentRating {
  value: number | null;
  count: number;
  isCollected: boolean;
}

/** Returns the rating that stands for channels. A collected average is never shown beside an official one in one number. */
export function currentRating(figures: {
  rating_value: number | null;
  official_num_reviews: number;
  collected_rating_value: number | null;
  collected_num_reviews: number;
}): CurrentRating {
  const { rating_value, official_num_reviews, collected_rating_value, collected_num_reviews } = figures;
  const isCollected = rating_value === null && collected_rating_value !== null;
  return isCollected
    ? { value: collected_rating_value, count: collected_num_reviews, isCollected }
    : { value: rating_value, count: official_num_reviews, isCollected };
}
