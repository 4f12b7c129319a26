import { isDated, postedDay } from '@plaudit/contracts/posted-day';
import { apiDate, type DateFormats } from '../../../i18n/date-formats';
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

/** Returns the form of a review. Its day is the one that the page shows. */
export function formOf(review: Review, formats: Pick<DateFormats, 'isoDay'>): EditForm {
  const { from_name, text, post_url } = review;
  const day = isDated(review) ? (postedDay(review) ?? formats.isoDay(apiDate(review.posted_on))) : '';
  return { from_name, text, rating: starsOf(review), day, post_url: post_url ?? '' };
}

/** Returns the fields in which a form differs from what it held at first. */
export function changesOf(before: EditForm, form: EditForm): ReviewEdit {
  return {
    ...(form.from_name !== before.from_name ? { from_name: form.from_name } : {}),
    ...(form.text !== before.text ? { text: form.text } : {}),
    ...(form.rating !== before.rating ? { rating_value: Number(form.rating) || null } : {}),
    ...(form.day !== before.day ? { posted_on: form.day } : {}),
    ...(form.post_url !== before.post_url ? { post_url: form.post_url.trim() || null } : {}),
  };
}

/** The scales that the API takes. */
const SCALES = [5, 10, 100];

/**
 * Returns the edit that takes `changes` back. A rating on a scale that the API does not take returns in stars, and a date without a
 * time as its day.
 */
export function reversalOf(review: Review, changes: ReviewEdit): ReviewEdit {
  const { from_name, text, post_url } = review;
  const posted_on = postedDay(review) ?? review.posted_on;
  return {
    ...('from_name' in changes ? { from_name } : {}),
    ...('text' in changes ? { text } : {}),
    ...('posted_on' in changes ? { posted_on } : {}),
    ...('post_url' in changes ? { post_url } : {}),
    ...('rating_value' in changes ? ratingOf(review) : {}),
  };
}

function ratingOf(review: Review): Pick<ReviewEdit, 'rating_value' | 'rating_scale'> {
  const { rating_value, rating_scale } = review;
  return SCALES.includes(rating_scale)
    ? { rating_value, rating_scale }
    : { rating_value: Number(starsOf(review)) || null };
}

function starsOf({ rating_value, rating_scale }: Pick<Review, 'rating_value' | 'rating_scale'>): string {
  return rating_value === null ? '0' : String(Math.round((rating_value / rating_scale) * 5));
}
