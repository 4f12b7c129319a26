import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { InviteType } from '../requests/request';

/**
 * The queue of one sub account for one type of message: when its next message is due. The worker serves lanes in turn, so that a
 * long queue of one sub account does not delay the others. Each type has lanes of its own, so that a mail server that is down
 * does not delay text messages.
 */
@Entity('lanes')
@Check('lanes_type_check', "type in ('email', 'sms')")
@Index('lanes_due_idx', { synchronize: false })
export class LaneEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('text') type: InviteType;
  @Column('bigint') account_id: number;
  /** `infinity` while nothing is pending. */
  @Column('timestamptz') next_due_at: Date;
}
