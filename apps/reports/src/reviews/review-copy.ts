import { parseWireDate, type Review, starBucket, type Tenant } from '@plaudit/contracts';

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
function secondsToReply({ posted_on, posted_precision, reply }: ReviewState): number | null {
  const repliedOn = reply?.posted_on ?? null;
  if (repliedOn === null || posted_precision === 'unknown') return null;
  return Math.max(0, (parseWireDate(repliedOn).getTime() - parseWireDate(posted_on).getTime()) / 1_000);
}
