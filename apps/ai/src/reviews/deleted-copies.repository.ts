import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

const KEEP_DAYS = 90;
export const PURGE_BATCH = 1_000;

/** The tables that keep the mark of a deleted record. */
export const MARKED_TABLES = ['reviews', 'channels'] as const;

/** The marks of deleted reviews and channels. */
@Injectable()
export class DeletedCopiesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Deletes the marks of records that were deleted long ago, and returns their number. No event that is older than a mark can still
   * arrive then, because the streams, parked events and dead letters keep events for at most 30 days. Skips rows that are being changed.
   */
  async purge(table: (typeof MARKED_TABLES)[number]): Promise<number> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from ${table} where id in (
         select id from ${table} where deleted and applied_on < now() - make_interval(days => ${KEEP_DAYS})
         order by applied_on limit ${PURGE_BATCH} for update skip locked) returning id`,
    );
    return purged.length;
  }
}
