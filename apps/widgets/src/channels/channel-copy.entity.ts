import { CopiedChannelEntity } from '@plaudit/events';
import { Column, Entity, Index } from 'typeorm';
import type { ChannelCopy } from './channel-copy';

/** What widgets know of a channel. */
@Entity('channels')
@Index('channels_owner_idx', ['account_id', 'sub_account_id', 'id'])
export class ChannelCopyEntity extends CopiedChannelEntity implements ChannelCopy {
  @Column('text') name: string;
  @Column('text') label: string;
  @Column('text', { nullable: true }) url: string | null;
  @Column('text') type: string;
  @Column('bigint', { nullable: true }) group_id: number | null;
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
}
