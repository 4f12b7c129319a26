import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** A one-time sign-in link that an API client requested for a user. */
@Entity('login_links')
@Index('login_links_expires_on_idx', ['expires_on'])
export class LoginLinkEntity {
  /** SHA-256 of the token in the fragment of the URL. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'login_links_pkey' })
  hash: Buffer;

  @Column('bigint') user_id: number;

  @ManyToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'login_links_user_id_fkey' })
  user?: UserEntity;

  /** The key that requested the link. */
  @Column('bigint', { nullable: true }) key_id: number | null;

  @Column('timestamptz') expires_on: Date;
  @Column('timestamptz', { nullable: true }) used_on: Date | null;
}
