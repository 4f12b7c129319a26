import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many messages a sub account sent on a local day. `limits.daily` of its settings profiles limits them. */
@Entity('day_sends')
export class DaySendsEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  /** The day in the zone of the send window. */
  @PrimaryColumn('date') day: string;
  @Column('integer') sent: number;
}
