import { Injectable } from '@nestjs/common';
import { queryRows, SqlParameters, type Tx } from '@plaudit/database';
import type { Period, ReportScope } from '../questions/report-scope';
import { inScope } from '../questions/scope.sql';
import { NO_DAY } from '../reviews/review-copy';
import type { StarCounts } from './star-counts';
import { starSums } from './star-counts.sql';

@Injectable()
export class RatingDistributionReadModel {
  /**
   * Returns the number of reviews by star that were posted in the period. It has no end on a side without a date.
   * Reviews of an unknown date are in no period.
   */
  async stars(tx: Tx, scope: ReportScope, { from, to }: Partial<Period>): Promise<StarCounts> {
    const parameters = new SqlParameters();
    const conditions = [
      inScope(scope, 'review_days', 'review_days', parameters),
      ...(from || to ? [`day > ${parameters.add(NO_DAY, 'date')}`] : []),
      ...(from ? [`day >= ${parameters.add(from, 'date')}`] : []),
      ...(to ? [`day <= ${parameters.add(to, 'date')}`] : []),
    ];
    const [row] = await queryRows<{ stars: StarCounts }>(
      tx,
      `select ${starSums()} as stars from review_days where ${conditions.join(' and ')}`,
      parameters.values,
    );
    return row!.stars;
  }
}
