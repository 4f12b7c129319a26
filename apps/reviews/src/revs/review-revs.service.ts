import { Injectable } from '@nestjs/common';
import type { ReviewRevsRequest, ReviewRevsResponse } from '@plaudit/contracts';
import { ReviewRevsRepository } from './review-revs.repository';

/** Says how often the reviews of sub accounts have changed, and promises that they do not change for a moment. */
@Injectable()
export class ReviewRevsService {
  constructor(private readonly revs: ReviewRevsRepository) {}

  /** The lease comes first, so that no change can happen between a rev and its lease. */
  async answer({ sub_account_ids, lease_ids = [] }: ReviewRevsRequest): Promise<ReviewRevsResponse> {
    const leased = lease_ids.length > 0 ? await this.revs.lease(lease_ids) : new Map<number, number>();
    const others = sub_account_ids.filter((id) => !leased.has(id));
    const read = others.length > 0 ? await this.revs.list(others) : new Map<number, number>();
    return {
      revs: sub_account_ids.map((id) => leased.get(id) ?? read.get(id) ?? 0),
      leased_ids: [...leased.keys()],
    };
  }
}
