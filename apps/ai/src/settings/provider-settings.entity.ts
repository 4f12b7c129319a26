import type { Maker } from '@plaudit/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AiProviderName, TranslatorName } from './provider-names';

/** What an account chose instead of the settings of the service. Null means the setting of the service. */
@Entity('provider_settings')
export class ProviderSettingsEntity {
  @PrimaryColumn('bigint') account_id: number;
  @Column('text', { nullable: true }) ai_provider: AiProviderName | null;
  @Column('text', { nullable: true }) ai_base_url: string | null;
  @Column('text', { nullable: true }) ai_model: string | null;
  /** Encrypted. */
  @Column('bytea', { nullable: true }) ai_key_enc: Buffer | null;
  /** Who chose the provider. Null if it sends nothing elsewhere, and for choices of earlier releases. */
  @Column('jsonb', { nullable: true }) ai_maker: Maker | null;
  /** Since when nothing is sent to the provider, because its maker was removed. */
  @Column('timestamptz', { nullable: true }) ai_paused_on: Date | null;
  @Column('text', { nullable: true }) translate_provider: TranslatorName | null;
  @Column('text', { nullable: true }) translate_base_url: string | null;
  @Column('text', { nullable: true }) translate_region: string | null;
  /** Encrypted. */
  @Column('bytea', { nullable: true }) translate_key_enc: Buffer | null;
  /** As `ai_maker`. */
  @Column('jsonb', { nullable: true }) translate_maker: Maker | null;
  /** As `ai_paused_on`. */
  @Column('timestamptz', { nullable: true }) translate_paused_on: Date | null;
  @Column('integer', { nullable: true }) translate_monthly_chars: number | null;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
