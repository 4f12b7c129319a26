import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { ActivityEntity } from './activity.entity';

/** An entry of the activity of a request. */
export type ActivityEntry = ActivityEntity;

/** A mail may be opened any number of times. */
const MAX_ENTRIES = 1_000;

/** Reads the activity of requests. */
@Injectable()
export class ActivityReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the entries of a request, the oldest first: its newest thousand, and the first of all. */
  async of(requestId: number): Promise<ActivityEntry[]> {
    return this.database.query<ActivityEntry>(
      `select * from (
         (select * from activity where request_id = $1 order by id limit 1)
         union
         (select * from activity where request_id = $1 order by id desc limit ${MAX_ENTRIES})
       ) entries order by id`,
      [requestId],
    );
  }
}
