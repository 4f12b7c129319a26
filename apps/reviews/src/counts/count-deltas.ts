/** What of a review its counters go by. */
export interface Counted {
  sub_account_id: number;
  status: number;
  /** Null without a rating. */
  star: number | null;
  /** On five stars, unrounded; null without one. */
  rating: number | null;
  tag_ids: readonly number[];
}

/** By how much a row of `review_counts` moves. */
export interface ReviewCountDelta {
  sub_account_id: number;
  status: number;
  /** 0 stands for no rating, and so has `rating` beside it. */
  star: number;
  rating: number;
  total: number;
}

/** By how much a row of `tag_counts` moves. */
export interface TagCountDelta {
  sub_account_id: number;
  tag_id: number;
  total: number;
}

/** By how much the writes of one transaction move the counters; what cancels out is left out. */
export class CountDeltas {
  private readonly reviews = new Map<string, ReviewCountDelta>();
  private readonly tags = new Map<string, TagCountDelta>();

  add(review: Counted): void {
    this.move(review, 1);
  }

  remove(review: Counted): void {
    this.move(review, -1);
  }

  reviewCounts(): ReviewCountDelta[] {
    return [...this.reviews.values()].filter(({ total }) => total !== 0);
  }

  tagCounts(): TagCountDelta[] {
    return [...this.tags.values()].filter(({ total }) => total !== 0);
  }

  private move(review: Counted, by: 1 | -1): void {
    const { sub_account_id, status, tag_ids } = review;
    const [star, rating] = [review.star ?? 0, review.rating ?? 0];
    const key = [sub_account_id, status, star, rating].join(':');
    const delta = this.reviews.get(key) ?? { sub_account_id, status, star, rating, total: 0 };
    delta.total += by;
    this.reviews.set(key, delta);
    for (const tag_id of new Set(tag_ids)) {
      const tagKey = `${sub_account_id}:${tag_id}`;
      const tagDelta = this.tags.get(tagKey) ?? { sub_account_id, tag_id, total: 0 };
      tagDelta.total += by;
      this.tags.set(tagKey, tagDelta);
    }
  }
}
