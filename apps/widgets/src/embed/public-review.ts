import { type ApprovedReview, normalisedRating } from '@plaudit/contracts';
import type { ImageWidth } from '../images/image-width';
import type { CardSettings } from '../widgets/settings';
import { authorName } from './author-name';
import { cutText } from './cut-text';
import type { PublicMedia, PublicReview } from './public-widget';
import { rounded } from './rating-summary';

export interface PublishingRules {
  card: CardSettings;
  /** Longest text in UTF-16 units. */
  maxText: number;
  /** Most media of one review. */
  maxMedia: number;
  /** The public name of a review. */
  nameOf: (reviewId: number) => string;
  /** Address of our copy of a picture. */
  imageOf: (url: string, width: ImageWidth) => string | null;
}

/** The public face of a review: what the card shows and nothing besides, however much the review holds. */
export function publicReview(review: ApprovedReview, rules: PublishingRules): PublicReview {
  const { card } = rules;
  const { text, cut } = cutText(review.text, rules.maxText);
  const name = card.show_name ? authorName(review.from_name, card.name_format) : null;
  return {
    id: rules.nameOf(review.id),
    platform: card.show_platform ? review.platform : null,
    label: card.show_platform ? review.label : null,
    rating: card.show_rating ? rounded(normalisedRating(review.rating_value, review.rating_scale)) : null,
    text,
    cut,
    language: review.text_language ?? review.language,
    translated: review.text_original !== undefined && review.text_language !== undefined,
    author: { name, image: authorImage(review, rules, name) },
    date: card.show_date ? review.posted_on.slice(0, 10) : null,
    url: card.link_to_source ? webAddress(review.post_url) : null,
    verified: card.show_verified && review.verified,
    reply: card.show_reply ? replyOf(review) : null,
    media: card.show_media
      ? review.media.slice(0, rules.maxMedia).flatMap((medium) => publicMedia(medium, rules))
      : [],
  };
}

function authorImage(review: ApprovedReview, rules: PublishingRules, name: string | null): string | null {
  const { card, imageOf } = rules;
  // A face gives away the name that the owner chose to shorten.
  const anonymous = name === null || card.name_format === 'initials';
  if (!card.show_avatar || anonymous || !webAddress(review.from_image)) return null;
  return imageOf(review.from_image as string, 80);
}

function replyOf({ reply }: ApprovedReview): PublicReview['reply'] {
  return reply ? { text: reply.text, date: reply.posted_on?.slice(0, 10) ?? null } : null;
}

function publicMedia(medium: ApprovedReview['media'][number], { imageOf }: PublishingRules): PublicMedia[] {
  const url = webAddress(medium.url);
  if (!url) return [];
  if (medium.type !== 'image')
    return [{ type: medium.type, url, src: webAddress(medium.src) ?? url, thumb: null }];
  const large = imageOf(url, 600);
  return large ? [{ type: 'image', url: large, src: large, thumb: imageOf(url, 140) }] : [];
}

/** The address when it is http or https; scripts never become links. */
export function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}
