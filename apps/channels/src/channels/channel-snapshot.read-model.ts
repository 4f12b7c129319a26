import { Injectable } from '@nestjs/common';
import type { ChannelPayload, Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { ReadRecord, SnapshotReader } from '@plaudit/events';
import { PAYLOAD_COLUMNS, type PayloadRow, toChannelPayload } from './channel-mapping';

/** Of a deleted channel, the columns of the payload except `id` are null. The name of its property is in the last state. */
interface SnapshotRow extends PayloadRow, Tenant {
  version: number;
  /** Null for a channel that exists. */
  last_state: ChannelPayload | null;
}

const STATE_COLUMNS = PAYLOAD_COLUMNS.filter((column) => column !== 'id');
// Postgres merges the two primary keys if each part has its own order and limit. Without them it reads and sorts all rows.
// A join could change the order, so the name of the property is a subquery.
const PAGE = `
  (select id, account_id, sub_account_id, version::bigint, null::jsonb as last_state, ${STATE_COLUMNS.join(', ')},
     (select name from channel_groups where channel_groups.id = channels.group_id) as group_name
   from channels where id > $1 order by id limit $2)
  union all
  (select channel_id, account_id, sub_account_id, version, last_state, ${STATE_COLUMNS.map(() => 'null').join(', ')}, null
   from deleted_channels where channel_id > $1 and last_state is not null order by channel_id limit $2)
  order by id limit $2`;

/** Reads all channels page by page, as their events carry them, also the deleted ones whose last state is known. */
@Injectable()
export class ChannelSnapshotReadModel implements SnapshotReader {
  constructor(private readonly database: Database) {}

  async page(after: number, limit: number): Promise<ReadRecord[]> {
    const rows = await this.database.queryWithin<SnapshotRow>('background', PAGE, [after, limit]);
    return rows.map((row) => {
      const { account_id, sub_account_id, version, last_state } = row;
      const owner = { account_id, sub_account_id, version };
      return last_state ? { ...owner, ...last_state, deleted: true } : { ...owner, ...toChannelPayload(row) };
    });
  }
}
