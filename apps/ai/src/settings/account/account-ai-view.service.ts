import { Injectable } from '@nestjs/common';
import { type Principal, wireDateOrNull } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { AiEnv } from '../../ai.env';
import { dailyCapOf, utcDay } from '../../generations/daily-cap';
import { GenerationDaysRepository } from '../../generations/generation-days.repository';
import { TranslationMonthsRepository } from '../../translation/budget/translation-months.repository';
import { effectiveAi, effectiveTranslator, monthlyLimit, NO_CHOICE } from '../effective-settings';
import { type ProviderColumns, ProviderSettingsRepository } from '../provider-settings.repository';
import type {
  AccountAiResponse,
  AiSettingsResponse,
  TranslationSettingsResponse,
} from './account-ai.responses';
import { requireMain } from './main-sub-account';

/** Shows who writes and translates for an account, and what it has used up. It never shows a key. */
@Injectable()
export class AccountAiViewService {
  constructor(
    private readonly env: AiEnv,
    private readonly rows: ProviderSettingsRepository,
    private readonly days: GenerationDaysRepository,
    private readonly months: TranslationMonthsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws 403 unless the caller manages the whole account. */
  async get(principal: Principal): Promise<AccountAiResponse> {
    requireMain(principal);
    const day = utcDay(this.clock.now());
    const month = day.slice(0, 7);
    const [row, usedToday, usedChars] = await Promise.all([
      this.rows.find(principal.account_id),
      this.days.used(principal.account_id, day),
      this.months.used(principal.account_id, `${month}-01`),
    ]);
    return {
      success: true,
      ai: this.ai(row),
      translation: { ...this.translation(row), used_chars: usedChars, month },
      daily_cap: dailyCapOf(this.env, principal),
      used_today: usedToday,
    };
  }

  private ai(row: ProviderColumns | null): AiSettingsResponse {
    const provider = effectiveAi(this.env, { ...NO_CHOICE, ...row, ai_paused_on: null });
    return {
      source: row?.ai_provider ? 'account' : 'service',
      provider: provider.name === 'openai' ? 'openai' : 'embedded',
      base_url: row?.ai_base_url ?? null,
      model: provider.name === 'openai' ? provider.connection.model : null,
      has_key: Boolean(row?.ai_key_enc),
      created_by: row?.ai_maker ?? null,
      paused_on: wireDateOrNull(row?.ai_paused_on ?? null),
    };
  }

  /** The address and the key of the service are its operator's matter. */
  private translation(
    row: ProviderColumns | null,
  ): Omit<TranslationSettingsResponse, 'used_chars' | 'month'> {
    const chosen = { ...NO_CHOICE, ...row };
    const working = { ...chosen, ai_paused_on: null, translate_paused_on: null };
    const { name } = effectiveTranslator(this.env, working);
    return {
      source: row?.translate_provider ? 'account' : 'service',
      provider: name === 'paused' ? 'none' : name,
      base_url: chosen.translate_base_url,
      region: chosen.translate_region,
      has_key: Boolean(row?.translate_key_enc),
      monthly_chars: monthlyLimit(this.env, chosen),
      own_monthly_chars: chosen.translate_monthly_chars,
      created_by: chosen.translate_maker,
      paused_on: wireDateOrNull(chosen.translate_paused_on),
    };
  }
}
