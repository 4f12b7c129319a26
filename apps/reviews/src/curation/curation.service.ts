import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { type BulkSummary, bulkSummary, MAX_BULK_ITEMS } from '@plaudit/runtime';
import type { ReviewFilter } from '../lists/review-filter';
import { unknownReview } from '../reviews/review-errors';
import type { ReviewUpdate } from '../reviews/review-rows';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { TagsRepository } from '../tags/tags.repository';
import type { BulkUpdate } from './bulk-update';
import { curated } from './curated';
import { CurationRepository, type CuratedReview, type WantedState } from './curation.repository';

/** Response of PUT /reviews/update_bulk. */
export interface BulkUpdateResult extends BulkSummary {
  updated: number;
  remaining: number;
}

/** One bulk update under way. */
type Run = BulkUpdate & { tx: Tx; tenant: Tenant };

interface Updated {
  /** One per review, or per id of the request. */
  outcomes: (ApiError | { id: number })[];
  updated: number;
}

/** Changes the status and the tags of many reviews. */
@Injectable()
export class CurationService {
  constructor(
    private readonly database: Database,
    private readonly reviews: CurationRepository,
    private readonly tags: TagsRepository,
    private readonly stored: StoredReviewsService,
  ) {}

  /**
   * Updates reviews in one transaction and returns for each of the others why not. A review that has the wanted state already
   * stays as it is and has no event.
   */
  async updateMany(tenant: Tenant, bulk: BulkUpdate): Promise<BulkUpdateResult> {
    const { outcomes, updated, remaining } = await this.database.transaction((tx) => {
      const run = { ...bulk, tx, tenant };
      return bulk.ids ? this.updateIds(run, bulk.ids) : this.updateMatching(run, bulk.filter);
    });
    return { ...bulkSummary(outcomes, bulk.validateOnly), updated, remaining };
  }

  private async updateIds(
    run: Run,
    ids: readonly (number | ApiError)[],
  ): Promise<Updated & { remaining: number }> {
    const wanted = ids.filter((id) => typeof id === 'number');
    const found = await this.reviews.lock(run.tx, run.tenant.sub_account_id, wanted);
    const done = await this.update(run, found);
    const byId = new Map(found.map(({ id }, place) => [id, done.outcomes[place]]));
    const outcomes = ids.map((id, index) =>
      id instanceof ApiError ? id : (byId.get(id) ?? unknownItem(index, id)),
    );
    return { ...done, outcomes, remaining: 0 };
  }

  private async updateMatching(run: Run, filter: ReviewFilter): Promise<Updated & { remaining: number }> {
    const { tx, tenant, status } = run;
    const state = async (): Promise<WantedState> => {
      const [add, remove] = await this.tagIds(run);
      return { status, add: add.length < run.add.length ? null : add, remove };
    };
    const found = await this.reviews.lockMatching(tx, tenant.sub_account_id, filter, {
      wanted: await state(),
      limit: MAX_BULK_ITEMS,
    });
    const done = await this.update(run, found);
    const remaining = await this.reviews.countMatching(tx, tenant.sub_account_id, filter, await state());
    return { ...done, remaining };
  }

  /** Missing tags are created after the reviews are locked, as in every other update, so that two updates cannot deadlock. */
  private async update(run: Run, found: readonly CuratedReview[]): Promise<Updated> {
    const { tx, tenant, status, validateOnly } = run;
    if (!validateOnly && found.length > 0) await this.tags.idsFor(tx, tenant, run.add);
    const [add, remove] = await this.tagIds(run);
    const missing = new Set(run.add).size - add.length;
    const outcomes = found.map((review) => curated(review, { status, add, remove, missing }));
    const valid = outcomes.filter((one): one is ReviewUpdate<CuratedReview> => !(one instanceof ApiError));
    const changing = valid.filter(({ change }) => Object.keys(change).length > 0);
    if (!validateOnly) await this.stored.update(tx, changing);
    return {
      outcomes: outcomes.map((one) => (one instanceof ApiError ? one : { id: one.stored.id })),
      updated: validateOnly ? 0 : changing.length,
    };
  }

  /** Returns the ids of the tags to add and to remove, as far as they exist. */
  private async tagIds({ tx, tenant, add, remove }: Run): Promise<[add: number[], remove: number[]]> {
    const known = await this.tags.known(tx, tenant, [...add, ...remove]);
    const ids = (names: readonly string[]): number[] => [
      ...new Set(names.flatMap((name) => known.get(name) ?? [])),
    ];
    return [ids(add), ids(remove)];
  }
}

function unknownItem(index: number, id: number): ApiError {
  const { code, message } = unknownReview(id);
  return new ApiError(code, message, { field: `ids[${index}]` });
}
