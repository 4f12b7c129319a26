import { CopiedChannelEntity } from '@plaudit/events';
import { Column, Entity, Index } from 'typeorm';

/** The last state of a channel that an event carried. */
@Entity('channels')
@Index('channels_deleted_idx', { synchronize: false })
export class ChannelCopyEntity extends CopiedChannelEntity {
  @Column('text') name: string;
}
