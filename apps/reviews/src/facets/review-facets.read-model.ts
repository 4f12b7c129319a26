import { Injectable } from '@nestjs/common';
import { REVIEW_STATUSES, type Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { WorkQueue } from '@plaudit/runtime';
import { ReviewsEnv } from '../reviews.env';
import type { CountsRequest } from './facets';
import { countsStatement, isCountedAhead } from './review-facets.sql';
import type { ReviewCountsResponse, ReviewFacetsResponse } from './review-facets.responses';

interface CountsRow {
  /** By the index of the status. */
  counts: Record<string, number>;
  facets: ReviewFacetsResponse;
}

/** A page of the dashboard asks twice at once, and a person clicks several filters in a second. */
const SCANS = {
  what: 'counts of reviews',
  maxRunning: 3,
  maxWaiting: 50,
  maxWaitingPerAccount: 10,
  isDivided: true,
};
const MAX_WAIT_MS = 5_000;

/** Counts reviews by status, and by the values of a filter menu. */
@Injectable()
export class ReviewFacetsReadModel {
  private readonly scans: WorkQueue;

  constructor(
    private readonly database: Database,
    env: ReviewsEnv,
  ) {
    this.scans = new WorkQueue({ ...SCANS, maxWaitMs: MAX_WAIT_MS * env.SERVICE_TIMEOUT_FACTOR });
  }

  /**
   * Counts from the counters if they have a column for each filter. Otherwise it reads every match, as the count of a list does.
   *
   * @throws ApiError 503 `overloaded` while too many others read every match.
   */
  async counts(tenant: Tenant, request: CountsRequest): Promise<ReviewCountsResponse> {
    const read = (): Promise<CountsRow> => this.read(tenant.sub_account_id, request);
    const isCheap = isCountedAhead(request);
    const { counts, facets } = await (isCheap ? read() : this.scans.runFor(tenant.account_id, read));
    const [inbox, approved, ignored] = [...REVIEW_STATUSES.keys()].map((status) => counts[status] ?? 0) as [
      number,
      number,
      number,
    ];
    const total = inbox + approved + ignored;
    return { inbox, approved, ignored, total, facets: request.facets.length > 0 ? facets : null };
  }

  private async read(subAccountId: number, request: CountsRequest): Promise<CountsRow> {
    const { sql, parameters } = countsStatement(subAccountId, request);
    const [row] = await this.database.queryWithin<CountsRow>('request', sql, parameters);
    return row as CountsRow;
  }
}
