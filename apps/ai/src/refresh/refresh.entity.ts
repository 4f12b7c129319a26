import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stale summary that is due to be generated again in the background. `id` is the channel's. */
@Entity('refreshes')
@Index('refreshes_due_idx', ['due_at'])
export class RefreshEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** The account's generations per day when the summary was read. -1 means no limit. */
  @Column('integer') daily_cap: number;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz') due_at: Date;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  @Column('uuid', { nullable: true }) lease_id: string | null;
}
