import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ChannelCopy } from './channel-copy';

/** A deleted channel stays as a mark, against events of its earlier life that arrive late. */
@Entity('channels')
@Index('channels_owner_idx', ['account_id', 'sub_account_id', 'id'])
export class ChannelCopyEntity implements ChannelCopy {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  @Column('text') label: string;
  @Column('text') type: string;
  @Column('bigint', { nullable: true }) group_id: number | null;
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
  /** The event's aggregateversion that was applied last. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
}
