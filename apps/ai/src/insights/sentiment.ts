/** How many reviews of a channel have a positive, neutral or negative rating. */
export interface SentimentCounts {
  positive: number;
  neutral: number;
  negative: number;
}

export interface Sentiment extends SentimentCounts {
  total: number;
  /** Whole percent, rounded half up; 0 without a rated review. */
  positive_pct: number;
}

export function sentimentOf({ positive, neutral, negative }: SentimentCounts): Sentiment {
  const total = positive + neutral + negative;
  // In whole numbers, because 100 * x / y can lie just below a half.
  const positive_pct = total === 0 ? 0 : Math.floor((200 * positive + total) / (2 * total));
  return { positive, neutral, negative, total, positive_pct };
}
