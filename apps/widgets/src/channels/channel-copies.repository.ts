import { Injectable } from '@nestjs/common';
import type { DomainEvent, Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { ChannelCopy, ChannelState } from './channel-copy';

@Injectable()
export class ChannelCopiesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the channels of the sub account, without the deleted ones. */
  async list(tenant: Tenant): Promise<ChannelCopy[]> {
    return this.database.query<ChannelCopy>(
      `select id, name, label, type, group_id, score, rating_scale, reviews from channels
       where account_id = $1 and sub_account_id = $2 and not deleted order by id`,
      [tenant.account_id, tenant.sub_account_id],
    );
  }

  /** Stores the state that the event carries. Returns false if a newer state is already stored. */
  async apply(tx: Tx, event: DomainEvent<ChannelState>, deleted: boolean): Promise<boolean> {
    const { data } = event;
    const applied = await queryRows(
      tx,
      `insert into channels (id, account_id, sub_account_id, name, label, type, group_id, score, rating_scale, reviews, version, deleted)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (id) do update set name = excluded.name, label = excluded.label, type = excluded.type,
         group_id = excluded.group_id, score = excluded.score, rating_scale = excluded.rating_scale,
         reviews = excluded.reviews, version = excluded.version, deleted = excluded.deleted
       where channels.version < excluded.version
       returning id`,
      [
        data.id,
        event.accountid,
        event.subaccountid,
        data.name,
        data.label,
        data.type,
        data.group,
        data.score,
        data.rating_scale,
        data.reviews,
        event.aggregateversion,
        deleted,
      ],
    );
    return applied.length > 0;
  }
}
