import { Injectable } from '@nestjs/common';
import { wireDate } from '@plaudit/contracts';
import { unknownReview } from '../reviews/review-errors';
import { CRAWL, MAX_HISTORY } from './review-history';
import type { ReviewHistoryEntity } from './review-history.entity';
import { type ReviewArrival, ReviewHistoryRepository } from './review-history.repository';
import type { HistoryItemResponse } from './review-history.responses';

/** Returns who changed a review, and how. */
@Injectable()
export class ReviewHistoryService {
  constructor(private readonly history: ReviewHistoryRepository) {}

  /** Returns at most 200 changes, newest last. Throws 404 unless the sub account has a review with this id. */
  async of(subAccountId: number, id: number): Promise<HistoryItemResponse[]> {
    const arrival = await this.history.arrival(subAccountId, id);
    if (!arrival) throw unknownReview(id);
    const changes = (await this.history.newest(id)).toReversed().map(itemOf);
    const isWhole = changes.length === MAX_HISTORY || changes.some(({ kind }) => kind === 'added');
    return isWhole ? changes : [arrived(arrival), ...changes];
  }
}

function itemOf(row: ReviewHistoryEntity): HistoryItemResponse {
  return {
    at: wireDate(row.at),
    kind: row.kind,
    by: { type: row.actor, id: row.actor_id, name: null },
    from: row.before,
    to: row.after,
    details: row.details,
  };
}

/** Stores nothing for each collected review, because the review says the same. */
function arrived({ origin, created_on }: ReviewArrival): HistoryItemResponse {
  const isCollected = origin === 'channel';
  return {
    at: wireDate(created_on),
    kind: isCollected ? 'collected' : 'added',
    by: { type: isCollected ? CRAWL.type : 'system', id: null, name: null },
    from: null,
    to: null,
    details: { origin },
  };
}
