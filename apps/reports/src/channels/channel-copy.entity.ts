import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last state of a channel that an event carried. */
@Entity('channels')
@Index('channels_owner_idx', ['account_id', 'sub_account_id', 'id'])
export class ChannelCopyEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** Slug of the platform. */
  @Column('text') type: string;
  @Column('integer') type_id: number;
  /** Name of the platform. */
  @Column('text') label: string;
  @Column('text', { nullable: true }) logo: string | null;
  @Column('text') name: string;
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
  @Column('bigint', { nullable: true }) group_id: number | null;
  /** aggregateversion of the event that this state comes from. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
