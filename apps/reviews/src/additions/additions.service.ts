import { Injectable } from '@nestjs/common';
import { ApiError, type Review, type Tenant } from '@plaudit/contracts';
import { type Creation, Database, type Tx } from '@plaudit/database';
import { type BulkResult, bulkResult } from '@plaudit/runtime';
import type { NewReview, StoredReview } from '../reviews/review-rows';
import { toReview } from '../reviews/reviews.dto';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import type { Addition } from './addition';
import { AdditionCandidatesService } from './addition-candidates.service';
import type { ReadBulk } from './bulk-items';

/** Adds reviews for clients of the API. Widgets get their notice after the commit and before the client has its response. */
@Injectable()
export class AdditionsService {
  constructor(
    private readonly database: Database,
    private readonly candidates: AdditionCandidatesService,
    private readonly stored: StoredReviewsService,
    private readonly widgets: WidgetRevisionClient,
  ) {}

  /** Adds one review. Throws 400 if it is a duplicate or names an unknown source. */
  async addOne<Body>(tenant: Tenant, addition: Addition, creation: Creation<Review, Body>): Promise<Body> {
    return this.notifying(tenant, creation, async (tx) => {
      const [added] = await this.store(tx, tenant, [addition]);
      if (added instanceof ApiError) throw added;
      const { payload } = added as StoredReview;
      return { made: toReview(payload), shown: payload.status === 'approved' };
    });
  }

  /**
   * Adds the reviews that may be added, and returns for each of the others why not. With `validateOnly` nothing is stored.
   */
  async addMany<Body>(
    tenant: Tenant,
    { items, validateOnly }: ReadBulk,
    creation: Creation<BulkResult, Body>,
  ): Promise<Body> {
    const readable = items.filter((item): item is Addition => !(item instanceof ApiError));
    return this.notifying(tenant, creation, async (tx) => {
      const verdicts = validateOnly
        ? await this.candidates.check(tx, tenant, readable)
        : await this.store(tx, tenant, readable);
      const rest = verdicts.values();
      const all = items.map((item) => (item instanceof ApiError ? item : rest.next().value));
      const shown = !validateOnly && verdicts.some(isApproved);
      return { made: bulkResult(all, validateOnly), shown };
    });
  }

  /** Notifies widgets after the commit if `make` says that they may show what it made. */
  private async notifying<Made, Body>(
    tenant: Tenant,
    creation: Creation<Made, Body>,
    make: (tx: Tx) => Promise<{ made: Made; shown: boolean }>,
  ): Promise<Body> {
    let shown = false;
    const body = await this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const result = await make(tx);
        shown = result.shown;
        return result.made;
      }),
    );
    if (shown) await this.widgets.contentChanged(tenant);
    return body;
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

function isApproved(verdict: StoredReview | ApiError | null): boolean {
  return verdict !== null && !(verdict instanceof ApiError) && verdict.payload.status === 'approved';
}
