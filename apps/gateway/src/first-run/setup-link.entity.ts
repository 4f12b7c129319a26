import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** The one-time link with which the first person takes over a new installation. There is at most one. */
@Entity('setup_links')
export class SetupLinkEntity {
  /** SHA-256 of the token in the fragment of the URL. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'setup_links_pkey' })
  hash: Buffer;

  /** The first user, whose name, email and password the person replaces. */
  @Column('bigint') user_id: number;

  @ManyToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'setup_links_user_id_fkey' })
  user?: UserEntity;

  /** The first key. Its first use ends the link. */
  @Column('bigint') key_id: number;

  @Column('timestamptz') expires_on: Date;
  @Column('timestamptz', { nullable: true }) used_on: Date | null;
}
