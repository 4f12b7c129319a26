import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** What the second factor of a user is checked with. Without `two_factor_on` of the user, the setup is not finished. */
@Entity('two_factors')
export class TwoFactorEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'two_factors_pkey' })
  user_id: number;

  @OneToOne(() => UserEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'two_factors_user_id_fkey' })
  user?: UserEntity;

  /** The encrypted secret of the authenticator app. */
  @Column('bytea') secret_enc: Buffer;

  /** The latest step whose code was used. Codes of this step and earlier ones are refused. */
  @Column('bigint', { nullable: true }) last_step: number | null;

  /** SHA-256 of each recovery code that was not used. */
  @Column('bytea', { array: true, default: () => "'{}'" }) recovery_hashes: Buffer[];

  /** Wrong codes since the last right one. */
  @Column('integer', { default: 0 }) failures: number;

  /** Every code is refused until this time. */
  @Column('timestamptz', { nullable: true }) blocked_until: Date | null;
}
