import { Injectable } from '@nestjs/common';
import { AiEnv } from '../ai.env';
import { type ChosenSettings, effectiveAi, effectiveTranslator, NO_CHOICE } from './effective-settings';
import { ProviderKeysService } from './provider-keys.service';
import type { AiProvider, TranslatorSettings } from './provider-settings';
import { ProviderSettingsCache } from './provider-settings.cache';
import { ProviderSettingsRepository } from './provider-settings.repository';
import { AI_KEY, TRANSLATE_KEY } from './sealed-keys';

/** Tells who writes and translates for an account: what it chose itself, otherwise the settings of the service. */
@Injectable()
export class ProviderSettingsService {
  constructor(
    private readonly env: AiEnv,
    private readonly rows: ProviderSettingsRepository,
    private readonly keys: ProviderKeysService,
    private readonly cache: ProviderSettingsCache,
  ) {}

  async aiProvider(accountId: number): Promise<AiProvider> {
    return effectiveAi(this.env, await this.chosen(accountId));
  }

  async translator(accountId: number): Promise<TranslatorSettings> {
    return effectiveTranslator(this.env, await this.chosen(accountId));
  }

  /** Returns what the account chose, from the cache if it was read less than 30 s ago. */
  private chosen(accountId: number): Promise<ChosenSettings> {
    return this.cache.get(accountId, async () => {
      const row = await this.rows.find(accountId);
      if (!row) return NO_CHOICE;
      const { ai_key_enc, translate_key_enc, ...columns } = row;
      return {
        ...columns,
        ai_key: this.keys.open(AI_KEY, accountId, ai_key_enc),
        translate_key: this.keys.open(TRANSLATE_KEY, accountId, translate_key_enc),
      };
    });
  }
}
