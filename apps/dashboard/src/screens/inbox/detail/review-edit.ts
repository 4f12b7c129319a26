import { isDated } from '../../../i18n/is-dated';
import type { ReviewEdit } from '../actions/inbox-actions';
import type { Review } from '../model/review-rows';

/** What the form holds, as texts. */
export interface EditForm {
  from_name: string;
  text: string;
  /** From 1 to 5. 0 is no rating. A rating on another scale is shown in stars. */
  rating: string;
  /** YYYY-MM-DD; empty if it is not known. */
  day: string;
  post_url: string;
}

export function formOf(review: Review): EditForm {
  const { from_name, text, post_url } = review;
  const day = isDated(review) ? review.posted_on.slice(0, 10) : '';
  return { from_name, text, rating: starsOf(review), day, post_url: post_url ?? '' };
}

/** Returns the fields that differ from the review. */
export function changesOf(review: Review, form: EditForm): ReviewEdit {
  const before = formOf(review);
  return {
    ...(form.from_name !== before.from_name ? { from_name: form.from_name } : {}),
    ...(form.text !== before.text ? { text: form.text } : {}),
    ...(form.rating !== before.rating ? { rating_value: Number(form.rating) || null } : {}),
    ...(form.day !== before.day ? { posted_on: form.day } : {}),
    ...(form.post_url !== before.post_url ? { post_url: form.post_url.trim() || null } : {}),
  };
}

/** Returns the edit that takes `changes` back. The API takes whole stars only, so that 7 of 10 returns as 4 of 5. */
export function reversalOf(review: Review, changes: ReviewEdit): ReviewEdit {
  const { from_name, text, posted_on, post_url } = review;
  return {
    ...('from_name' in changes ? { from_name } : {}),
    ...('text' in changes ? { text } : {}),
    ...('posted_on' in changes ? { posted_on } : {}),
    ...('post_url' in changes ? { post_url } : {}),
    ...('rating_value' in changes ? { rating_value: Number(starsOf(review)) || null } : {}),
  };
}

function starsOf({ rating_value, rating_scale }: Pick<Review, 'rating_value' | 'rating_scale'>): string {
  return rating_value === null ? '0' : String(Math.round((rating_value / rating_scale) * 5));
}
