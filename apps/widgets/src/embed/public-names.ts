import { Injectable } from '@nestjs/common';
import { ApiError, APPROVED_REVIEW_ORDERS, type ApprovedReviewOrder } from '@plaudit/contracts';
import { Secrets } from '@plaudit/runtime';
import { Sealer, SEALER_KEY_BYTES } from './sealed';

interface Position {
  sort: ApprovedReviewOrder;
  /** The reviews service's own cursor, which holds ids. */
  after: string;
}

/** What stands in public for ids, cursors and accounts. */
@Injectable()
export class PublicNames {
  private readonly sealer: Sealer;

  constructor(secrets: Secrets) {
    this.sealer = new Sealer(secrets.derive('embed', SEALER_KEY_BYTES));
  }

  review(reviewId: number): string {
    return this.sealer.nameFor('review', reviewId);
  }

  /** For the cache tag that purges all widgets of a sub account from a shared cache. */
  subAccount(accountId: number, subAccountId: number): string {
    return this.sealer.nameFor('sub-account', `${accountId}/${subAccountId}`);
  }

  image(url: string): string {
    return this.sealer.nameFor('image', url);
  }

  imageSignature(hash: string): string {
    return this.sealer.nameFor('image-signature', hash);
  }

  sealCursor(widgetKey: string, { sort, after }: Position): string {
    return this.sealer.seal(`${sort} ${after}`, widgetKey);
  }

  /** @throws ApiError 400 for anything but a cursor of this widget. */
  openCursor(widgetKey: string, cursor: string): Position {
    const opened = this.sealer.open(cursor, widgetKey);
    const space = opened?.indexOf(' ') ?? -1;
    const sort = APPROVED_REVIEW_ORDERS.find((known) => known === opened?.slice(0, space));
    if (opened !== null && sort) return { sort, after: opened.slice(space + 1) };
    throw new ApiError('invalid_value', 'cursor is not one of this widget; start again without it.', {
      field: 'cursor',
    });
  }
}
