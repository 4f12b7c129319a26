import { CopiedChannelEntity } from '@plaudit/events';
import { Column, Entity, Index } from 'typeorm';

/** What invitations know of a channel. */
@Entity('channel_copies')
@Index('channel_copies_owner_idx', ['sub_account_id', 'id'])
export class ChannelCopyEntity extends CopiedChannelEntity {
  /** The platform's slug, such as `app_store`. */
  @Column('text') type: string;
  @Column('text') label: string;
  @Column('text') name: string;
  /** Address of the public profile, where people write reviews. Null if the platform has none. */
  @Column('text', { nullable: true }) url: string | null;
}
