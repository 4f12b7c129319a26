import { Injectable } from '@nestjs/common';
import type { SnapshotRecord } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { SnapshotReader } from '@plaudit/events';
import type { ChannelEntity } from './channel.entity';
import { toChannelPayload } from './channel-mapping';

/** Reads all channels page by page, as their events carry them. */
@Injectable()
export class ChannelSnapshotReadModel implements SnapshotReader {
  constructor(private readonly database: Database) {}

  async page(after: number, limit: number): Promise<SnapshotRecord[]> {
    const rows = await this.database.queryWithin<ChannelEntity>(
      'background',
      'select * from channels where id > $1 order by id limit $2',
      [after, limit],
    );
    return rows.map((row) => {
      const { account_id, sub_account_id, version } = row;
      return { account_id, sub_account_id, version, ...toChannelPayload(row) };
    });
  }
}
