import { Injectable } from '@nestjs/common';
import type { Principal, Tenant } from '@plaudit/contracts';
import { Database, IdempotencyKeys, type Tx } from '@plaudit/database';
import { inviteName } from '../direct/direct-review';
import { differing } from '../reviews/review-changes';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { anonymised } from './anonymous';
import type { Person } from './person';
import { SuppressionsRepository } from './suppressions.repository';

/** Reviews per transaction: a person may have thousands, and each transaction must stay short. */
const BATCH = 100;

/** The operation whose kept responses show a review. */
const ADDITION_PATH = '/public/v1/reviews/add';

/** Anonymises the reviews of a person. */
@Injectable()
export class ReviewErasureService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionsRepository,
    private readonly stored: StoredReviewsService,
    private readonly idempotency: IdempotencyKeys,
  ) {}

  /**
   * Anonymises the reviews in the caller's sub account, or in all of the account for a caller of its main one.
   * Returns how many reviews of each sub account were anonymised, without those that had none.
   */
  async erase(principal: Principal, person: Person): Promise<Map<number, number>> {
    const erased = new Map<number, number>();
    for (const sub_account_id of await this.suppress(principal, person)) {
      const reviews = await this.eraseIn({ ...principal, sub_account_id }, person);
      if (reviews > 0) erased.set(sub_account_id, reviews);
    }
    return erased;
  }

  /**
   * Lets new reviews of the person be stored anonymously, and returns the sub accounts that may have older ones. All of those
   * are committed.
   */
  private async suppress(
    { account_id, sub_account_id, main }: Principal,
    { mailbox, invites }: Person,
  ): Promise<readonly number[]> {
    // A review that was written before the erasure may arrive after it, and that of a phone number has no address.
    const names = [...(mailbox === null ? [] : [mailbox]), ...invites.map(inviteName)];
    return this.database.transaction(async (tx) => {
      if (main) return this.suppressions.addToAccount(tx, account_id, names);
      await this.suppressions.add(tx, { account_id, sub_account_id }, names);
      return [sub_account_id];
    });
  }

  private async eraseIn(tenant: Tenant, person: Person): Promise<number> {
    let erased = 0;
    for (;;) {
      const batch = await this.database.transaction((tx) => this.eraseBatch(tx, tenant, person));
      if (batch === 0) return erased;
      erased += batch;
    }
  }

  /** Anonymises some of the person's reviews and returns how many; 0 when no review is left. */
  private async eraseBatch(tx: Tx, tenant: Tenant, person: Person): Promise<number> {
    const rows = await this.suppressions.lockReviews(tx, tenant.sub_account_id, person, BATCH);
    const reviews = await this.stored.update(
      tx,
      rows.map((stored) => ({ stored, change: differing(stored, anonymised(stored)) })),
      { history: 'delete' },
    );
    // The kept response to adding a review shows its author to every repeat of the request.
    await this.idempotency.forget(
      tx,
      { subAccountId: tenant.sub_account_id, path: ADDITION_PATH },
      reviews.map(({ id }) => id),
    );
    return reviews.length;
  }
}
