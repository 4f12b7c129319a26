import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

/** What users deleted of what was collected; the intake looks it up. */
@Injectable()
export class TombstonesRepository {
  /** In the transaction of the deletion, under the review's lock. */
  async add(tx: Tx, channelId: number, externalId: string): Promise<void> {
    await queryRows(
      tx,
      'insert into tombstones (channel_id, external_id) values ($1, $2) on conflict do nothing',
      [channelId, externalId],
    );
  }
}
