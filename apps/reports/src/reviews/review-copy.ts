import { isDated, parseWireDate, postedDay, type Review, starBucket, type Tenant } from '@plaudit/contracts';

/** The fields of a review's event that reports read. */
export const REVIEW_FIELDS_READ = [
  'id',
  'channel_id',
  'type',
  'label',
  'rating_value',
  'rating_scale',
  'posted_on',
  'posted_precision',
  'tags',
  'reply',
] as const satisfies readonly (keyof Review)[];

export type ReviewState = Pick<Review, (typeof REVIEW_FIELDS_READ)[number]>;

/** The day on which reviews of an unknown date count. No period has it. */
export const NO_DAY = '-infinity';

/** What reports keep of a review. */
export interface ReviewCopy extends Tenant {
  id: number;
  /** 0 for a review without a channel. */
  channel_id: number;
  type: string;
  label: string;
  rating_value: number | null;
  rating_scale: number;
  star: number | null;
  /** ISO 8601. */
  posted_on: string;
  /** The day of a date without a time, and {@link NO_DAY} of an unknown date. Null for a date with a time. */
  posted_day: string | null;
  tag_ids: number[];
  replied: boolean;
  reply_seconds: number | null;
  version: number;
  deleted: boolean;
}

/** Returns what reports keep of a review in this state. */
export function reviewCopy(
  review: ReviewState,
  { account_id, sub_account_id, version, deleted }: Tenant & { version: number; deleted: boolean },
): ReviewCopy {
  const { id, channel_id, type, label, rating_value, rating_scale, posted_on, tags, reply } = review;
  return {
    id,
    account_id,
    sub_account_id,
    channel_id: channel_id ?? 0,
    type,
    label,
    rating_value,
    rating_scale,
    star: starBucket(rating_value, rating_scale),
    posted_on: parseWireDate(posted_on).toISOString(),
    posted_day: isDated(review) ? postedDay(review) : NO_DAY,
    tag_ids: [...new Set(tags.map((tag) => tag.id))],
    replied: reply !== null,
    reply_seconds: secondsToReply(review),
    version,
    deleted,
  };
}

/**
 * Returns null if one of the two dates is not known. A platform may date a reply before the review, for example if only the review was
 * edited later. That counts as at once.
 */
function secondsToReply(review: ReviewState): number | null {
  const repliedOn = review.reply?.posted_on ?? null;
  if (repliedOn === null || !isDated(review)) return null;
  return Math.max(
    0,
    (parseWireDate(repliedOn).getTime() - parseWireDate(review.posted_on).getTime()) / 1_000,
  );
}
