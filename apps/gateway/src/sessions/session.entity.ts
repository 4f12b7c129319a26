import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** A user's sign-in in one browser on one host. Only the browser has the token itself. */
@Entity('sessions')
@Index('sessions_user_id_idx', ['user_id'])
@Index('sessions_expires_on_idx', ['expires_on'])
export class SessionEntity {
  /** SHA-256 of the cookie's token. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'sessions_pkey' })
  hash: Buffer;

  @Column('bigint') user_id: number;

  @ManyToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_id_fkey' })
  user?: UserEntity;

  /** Host and port that the browser used. The session is valid only there. */
  @Column('text') host: string;

  /** The network of the client address at sign-in. */
  @Column('text') network: string;

  @Column('text') agent: string;

  /** The key that requested the link of the sign-in, or null after a sign-in by password. */
  @Column('bigint', { nullable: true }) key_id: number | null;

  @Column('timestamptz') created_on: Date;

  /** Updated at most once a minute. */
  @Column('timestamptz') last_seen_on: Date;

  /** The session ends at this time even if it is in use. */
  @Column('timestamptz') expires_on: Date;

  /** When the user last sent the password. Null after a sign-in by link. */
  @Column('timestamptz', { nullable: true }) proved_on: Date | null;

  /** True if the user asked to stay signed in. The cookie then outlives the browser. */
  @Column('boolean', { default: false }) remembered: boolean;
}
