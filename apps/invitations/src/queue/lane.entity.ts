import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The queue of one sub account: when its next message is due. The worker serves lanes in turn, so that a long queue of one
 * sub account does not delay the others.
 */
@Entity('lanes')
@Index('lanes_due_idx', { synchronize: false })
export class LaneEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') account_id: number;
  /** `infinity` while nothing is pending. */
  @Column('timestamptz') next_due_at: Date;
}
