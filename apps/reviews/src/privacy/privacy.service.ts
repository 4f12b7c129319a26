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
   * Anonymises the reviews of the person with this address in the key's sub account, and notifies widgets. Returns how many reviews were anonymised. A repeat after a failure continues where the first request stopped. Throws
   * 403 unless the key has the role admin.
   */
  async erase(principal: Principal, input: EraseInput): Promise<number> {
    if (principal.role !== 'admin') throw adminsOnly();
    const person = mailbox(addressIn(input));
    // From this commit on, new reviews of the person are stored anonymously; those stored before it are found below.
    await this.database.transaction((tx) => this.suppressions.add(tx, principal, person));
    let erased = 0;
    let shown = false;
    for (;;) {
      const batch = await this.database.transaction((tx) => this.eraseBatch(tx, principal, person));
      if (batch.length === 0) break;
      erased += batch.length;
      shown ||= batch.some(({ payload }) => payload.status === 'approved');
    }
    if (shown) await this.widgets.contentChanged(principal);
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
      tenant.sub_account_id,
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
