import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import { type Review, type ReviewUpdateInput, toReview } from './reviews.dto';
import { ReviewsService, type WrittenReview } from './reviews.service';

/** Where the transactions of clients' changes begin and end; after the commit widgets hear of it before the client does. */
@Injectable()
export class ReviewWrites {
  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewsService,
    private readonly widgets: WidgetRevisionClient,
    private readonly clock: Clock,
  ) {}

  /** The review as it is now; 404 when the sub account has none of that id. */
  async update(principal: Principal, id: number, input: ReviewUpdateInput): Promise<Review> {
    const now = this.clock.now();
    const written = await this.database.transaction((tx) =>
      this.reviews.update(tx, principal, id, input, now),
    );
    await this.afterCommit(principal, written);
    return toReview(written.review.payload);
  }

  /** 404 when the sub account has none of that id. */
  async delete(principal: Principal, id: number): Promise<void> {
    const written = await this.database.transaction((tx) => this.reviews.delete(tx, principal, id));
    await this.afterCommit(principal, written);
  }

  private async afterCommit(principal: Principal, { shown }: WrittenReview): Promise<void> {
    if (shown) await this.widgets.bump(principal.account_id, principal.sub_account_id);
  }
}
