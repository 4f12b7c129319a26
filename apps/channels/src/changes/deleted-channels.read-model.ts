import { Injectable } from '@nestjs/common';
import { type Tenant, wireDate } from '@plaudit/contracts';
import { Database, settledChanges } from '@plaudit/database';
import { boundOf, MAX_LIST_PAGE } from '@plaudit/runtime';
import type { DeletedChannelsQuery } from './deleted-channels.dto';
import type { DeletedChannelListResponse } from './deleted-channels.responses';

const BEGINNING = '0_0';

interface DeletedRow {
  id: number;
  deleted_on: Date;
  cursor: string;
}

/** Reads which channels of a sub account were deleted. */
@Injectable()
export class DeletedChannelsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns one page. Throws 400 `invalid_date` if `since` is not a date. */
  async page(tenant: Tenant, query: DeletedChannelsQuery): Promise<DeletedChannelListResponse> {
    const since = query.since ? boundOf(query.since, 'since') : new Date(0);
    const limit = Number(query.limit ?? MAX_LIST_PAGE);
    const until = await settledChanges(this.database);
    const [count, rows] = await Promise.all([
      this.count(tenant, [since, until]),
      this.rows(tenant, [since, until], { after: query.cursor ?? BEGINNING, limit: limit + 1 }),
    ]);
    const page = rows.slice(0, limit);
    return {
      count,
      items: page.map(({ id, deleted_on }) => ({ id, deleted_on: wireDate(deleted_on) })),
      next_cursor: rows.length > limit ? (page.at(-1) as DeletedRow).cursor : null,
      deleted_until: wireDate(until),
    };
  }

  private async count({ account_id, sub_account_id }: Tenant, times: [Date, Date]): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select count(*)::int as count from deleted_channels
       where account_id = $1 and sub_account_id = $2 and deleted_on >= $3 and deleted_on < $4`,
      [account_id, sub_account_id, ...times],
    );
    return row?.count ?? 0;
  }

  private rows(
    { account_id, sub_account_id }: Tenant,
    times: [Date, Date],
    { after, limit }: { after: string; limit: number },
  ): Promise<DeletedRow[]> {
    return this.database.query<DeletedRow>(
      `select channel_id as id, deleted_on,
         concat((extract(epoch from deleted_on) * 1000000)::bigint, '_', channel_id) as cursor
       from deleted_channels
       where account_id = $1 and sub_account_id = $2 and deleted_on >= $3 and deleted_on < $4
         and (deleted_on, channel_id) > (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::bigint)
       order by deleted_on, channel_id limit $7`,
      [account_id, sub_account_id, ...times, ...after.split('_'), limit],
    );
  }
}
