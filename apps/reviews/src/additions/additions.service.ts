import { Injectable } from '@nestjs/common';
import { ApiError, type Review, type Tenant } from '@plaudit/contracts';
import {
  Database,
  IdempotencyKeys,
  type IdempotencyScope,
  type Outcome,
  type ReplayableOutcome,
  type Tx,
} from '@plaudit/database';
import type { NewReview, StoredReview } from '../reviews/review-rows';
import { toReview } from '../reviews/reviews.dto';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import type { Addition } from './addition';
import { AdditionCandidatesService } from './addition-candidates.service';
import type { ReadBulk } from './bulk-items';
import { type BulkResult, bulkResult } from './bulk-result';

/** Response of POST /reviews/add. */
export interface AddedReview {
  success: true;
  id: number;
  review: Review;
}

/** Adds reviews for clients of the API. Widgets get their notice after the commit and before the client has its response. */
@Injectable()
export class AdditionsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly candidates: AdditionCandidatesService,
    private readonly stored: StoredReviewsService,
    private readonly widgets: WidgetRevisionClient,
  ) {}

  /** Adds one review. Throws 400 if it is a duplicate or names an unknown source. */
  async addOne(
    tenant: Tenant,
    scope: IdempotencyScope | null,
    addition: Addition,
  ): Promise<ReplayableOutcome<AddedReview>> {
    return this.add(tenant, scope, [addition], ([added]) => {
      if (added instanceof ApiError) throw added;
      const { id, payload } = added as StoredReview;
      return { success: true, id, review: toReview(payload) };
    });
  }

  /**
   * Adds the reviews that may be added, and returns for each of the others why not. With `validateOnly` nothing is stored
   * and the idempotency key is not used, so that it is left to the request that stores.
   */
  async addMany(
    tenant: Tenant,
    scope: IdempotencyScope | null,
    { items, validateOnly }: ReadBulk,
  ): Promise<ReplayableOutcome<BulkResult>> {
    const readable = items.filter((item): item is Addition => !(item instanceof ApiError));
    const resultOf = (verdicts: readonly (StoredReview | ApiError | null)[]): BulkResult => {
      const rest = verdicts.values();
      const all = items.map((item) => (item instanceof ApiError ? item : rest.next().value));
      return bulkResult(all, validateOnly);
    };
    if (!validateOnly) return this.add(tenant, scope, readable, resultOf);
    const verdicts = await this.database.transaction((tx) => this.candidates.check(tx, tenant, readable));
    return { status: 200, body: resultOf(verdicts), replayed: false };
  }

  private async add<Body>(
    tenant: Tenant,
    scope: IdempotencyScope | null,
    additions: readonly Addition[],
    bodyOf: (added: readonly (StoredReview | ApiError)[]) => Body,
  ): Promise<ReplayableOutcome<Body>> {
    let shown = false;
    const outcome = await this.database.transaction((tx) =>
      this.idempotency.run(tx, scope, async (): Promise<Outcome<Body>> => {
        const added = await this.store(tx, tenant, additions);
        shown = added.some((one) => !(one instanceof ApiError) && one.payload.status === 'approved');
        return { status: 200, body: bodyOf(added) };
      }),
    );
    // The first request may have committed and then failed before it notified widgets.
    if (shown || outcome.replayed) await this.widgets.contentChanged(tenant);
    return outcome;
  }

  /** Returns for each addition, in order, the stored review or the error. */
  private async store(
    tx: Tx,
    tenant: Tenant,
    additions: readonly Addition[],
  ): Promise<(StoredReview | ApiError)[]> {
    const rows = await this.candidates.rows(tx, tenant, additions);
    const accepted = rows.filter((row): row is NewReview => !(row instanceof ApiError));
    const stored = (await this.stored.insert(tx, accepted)).values();
    return rows.map((row) => (row instanceof ApiError ? row : (stored.next().value as StoredReview)));
  }
}
