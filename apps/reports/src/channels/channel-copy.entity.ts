import { CopiedChannelEntity } from '@plaudit/events';
import { Column, Entity, Index } from 'typeorm';

/** The last state of a channel that an event carried. A deleted channel keeps its copy, because its rating days still count. */
@Entity('channels')
@Index('channels_owner_idx', ['account_id', 'sub_account_id', 'id'])
export class ChannelCopyEntity extends CopiedChannelEntity {
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
}
