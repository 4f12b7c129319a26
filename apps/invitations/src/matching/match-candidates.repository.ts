import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { MatchCandidate } from './review-match';

/** How long after it was sent an invitation can have led to a review. */
const MATCHED_DAYS = 60;
/** A name that more recipients have says nothing. */
const MAX_CANDIDATES = 200;

interface MatchedReview {
  subAccountId: number;
  /** As `authorKeyOf` returns it. */
  authorKey: string;
  postedOn: Date;
}

/** The requests that may have led to a review. */
@Injectable()
export class MatchCandidatesRepository {
  /**
   * Returns the first messages of the last 60 days that were sent to a person with this name before the review was posted and have
   * no review yet.
   */
  async find(tx: Tx, { subAccountId, authorKey, postedOn }: MatchedReview): Promise<MatchCandidate[]> {
    return queryRows<MatchCandidate>(
      tx,
      `select id, settings_id, channels, exists (
         select from requests message
         where (message.id = root.id or message.parent_id = root.id) and message.clicked_on <= $3
       ) as clicked
       from requests root
       where sub_account_id = $1 and author_key = $2 and parent_id is null and deleted_on is null
         and sent_on < $3 and sent_on >= now() - interval '${MATCHED_DAYS} days' and reviewed_on is null
       order by id limit ${MAX_CANDIDATES}`,
      [subAccountId, authorKey, postedOn],
    );
  }
}
