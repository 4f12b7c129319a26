import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last state of a channel that an event carried. */
@Entity('channels')
@Index('channels_deleted_idx', { synchronize: false })
export class ChannelCopyEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  /** aggregateversion of the event that this state comes from. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
