import { Injectable } from '@nestjs/common';
import type { ReviewPayload, SnapshotRecord } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { SnapshotReader } from '@plaudit/events';
import { REVIEW_EVENT_JSON } from '../reviews/review-json.sql';

interface Row {
  account_id: number;
  sub_account_id: number;
  version: number;
  payload: ReviewPayload;
}

/** Reads all reviews page by page, as their events carry them. */
@Injectable()
export class ReviewSnapshotReadModel implements SnapshotReader {
  constructor(private readonly database: Database) {}

  async page(after: number, limit: number): Promise<SnapshotRecord[]> {
    const rows = await this.database.queryWithin<Row>(
      'background',
      `select review.account_id, review.sub_account_id, review.version, ${REVIEW_EVENT_JSON} as payload
       from reviews review where review.id > $1 order by review.id limit $2`,
      [after, limit],
    );
    return rows.map(({ payload, ...owner }) => ({ ...owner, ...payload }));
  }
}
