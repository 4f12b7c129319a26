/** What customers write about. Each language has its own words for them. */
export const ASPECTS = [
  'staff',
  'wait',
  'price',
  'quality',
  'clean',
  'food',
  'location',
  'comfort',
  'noise',
  'communication',
  'booking',
  'delivery',
  'returns',
  'facilities',
  'ease',
  'app',
] as const;
export type Aspect = (typeof ASPECTS)[number];

export type Polarity = 'positive' | 'negative';

/** One clause of a review that praises or criticises an aspect. */
export interface AspectMention {
  aspect: Aspect;
  polarity: Polarity;
}

/** The reviews that praise and criticise an aspect. A review counts once for each of the two. */
export interface AspectFinding {
  aspect: Aspect;
  /** Ids of reviews, newest first. */
  positive: number[];
  negative: number[];
}
