import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** The one-time link with which a user chooses a new password. A later link of the user replaces it. */
@Entity('password_resets')
@Unique('password_resets_hash_key', ['hash'])
@Index('password_resets_expires_on_idx', ['expires_on'])
export class PasswordResetEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'password_resets_pkey' })
  user_id: number;

  @OneToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'password_resets_user_id_fkey' })
  user?: UserEntity;

  /** SHA-256 of the token in the fragment of the URL. */
  @Column('bytea') hash: Buffer;

  @Column('timestamptz') expires_on: Date;
}
