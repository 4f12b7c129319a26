import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { AccountEntity } from './account.entity';

/** What every key speaks for and every review belongs to. */
@Entity('sub_accounts')
@Index('sub_accounts_account_id_idx', ['account_id'])
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

  /** Exactly one per account; it cannot be deleted, and its keys see the whole account. */
  @Column('boolean', { default: false }) main: boolean;

  /** White-label name in links. */
  @Column('text', { nullable: true }) vanity: string | null;

  /** Own limit of channels per platform type, at most the plan's; null takes the plan's. */
  @Column('integer', { nullable: true }) properties: number | null;

  @Column('text', { nullable: true }) image: string | null;

  /** Connected less deleted ones, by their events; those may overtake each other, so it may be below zero for a moment. */
  @Column('integer', { default: 0 }) channels: number;

  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
  @Column('timestamptz', { nullable: true }) deleted_at: Date | null;
}
