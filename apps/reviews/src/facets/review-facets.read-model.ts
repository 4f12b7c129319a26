import { Injectable } from '@nestjs/common';
import { REVIEW_STATUSES } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { CountsRequest } from './facets';
import { countsStatement } from './review-facets.sql';
import type { ReviewCountsResponse, ReviewFacetsResponse } from './review-facets.responses';

interface CountsRow {
  /** By the index of the status. */
  counts: Record<string, number>;
  facets: ReviewFacetsResponse;
}

/** Counts reviews by status, and by the values of a filter menu. */
@Injectable()
export class ReviewFacetsReadModel {
  constructor(private readonly database: Database) {}

  /** Counts from the counters if they have a column for each filter. Otherwise it reads every match, as the count of a list does. */
  async counts(subAccountId: number, request: CountsRequest): Promise<ReviewCountsResponse> {
    const { sql, parameters } = countsStatement(subAccountId, request);
    const rows = await this.database.queryWithin<CountsRow>('request', sql, parameters);
    const { counts, facets } = rows[0] as CountsRow;
    const [inbox, approved, ignored] = [...REVIEW_STATUSES.keys()].map((status) => counts[status] ?? 0) as [
      number,
      number,
      number,
    ];
    const total = inbox + approved + ignored;
    return { inbox, approved, ignored, total, facets: request.facets.length > 0 ? facets : null };
  }
}
