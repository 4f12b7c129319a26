import { Injectable } from '@nestjs/common';
import { ApiError, type Principal, type Tenant } from '@plaudit/contracts';
import { Database, IdempotencyKeys, type Tx } from '@plaudit/database';
import { differing } from '../reviews/review-changes';
import type { StoredReview } from '../reviews/review-rows';
import { StoredReviewsService } from '../reviews/stored-reviews.service';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import { anonymised } from './anonymous';
import { mailbox } from './person';
import type { EraseInput } from './privacy.dto';
import { SuppressionsRepository } from './suppressions.repository';

/** Reviews per transaction: a person may have thousands, and each transaction must stay short. */
const BATCH = 100;

/** The operation whose kept responses show a review. */
const ADDITION_PATH = '/public/v1/reviews/add';

/** How many reviews of a sub account were anonymised. */
export interface ErasedSubAccount {
  sub_account_id: number;
  reviews: number;
}

/** Erases what is stored about a person. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionsRepository,
    private readonly stored: StoredReviewsService,
    private readonly idempotency: IdempotencyKeys,
    private readonly widgets: WidgetRevisionClient,
  ) {}

  /**
   * Anonymises the reviews of the person with this address, and notifies widgets. A key of the main sub account does so in all
   * sub accounts, any other key in its own. Returns how many reviews of each sub account were anonymised. A repeat after a
   * failure continues where the first request stopped. Throws 403 unless the key has the role admin.
   */
  async erase(principal: Principal, input: EraseInput): Promise<ErasedSubAccount[]> {
    if (principal.role !== 'admin') throw adminsOnly();
    const person = mailbox(addressIn(input));
    const erased: ErasedSubAccount[] = [];
    for (const sub_account_id of await this.suppress(principal, person)) {
      const reviews = await this.eraseIn({ ...principal, sub_account_id }, person);
      if (reviews > 0) erased.push({ sub_account_id, reviews });
    }
    return erased;
  }

  /**
   * Lets new reviews of the person be stored anonymously, and returns the sub accounts that may have older ones. All of those
   * are committed.
   */
  private async suppress(
    { account_id, sub_account_id, main }: Principal,
    person: string,
  ): Promise<readonly number[]> {
    return this.database.transaction(async (tx) => {
      if (main) return this.suppressions.addToAccount(tx, account_id, person);
      await this.suppressions.add(tx, { account_id, sub_account_id }, person);
      return [sub_account_id];
    });
  }

  private async eraseIn(tenant: Tenant, person: string): Promise<number> {
    let erased = 0;
    let shown = false;
    for (;;) {
      const batch = await this.database.transaction((tx) => this.eraseBatch(tx, tenant, person));
      if (batch.length === 0) break;
      erased += batch.length;
      shown ||= batch.some(({ payload }) => payload.status === 'approved');
    }
    if (shown) await this.widgets.contentChanged(tenant);
    return erased;
  }

  /** Anonymises some of the person's reviews and returns them; empty when no review is left. */
  private async eraseBatch(tx: Tx, tenant: Tenant, person: string): Promise<StoredReview[]> {
    const rows = await this.suppressions.lockReviews(tx, tenant.sub_account_id, person, BATCH);
    const reviews = await this.stored.update(
      tx,
      rows.map((stored) => ({ stored, change: differing(stored, anonymised(stored)) })),
    );
    // The kept response to adding a review shows its author to every repeat of the request.
    await this.idempotency.forget(
      tx,
      { subAccountId: tenant.sub_account_id, path: ADDITION_PATH },
      reviews.map(({ id }) => id),
    );
    return reviews;
  }
}

function addressIn({ recipient, from_email }: EraseInput): string {
  if (recipient === undefined && from_email === undefined) {
    throw new ApiError('missing_field', 'recipient or from_email is required.', { field: 'recipient' });
  }
  if (recipient !== undefined && from_email !== undefined) {
    throw new ApiError(
      'invalid_value',
      'recipient and from_email are two names of one field; send one of them.',
      {
        field: 'from_email',
      },
    );
  }
  return (recipient ?? from_email) as string;
}

function adminsOnly(): ApiError {
  return new ApiError('forbidden', 'Only a key of the role admin may erase what is stored about a person.', {
    required: 'admin',
  });
}
