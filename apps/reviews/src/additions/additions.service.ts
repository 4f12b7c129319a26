import { Injectable } from '@nestjs/common';
import { ApiError, type Review, type Tenant } from '@plaudit/contracts';
import { type Creation, Database, type Tx } from '@plaudit/database';
import { type BulkResult, bulkResult } from '@plaudit/runtime';
import type { NewReview, StoredReview } from '../reviews/review-rows';
import { toReview } from '../reviews/reviews.dto';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import type { Addition } from './addition';
import { AdditionCandidatesService } from './addition-candidates.service';
import type { ReadBulk } from './bulk-items';

/** Adds reviews for clients of the API. */
@Injectable()
export class AdditionsService {
  constructor(
    private readonly database: Database,
    private readonly candidates: AdditionCandidatesService,
    private readonly stored: StoredReviewsService,
  ) {}

  /** Adds one review. Throws 400 if it is a duplicate or names an unknown source. */
  async addOne<Body>(tenant: Tenant, addition: Addition, creation: Creation<Review, Body>): Promise<Body> {
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const [added] = await this.store(tx, tenant, [addition]);
        if (added instanceof ApiError) throw added;
        return toReview((added as StoredReview).payload);
      }),
    );
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
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        const verdicts = validateOnly
          ? await this.candidates.check(tx, tenant, readable)
          : await this.store(tx, tenant, readable);
        const rest = verdicts.values();
        const all = items.map((item) => (item instanceof ApiError ? item : rest.next().value));
        return bulkResult(all, validateOnly);
      }),
    );
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
