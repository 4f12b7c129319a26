import type { Role, Scope } from '@plaudit/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity';
import { SubAccountEntity } from '../sub-accounts/sub-account.entity';

export const KEY_CREATOR_TYPES = ['key', 'user', 'operator'] as const;
export type KeyCreatorType = (typeof KEY_CREATOR_TYPES)[number];

/** `dynamic` registered itself, `document` is described at the URL that is its id, `operator` was added by a command. */
export const APP_REGISTRATIONS = ['dynamic', 'document', 'operator'] as const;
export type AppRegistration = (typeof APP_REGISTRATIONS)[number];

/** An API key, or the access of a connected app, which has tokens instead. The key itself is not in this table. */
@Entity('keys')
@Check('keys_role_check', "role in ('admin', 'editor', 'user')")
@Check('keys_created_by_type_check', "created_by_type in ('key', 'user', 'operator')")
@Check(
  'keys_oauth_check',
  'num_nonnulls(oauth_grant_id, oauth_client_id, oauth_registered, oauth_host) in (0, 4)',
)
@Unique('keys_hash_key', ['hash'])
@Index('keys_prefix_idx', ['prefix'])
@Index('keys_account_id_idx', ['account_id'])
@Index('keys_sub_account_id_idx', ['sub_account_id'])
@Index('keys_created_by_user_id_idx', ['created_by_user_id'], { where: 'created_by_user_id is not null' })
@Index('keys_created_by_key_id_idx', ['created_by_key_id'], { where: 'created_by_key_id is not null' })
@Index('keys_oauth_grant_id_key', ['oauth_grant_id'], { unique: true, where: 'oauth_grant_id is not null' })
@Index('keys_list_idx', { synchronize: false })
@Index('keys_sub_account_list_idx', { synchronize: false })
@Index('keys_expiry_idx', { synchronize: false })
export class KeyEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'keys_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;

  @ManyToOne(() => AccountEntity, { nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'keys_account_id_fkey' })
  account?: AccountEntity;

  @Column('bigint') sub_account_id: number;

  @ManyToOne(() => SubAccountEntity, { nullable: false })
  @JoinColumn({ name: 'sub_account_id', foreignKeyConstraintName: 'keys_sub_account_id_fkey' })
  sub_account?: SubAccountEntity;

  @Column('text') name: string;

  /** The first 11 characters, to find the row and to recognise the key in a list. */
  @Column('text') prefix: string;

  /** SHA-256 of the key. Kept after deletion, so that a deleted key can never come back. */
  @Column('bytea') hash: Buffer;

  @Column('text') role: Role;

  /** Adds the scope `account:manage`. */
  @Column('boolean', { default: false }) account_management: boolean;

  /** Narrows the role. An empty list means all scopes of the role. */
  @Column('text', { array: true, default: () => "'{}'" }) scopes: Scope[];

  @Column('timestamptz', { nullable: true }) expires_on: Date | null;

  /** The `expires_on` whose passing was published as `account.access_reduced`. Null until then. */
  @Column('timestamptz', { nullable: true }) announced_expiry: Date | null;

  /** IP addresses and CIDR blocks that the key may be used from, in canonical form. An empty list means every address. */
  @Column('text', { array: true, default: () => "'{}'" }) allowed_ips: string[];

  /** Null for a key that is older than this column and has no entry in the audit log. */
  @Column('text', { nullable: true }) created_by_type: KeyCreatorType | null;

  /** The user who made the key in a session. The user may be deleted since. */
  @Column('bigint', { nullable: true }) created_by_user_id: number | null;

  /** The key that made this key. It may be deleted since. */
  @Column('bigint', { nullable: true }) created_by_key_id: number | null;

  /** The access of a connected app, to which its tokens belong. Null for an API key. */
  @Column('text', { nullable: true }) oauth_grant_id: string | null;

  @Column('text', { nullable: true }) oauth_client_id: string | null;

  /** How the app was registered. */
  @Column('text', { nullable: true }) oauth_registered: AppRegistration | null;

  /** The host of the app's metadata document, or the host that its codes are sent to. */
  @Column('text', { nullable: true }) oauth_host: string | null;

  /** Updated at most once a minute. */
  @Column('timestamptz', { nullable: true }) last_used_on: Date | null;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { nullable: true }) deleted_at: Date | null;
}
