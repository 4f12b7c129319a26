import { Injectable } from '@nestjs/common';
import { type DomainEvent, parseWireDate, type ReviewCountedPayload } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';

/** A channel whose number of reviews differs from that of the owner. */
export interface DifferentChannel {
  channel_id: number;
  /** Reviews in the reports. */
  counted: number;
  /** Reviews that the owner has. */
  owned: number;
}

/** The numbers of reviews of channels, compared with those of the owner. */
@Injectable()
export class ReviewCountsRepository {
  /**
   * Returns the channels of the event whose number of reviews differs from the owner's. Leaves out channels that changed after the
   * owner counted, because the owner's count lacks that change.
   */
  async differing(
    tx: Tx,
    { accountid, subaccountid, data }: DomainEvent<ReviewCountedPayload>,
  ): Promise<DifferentChannel[]> {
    return queryRows<DifferentChannel>(
      tx,
      `with own as (
         select channel_id, sum(reviews)::int as counted, max(changed_on) as changed_on from review_days
         where account_id = $1 and sub_account_id = $2 and channel_id > $3 and ($4::bigint is null or channel_id <= $4)
         group by channel_id
       )
       select channel_id, coalesce(counted, 0) as counted, coalesce(owner.reviews, 0) as owned
       from own full join jsonb_to_recordset($6::jsonb) as owner (channel_id bigint, reviews integer)
         using (channel_id)
       where coalesce(counted, 0) <> coalesce(owner.reviews, 0) and coalesce(changed_on <= $5, true)
       order by channel_id`,
      [
        accountid,
        subaccountid,
        data.after_channel_id,
        data.up_to_channel_id,
        parseWireDate(data.as_of),
        JSON.stringify(data.channels),
      ],
    );
  }
}
