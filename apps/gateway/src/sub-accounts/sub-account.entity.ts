import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from '../accounts/account.entity';

/** A part of an account, such as one shop. Every API key and every review belongs to one sub account. */
@Entity('sub_accounts')
@Index('sub_accounts_account_id_idx', ['account_id'])
@Index('sub_accounts_list_idx', { synchronize: false })
@Index('sub_accounts_main_key', { synchronize: false })
export class SubAccountEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'sub_accounts_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;

  @ManyToOne(() => AccountEntity, { nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'sub_accounts_account_id_fkey' })
  account?: AccountEntity;

  @Column('text') name: string;

  /** True for exactly one sub account per account. It cannot be deleted, and its keys see the whole account. */
  @Column('boolean', { default: false }) main: boolean;

  /** White-label name in links. */
  @Column('text', { nullable: true }) vanity: string | null;

  /** Maximum number of channels per platform type, at most the plan's limit. Null means the plan's limit. */
  @Column('integer', { nullable: true }) properties: number | null;

  @Column('text', { nullable: true }) image: string | null;

  /** Connected minus deleted channels, from their events. Events may arrive out of order, so it is negative at times. */
  @Column('integer', { default: 0 }) channels: number;

  /** Time of the newest event in `channels`. For a sub account without one, the time at which it was added. */
  @Column('timestamptz', { default: () => 'now()' }) channels_counted_until: Date;
  /** `channels` was set to the owner's count of this time. Events up to it are not counted any more. */
  @Column('timestamptz', { nullable: true }) channels_reconciled_as_of: Date | null;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
  @Column('timestamptz', { nullable: true }) deleted_at: Date | null;
}
