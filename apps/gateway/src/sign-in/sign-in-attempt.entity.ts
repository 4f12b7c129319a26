import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The recent attempts to sign in that one counter holds, for all replicas. */
@Entity('sign_in_attempts')
@Index('sign_in_attempts_expires_on_idx', ['expires_on'])
export class SignInAttemptEntity {
  /** SHA-256 of what is counted, because the addresses that people try must not be stored. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'sign_in_attempts_pkey' })
  counter: Buffer;

  @Column('timestamptz', { array: true }) tried_on: Date[];

  /** When the last attempt is forgotten. */
  @Column('timestamptz') expires_on: Date;
}
