import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import {
  Database,
  IdempotencyKeys,
  type IdempotencyScope,
  type Outcome,
  type ReplayableOutcome,
} from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { StoredReview } from '../reviews/review-rows';
import { type Review, type ReviewCreateInput, toReview } from '../reviews/reviews.dto';
import type { Tenant } from '../tags/tags.repository';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import { type Addition, readAddition } from './addition';
import { AdditionsService } from './additions.service';
import { readBulk, readItems } from './bulk-items';
import { type BulkResult, bulkResult } from './bulk-result';

/** Body that POST /reviews/add answers. */
export interface AddedReview {
  success: true;
  id: number;
  review: Review;
}

/** Where adding begins and ends: the body is read before the transaction, and widgets hear of it after the commit. */
@Injectable()
export class Adding {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly additions: AdditionsService,
    private readonly widgets: WidgetRevisionClient,
    private readonly clock: Clock,
  ) {}

  /** 400 when it is a duplicate or names an unknown source. */
  async one(
    principal: Principal,
    scope: IdempotencyScope | null,
    input: ReviewCreateInput,
  ): Promise<ReplayableOutcome<AddedReview>> {
    const addition = readAddition(input, this.clock.now());
    return this.add(principal, scope, [addition], ([added]) => {
      if (added instanceof ApiError) throw added;
      const { id, payload } = added as StoredReview;
      return { success: true, id, review: toReview(payload) };
    });
  }

  /** Adds those that may be added and says of the others why not; 400 only when the list itself is not valid. */
  async many(
    principal: Principal,
    scope: IdempotencyScope | null,
    body: object,
  ): Promise<ReplayableOutcome<BulkResult>> {
    const { items, validateOnly } = readBulk(body);
    const read = await readItems(items, this.clock.now());
    const readable = read.filter((item): item is Addition => !(item instanceof ApiError));
    const resultOf = (verdicts: readonly (StoredReview | ApiError | null)[]): BulkResult => {
      const rest = verdicts.values();
      const all = read.map((item) => (item instanceof ApiError ? item : rest.next().value));
      return bulkResult(all, validateOnly);
    };
    if (!validateOnly) return this.add(principal, scope, readable, resultOf);
    // Changes nothing, so that there is nothing to do once only; a key is left to the request that it is meant for.
    const verdicts = await this.database.transaction((tx) =>
      this.additions.check(tx, tenantOf(principal), readable),
    );
    return { status: 200, body: resultOf(verdicts), replayed: false };
  }

  private async add<Body>(
    principal: Principal,
    scope: IdempotencyScope | null,
    additions: readonly Addition[],
    bodyOf: (added: readonly (StoredReview | ApiError)[]) => Body,
  ): Promise<ReplayableOutcome<Body>> {
    let shown = false;
    const outcome = await this.database.transaction((tx) =>
      this.idempotency.run(tx, scope, async (): Promise<Outcome<Body>> => {
        const added = await this.additions.add(tx, tenantOf(principal), additions);
        shown = added.some((one) => !(one instanceof ApiError) && one.payload.status === 'approved');
        return { status: 200, body: bodyOf(added) };
      }),
    );
    // The first request may have committed and not told widgets yet, or may have died in between.
    if (shown || outcome.replayed) await this.widgets.bump(principal.account_id, principal.sub_account_id);
    return outcome;
  }
}

function tenantOf(principal: Principal): Tenant {
  return { accountId: principal.account_id, subAccountId: principal.sub_account_id };
}
