import { parseWireDate, type Review, starBucket, type Tenant } from '@plaudit/contracts';
import { isReadableText } from '../generation/source-review';

/** The fields of a review's event that this service reads. */
export const REVIEW_FIELDS_READ = [
  'id',
  'channel_id',
  'rating_value',
  'rating_scale',
  'text',
  'language',
  'posted_on',
] as const satisfies readonly (keyof Review)[];

export type ReviewState = Pick<Review, (typeof REVIEW_FIELDS_READ)[number]>;

/** What this service keeps of a review. */
export interface ReviewCopy extends Tenant {
  id: number;
  /** 0 for a review without a channel. */
  channel_id: number;
  rating_value: number | null;
  rating_scale: number;
  star: number | null;
  text: string;
  readable: boolean;
  language: string | null;
  /** ISO 8601. */
  posted_on: string;
  version: number;
  deleted: boolean;
}

/** Returns what this service keeps of a review in this state. Of the text of a deleted review it keeps nothing. */
export function reviewCopy(
  { id, channel_id, rating_value, rating_scale, text, language, posted_on }: ReviewState,
  { account_id, sub_account_id, version, deleted }: Tenant & { version: number; deleted: boolean },
): ReviewCopy {
  return {
    id,
    account_id,
    sub_account_id,
    channel_id: channel_id ?? 0,
    rating_value,
    rating_scale,
    star: starBucket(rating_value, rating_scale),
    text: deleted ? '' : text,
    readable: !deleted && isReadableText(text),
    language: deleted ? null : language,
    posted_on: parseWireDate(posted_on).toISOString(),
    version,
    deleted,
  };
}
