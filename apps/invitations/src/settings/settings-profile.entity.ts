import type { Maker } from '@plaudit/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { RemovedAddresses } from './removed-addresses';

/** A settings profile. A deleted one keeps its row, because pending requests are sent as it says. */
@Entity('settings_profiles')
@Index('settings_profiles_name_key', { synchronize: false })
@Index('settings_profiles_default_key', { synchronize: false })
@Index('settings_profiles_owner_idx', ['sub_account_id', 'id'])
export class SettingsProfileEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  @Column('boolean', { default: false }) is_default: boolean;
  /** What the client set. Everything else has its default, which may depend on the language. */
  @Column('jsonb', { default: {} }) settings: Record<string, unknown>;
  /** Who chose its addresses. Null if it has none, and for choices of earlier releases. */
  @Column('jsonb', { nullable: true }) maker: Maker | null;
  /** Since when its messages wait, because its maker was removed. */
  @Column('timestamptz', { nullable: true }) paused_on: Date | null;
  /** Addresses that an upgrade removed from the settings. */
  @Column('jsonb', { default: {} }) removed_addresses: RemovedAddresses;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
  @Column('timestamptz', { nullable: true }) deleted_on: Date | null;
}
