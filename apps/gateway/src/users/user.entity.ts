import type { Role } from '@plaudit/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity';
import type { Language } from './languages';

/** A person who signs in to an account. */
@Entity('users')
@Check('users_role_check', "role in ('admin', 'editor', 'user')")
@Index('users_account_email_key', { synchronize: false })
@Index('users_email_idx', { synchronize: false })
@Index('users_list_idx', ['account_id', 'id'])
@Index('users_sub_account_list_idx', { synchronize: false })
export class UserEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'users_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;

  @ManyToOne(() => AccountEntity, { nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'users_account_id_fkey' })
  account?: AccountEntity;

  /** Stored as typed. Unique in the account, ignoring case. A person may have a user in several accounts. */
  @Column('text') email: string;

  @Column('text', { nullable: true }) name: string | null;

  /** An argon2id hash in PHC format. That of an invited user belongs to a password which nobody knows. */
  @Column('text') password_hash: string;

  @Column('text') role: Role;

  /** Ids of the sub accounts that the user may access. Empty means the whole account. */
  @Column('bigint', { array: true, default: () => "'{}'" }) sub_accounts: number[];

  /** When the user switched two-factor sign-in on, or null while it is off. */
  @Column('timestamptz', { nullable: true }) two_factor_on: Date | null;

  /** The language of mails to the user, or null if the user chose none. */
  @Column('text', { nullable: true }) language: Language | null;

  /** The IANA name of the user's time zone, or null if the user chose none. */
  @Column('text', { nullable: true }) time_zone: string | null;

  /** When the user was last invited to choose a password. Null once the user has one. */
  @Column('timestamptz', { nullable: true }) invited_on: Date | null;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
