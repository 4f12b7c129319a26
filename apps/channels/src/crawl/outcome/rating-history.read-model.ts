import { Injectable } from '@nestjs/common';
import { RATING_DAYS_PER_PROFILE, type RatingRecord, ratingRecordId, wireDate } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { SnapshotReader } from '@plaudit/events';

interface SnapshotRow extends Pick<
  RatingRecord,
  'profile_id' | 'account_id' | 'sub_account_id' | 'score' | 'rating_scale' | 'reviews'
> {
  /** Days since 1970. */
  day: number;
  checked_on: Date;
}

/** Reads all snapshots page by page, also those of deleted channels. */
@Injectable()
export class RatingHistoryReadModel implements SnapshotReader {
  constructor(private readonly database: Database) {}

  async page(after: number, limit: number): Promise<RatingRecord[]> {
    const rows = await this.database.queryWithin<SnapshotRow>(
      'background',
      `select channel_id as profile_id, owner.account_id, owner.sub_account_id, score, rating_scale, reviews, checked_on,
         day - date 'epoch' as day
       from snapshots cross join lateral (
         select account_id, sub_account_id from channels where id = channel_id
         union all select account_id, sub_account_id from deleted_channels deleted
           where deleted.channel_id = snapshots.channel_id
       ) as owner
       where (channel_id, day) > ($1, date 'epoch' + $2::integer) order by channel_id, snapshots.day limit $3`,
      [Math.floor(after / RATING_DAYS_PER_PROFILE), after % RATING_DAYS_PER_PROFILE, limit],
    );
    return rows.map(({ day, checked_on, ...figures }) => ({
      ...figures,
      id: ratingRecordId(figures.profile_id, day),
      version: Math.floor(checked_on.getTime() / 1_000),
      checked_on: wireDate(checked_on),
    }));
  }
}
