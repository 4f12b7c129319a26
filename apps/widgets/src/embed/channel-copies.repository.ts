import { Injectable } from '@nestjs/common';
import type { ChannelPayload, DomainEvent } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Owner } from '../widgets/widget';
import type { ChannelCopy } from './channel-copy';

@Injectable()
export class ChannelCopiesRepository {
  constructor(private readonly database: Database) {}

  /** The sub account's channels that still exist. */
  async list(owner: Owner): Promise<ChannelCopy[]> {
    return this.database.query<ChannelCopy>(
      `select id, name, label, type, group_id, score, rating_scale, reviews from channels
       where account_id = $1 and sub_account_id = $2 and not deleted order by id`,
      [owner.account_id, owner.sub_account_id],
    );
  }

  /** Takes over the state of a channel; false when a newer one is already known. */
  async apply(tx: Tx, event: DomainEvent<ChannelPayload>, deleted: boolean): Promise<boolean> {
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
