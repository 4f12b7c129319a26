import { addDays } from '../questions/local-date';
import { periodBefore } from '../questions/period';
import type { ReportTable } from '../questions/report-format';
import type { Period, ReportScope } from '../questions/report-scope';
import type { RatingDistributionResponse } from './rating-distribution.responses';
import { ratedReviews, type StarCounts, starGrowth, STARS } from './star-counts';

/** How far back a comparison without a period looks. */
const COMPARED_DAYS = 30;

/** Returns the period that the report is compared with. */
export function comparedPeriod(
  period: Period | null,
  { today }: Pick<ReportScope, 'today'>,
): Partial<Period> {
  return period ? periodBefore(period) : { to: addDays(today, -COMPARED_DAYS) };
}

/** Returns the report on these counts, compared with those of another period if they are given. */
export function ratingDistribution(
  distribution: StarCounts,
  before?: StarCounts,
): RatingDistributionResponse {
  const report = { total: ratedReviews(distribution), distribution };
  if (!before) return report;
  const previous = { total: ratedReviews(before), distribution: before };
  const change = { total: report.total - previous.total, distribution: starGrowth(distribution, before) };
  return { ...report, previous, change };
}

/** Returns one row per star, with a column for the previous counts if there are any. */
export function ratingDistributionTable({ distribution, previous }: RatingDistributionResponse): ReportTable {
  return {
    columns: ['stars', 'reviews', ...(previous ? ['previous_reviews'] : [])],
    rows: STARS.map((star) => [
      Number(star),
      distribution[star],
      ...(previous ? [previous.distribution[star]] : []),
    ]),
  };
}
