import { type ApprovedReview, isDated, normalisedRating } from '@plaudit/contracts';
import { webUrl } from '@plaudit/runtime';
import type { ImageUse } from '../images/image-size';
import type { CardSettings } from '../settings/settings';
import { authorName, isBlank } from './author-name';
import type { MarkOf } from './platform-marks';
import type { PublicMedia, PublicReview } from './public-widget';
import { rounded } from './rating-summary';

export interface PublishingRules {
  card: CardSettings;
  /** The maximum length of the text in UTF-16 units. */
  maxText: number;
  /** The maximum number of images and videos per review. */
  maxMedia: number;
  /** Returns the public id of a review. */
  publicId: (reviewId: number) => string;
  /** Returns the URL of our copy of an image. */
  imageUrl: (url: string, use: ImageUse) => string | null;
  markOf: MarkOf;
}

/** Returns the fields of a review that the card shows, and no others. */
export function publicReview(review: ApprovedReview, rules: PublishingRules): PublicReview {
  const { card } = rules;
  const { text, cut } = cutText(isBlank(review.text) ? '' : review.text, rules.maxText);
  const name = card.show_name ? authorName(review.from_name, card.name_format) : null;
  return {
    id: rules.publicId(review.id),
    platform: card.show_platform ? review.platform : null,
    label: card.show_platform ? review.label : null,
    mark: card.show_platform ? rules.markOf(review) : null,
    rating: card.show_rating ? rounded(normalisedRating(review.rating_value, review.rating_scale)) : null,
    text,
    cut,
    language: review.text_language ?? review.language,
    translated: review.text_original !== undefined && review.text_language !== undefined,
    author: { name, image: authorImage(review, rules, name) },
    ...(card.show_date ? dateOf(review) : { date: null }),
    url: card.link_to_source ? webUrl(review.post_url) : null,
    verified: card.show_verified && review.verified,
    reply: card.show_reply ? replyOf(review) : null,
    media: card.show_media
      ? review.media.slice(0, rules.maxMedia).flatMap((medium) => publicMedia(medium, rules))
      : [],
  };
}

function dateOf(review: ApprovedReview): Pick<PublicReview, 'date' | 'date_precision'> {
  if (!isDated(review)) return { date: null };
  const date = review.posted_on.slice(0, 10);
  return review.posted_precision === 'month' ? { date, date_precision: 'month' } : { date };
}

interface CutText {
  text: string;
  cut: boolean;
}

/**
 * Shortens the text to `max` UTF-16 units and an ellipsis. It cuts between words if a word ends in the last fifth of the
 * limit, else between characters.
 */
export function cutText(text: string, max: number): CutText {
  if (text.length <= max) return { text, cut: false };
  const head = text.slice(0, max);
  const space = head.search(/\s\S*$/);
  const whole = space >= max * 0.8 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return { text: `${whole.trimEnd()}…`, cut: true };
}

function authorImage(review: ApprovedReview, rules: PublishingRules, name: string | null): string | null {
  const { card, imageUrl } = rules;
  // A photo would identify an author whose name the settings hide or shorten to initials.
  const anonymous = name === null || card.name_format === 'initials';
  const url = webUrl(review.from_image);
  return card.show_avatar && !anonymous && url !== null ? imageUrl(url, 'face') : null;
}

function replyOf({ reply }: ApprovedReview): PublicReview['reply'] {
  return reply ? { text: reply.text, date: reply.posted_on?.slice(0, 10) ?? null } : null;
}

function publicMedia(medium: ApprovedReview['media'][number], { imageUrl }: PublishingRules): PublicMedia[] {
  const url = webUrl(medium.url);
  if (!url) return [];
  if (medium.type !== 'image') return [{ type: medium.type, url, src: webUrl(medium.src), thumb: null }];
  const large = imageUrl(url, 'photo');
  return large ? [{ type: 'image', url: large, src: large, thumb: imageUrl(url, 'thumb') }] : [];
}
