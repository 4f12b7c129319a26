import { Injectable } from '@nestjs/common';
import { ApiError, APPROVED_REVIEW_ORDERS, type ApprovedReviewOrder } from '@plaudit/contracts';
import { Secrets } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { Sealer, SEALER_KEY_BYTES } from './sealer';

interface Position {
  sort: ApprovedReviewOrder;
  /** The cursor of the reviews service. It contains ids of reviews. */
  after: string;
}

/** Replaces ids, cursors and URLs with opaque values that may appear in public responses. */
@Injectable()
export class PublicIdsService {
  private readonly sealer: Sealer;
  /** The names of sub accounts. Every public response has one. */
  private readonly subAccounts = new LRUCache<string, string>({
    max: 10_000,
    memoMethod: (ids) => this.sealer.nameFor('sub-account', ids),
  });

  constructor(secrets: Secrets) {
    this.sealer = new Sealer(secrets.derive('embed', SEALER_KEY_BYTES));
  }

  review(reviewId: number): string {
    return this.sealer.nameFor('review', reviewId);
  }

  /** Used in the cache tag, which purges all widgets of a sub account from a shared cache. */
  subAccount(accountId: number, subAccountId: number): string {
    return this.subAccounts.memo(`${accountId}/${subAccountId}`);
  }

  image(accountId: number, url: string): string {
    return this.sealer.nameFor('image', `${accountId} ${url}`);
  }

  imageSignature(hash: string): string {
    return this.sealer.nameFor('image-signature', hash);
  }

  sealCursor(widgetKey: string, { sort, after }: Position): string {
    return this.sealer.seal(`${sort} ${after}`, widgetKey);
  }

  /** @throws ApiError 400 unless the cursor was sealed for this widget. */
  openCursor(widgetKey: string, cursor: string): Position {
    const opened = this.sealer.open(cursor, widgetKey);
    const space = opened?.indexOf(' ') ?? -1;
    const sort = APPROVED_REVIEW_ORDERS.find((known) => known === opened?.slice(0, space));
    if (opened !== null && sort) return { sort, after: opened.slice(space + 1) };
    throw new ApiError(
      'invalid_value',
      'cursor must be the `next` value of a page of this widget. Leave it out to start at the first page.',
      { field: 'cursor' },
    );
  }
}
