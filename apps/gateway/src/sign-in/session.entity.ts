import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** Somebody who is signed in, in one browser, on one host. The token itself is in the browser only. */
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

  /** Host and port as the browser named them; the session is good for no other. */
  @Column('text') host: string;

  /** Client address at sign-in, without its last part. */
  @Column('text') network: string;

  @Column('text') agent: string;
  @Column('timestamptz') created_on: Date;

  /** At most a minute behind. */
  @Column('timestamptz') last_seen_on: Date;

  /** However busy it is. */
  @Column('timestamptz') expires_on: Date;
}
