import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';

const KEEP_DAYS = 90;
const PURGE_BATCH = 1_000;
const HOUR_MS = 3_600_000;

/** The marks of deleted reviews and channels. */
@Injectable()
export class DeletedCopiesRepository {
  constructor(private readonly database: Database) {}

  @Chore({ name: 'old_marks_of_reviews', everyMs: HOUR_MS, per: 'service' })
  purgeReviews(): Promise<boolean> {
    return this.purge('reviews');
  }

  @Chore({ name: 'old_marks_of_channels', everyMs: HOUR_MS, per: 'service' })
  purgeChannels(): Promise<boolean> {
    return this.purge('channels');
  }

  /**
   * Deletes the marks of records that were deleted long ago, and returns true if there may be more. No event that is older than a mark can still
   * arrive then, because the streams, parked events and dead letters keep events for at most 30 days. Skips rows that are being changed.
   */
  private async purge(table: 'reviews' | 'channels'): Promise<boolean> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from ${table} where id in (
         select id from ${table} where deleted and applied_on < now() - make_interval(days => ${KEEP_DAYS})
         order by applied_on limit ${PURGE_BATCH} for update skip locked) returning id`,
    );
    return purged.length === PURGE_BATCH;
  }
}
