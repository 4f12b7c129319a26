import { STARS } from './star-counts';

/** The columns of `review_days` that count reviews by star. */
export const STAR_COLUMNS: readonly string[] = STARS.map((star) => `star_${star}`);

/** Returns SQL for the sums of the {@link STAR_COLUMNS} as JSON by star. */
export function starSums(): string {
  return `json_build_object(${STARS.map((star) => `'${star}', coalesce(sum(star_${star}), 0)`).join(', ')})`;
}
