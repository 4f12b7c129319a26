/** The review fields that the counters depend on. */
export interface Counted {
  sub_account_id: number;
  status: number;
  /** Null without a rating. */
  star: number | null;
  /** On a scale of five, unrounded; null without a rating. */
  rating: number | null;
  tag_ids: readonly number[];
  /** True with a photo of the author. */
  has_photo: boolean;
}

/** The change of one row of `review_counts`. */
export interface ReviewCountDelta {
  sub_account_id: number;
  status: number;
  /** 0 stands for no rating; `rating` is 0 then, too. */
  star: number;
  rating: number;
  total: number;
  with_photos: number;
}

/** The change of one row of `tag_counts`. */
export interface TagCountDelta {
  sub_account_id: number;
  tag_id: number;
  total: number;
}

/** Adds up how the writes of one transaction change the counters. Changes that cancel each other out are left out. */
export class CountDeltas {
  private readonly reviews = new Map<string, ReviewCountDelta>();
  private readonly tags = new Map<string, TagCountDelta>();
  private readonly changed = new Set<number>();

  add(review: Counted): void {
    this.move(review, 1);
  }

  remove(review: Counted): void {
    this.move(review, -1);
  }

  reviewCounts(): ReviewCountDelta[] {
    return [...this.reviews.values()].filter(({ total, with_photos }) => total !== 0 || with_photos !== 0);
  }

  tagCounts(): TagCountDelta[] {
    return [...this.tags.values()].filter(({ total }) => total !== 0);
  }

  /** The sub accounts of all reviews that were written, counted differently or not. */
  subAccounts(): number[] {
    return [...this.changed].sort((a, b) => a - b);
  }

  private move(review: Counted, by: 1 | -1): void {
    const { sub_account_id, status, tag_ids, has_photo } = review;
    this.changed.add(sub_account_id);
    const [star, rating] = [review.star ?? 0, review.rating ?? 0];
    const key = [sub_account_id, status, star, rating].join(':');
    const delta = this.reviews.get(key) ?? { sub_account_id, status, star, rating, total: 0, with_photos: 0 };
    delta.total += by;
    if (has_photo) delta.with_photos += by;
    this.reviews.set(key, delta);
    for (const tag_id of new Set(tag_ids)) {
      const tagKey = `${sub_account_id}:${tag_id}`;
      const tagDelta = this.tags.get(tagKey) ?? { sub_account_id, tag_id, total: 0 };
      tagDelta.total += by;
      this.tags.set(tagKey, tagDelta);
    }
  }
}
