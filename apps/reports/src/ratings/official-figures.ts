import { parseWireDate, type RatingSnapshotPayload, type Tenant } from '@plaudit/contracts';

/** The fields of a rating event that reports read. */
export const RATING_FIELDS_READ = [
  'profile_id',
  'score',
  'rating_scale',
  'reviews',
  'checked_on',
] as const satisfies readonly (keyof RatingSnapshotPayload)[];

export type RatingState = Pick<RatingSnapshotPayload, (typeof RATING_FIELDS_READ)[number]>;

/** The official figures of a channel, as one crawl read them. */
export interface OfficialFigures extends Tenant, Pick<RatingState, 'score' | 'rating_scale' | 'reviews'> {
  channel_id: number;
  /** ISO 8601. */
  checked_on: string;
}

/**
 * Returns the score and its scale, or no score if the scale is below 1. Reports divide by scales, and a website may have stated one
 * that was rounded to 0.
 */
export function divisibleScore({
  score,
  rating_scale,
}: Pick<RatingState, 'score' | 'rating_scale'>): Pick<RatingState, 'score' | 'rating_scale'> {
  return rating_scale >= 1 ? { score, rating_scale } : { score: null, rating_scale: 5 };
}

/** Returns the figures that an event or a record of the rating history carries. */
export function officialFigures(
  { profile_id, score, rating_scale, reviews, checked_on }: RatingState,
  { account_id, sub_account_id }: Tenant,
): OfficialFigures {
  return {
    channel_id: profile_id,
    account_id,
    sub_account_id,
    ...divisibleScore({ score, rating_scale }),
    reviews,
    checked_on: parseWireDate(checked_on).toISOString(),
  };
}
