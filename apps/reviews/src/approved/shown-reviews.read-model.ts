import { Injectable } from '@nestjs/common';
import type { ShownReviewsRequest, ShownReviewsResponse } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { currentTenant, WorkQueue } from '@plaudit/runtime';
import { APPROVED } from '../reviews/review';
import { ReviewsEnv } from '../reviews.env';
import { shownStatement } from './shown-reviews.sql';

const QUESTIONS = {
  what: 'questions about what widgets show',
  maxRunning: 3,
  maxWaiting: 20,
  maxWaitingPerAccount: 10,
  isDivided: true,
};
const MAX_WAIT_MS = 1_000;

interface SelectedRow {
  place: number;
  shown: boolean;
  id: number;
}

/** Answers which reviews widgets would show. */
@Injectable()
export class ShownReviewsReadModel {
  private readonly questions: WorkQueue;

  constructor(
    private readonly database: Database,
    env: ReviewsEnv,
  ) {
    this.questions = new WorkQueue({ ...QUESTIONS, maxWaitMs: MAX_WAIT_MS * env.SERVICE_TIMEOUT_FACTOR });
  }

  /**
   * Postgres cancels a question before the service that asks gives up, because it may read all approved reviews once for each selection.
   *
   * @throws ApiError 503 `overloaded` while too many others ask, and `upstream_unavailable` for a question that was cancelled.
   */
  async shown(subAccountId: number, request: ShownReviewsRequest): Promise<ShownReviewsResponse> {
    const reviews = await this.database.query<{ id: number; approved: boolean }>(
      `select id, status = ${APPROVED} as approved from reviews where sub_account_id = $1 and id = any ($2::bigint[])`,
      [subAccountId, request.review_ids],
    );
    const rows = await this.questions.runFor(currentTenant(), () => this.select(subAccountId, request));
    const idsOf = (place: number, shown: boolean): number[] =>
      rows.filter((row) => row.place === place && row.shown === shown).map(({ id }) => id);
    const selections = request.selections.map(({ limit }, place) => {
      const matching = idsOf(place, false);
      return { matching, shown: limit === null ? matching : idsOf(place, true) };
    });
    return { reviews, selections };
  }

  private async select(subAccountId: number, request: ShownReviewsRequest): Promise<SelectedRow[]> {
    if (request.selections.length === 0) return [];
    const { sql, parameters } = shownStatement(subAccountId, request);
    return this.database.query<SelectedRow>(sql, parameters);
  }
}
