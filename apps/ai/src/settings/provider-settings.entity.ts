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
  @Column('text', { nullable: true }) translate_provider: TranslatorName | null;
  @Column('text', { nullable: true }) translate_base_url: string | null;
  @Column('text', { nullable: true }) translate_region: string | null;
  /** Encrypted. */
  @Column('bytea', { nullable: true }) translate_key_enc: Buffer | null;
  @Column('integer', { nullable: true }) translate_monthly_chars: number | null;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
