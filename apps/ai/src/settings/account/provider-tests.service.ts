import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { LlmGeneratorFactory } from '../../llm/llm-generator.factory';
import { TranslatorsService } from '../../translation/translators.service';
import { pausedSentence } from '../provider-settings';
import { ProviderSettingsCache } from '../provider-settings.cache';
import { ProviderSettingsService } from '../provider-settings.service';
import type { TestedProvider } from './account-ai.dto';
import type { ProviderTestResponse } from './account-ai.responses';
import { requireMain } from './main-sub-account';
import { TestAllowance } from './test-allowance';

/** Calls the provider of an account once, to show whether its settings work. */
@Injectable()
export class ProviderTestsService {
  private readonly allowance = new TestAllowance();

  constructor(
    private readonly settings: ProviderSettingsService,
    private readonly cache: ProviderSettingsCache,
    private readonly models: LlmGeneratorFactory,
    private readonly translators: TranslatorsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what came back. A failure of the provider is a result. Throws 403 unless the caller manages the whole account, and
   * 429 after 10 tests in a minute. The provider is the one that an admin chose, and the request has no data of the account.
   */
  async test(principal: Principal, which: TestedProvider): Promise<ProviderTestResponse> {
    requireMain(principal);
    const { account_id } = principal;
    const waitMs = this.allowance.take(account_id, this.clock.now().getTime());
    if (waitMs > 0) throw tooManyTests(waitMs);
    // Another process may have changed the settings a moment ago.
    this.cache.forget(account_id);
    return which === 'ai' ? this.testAi(account_id) : this.testTranslation(account_id);
  }

  private async testAi(accountId: number): Promise<ProviderTestResponse> {
    const ai = await this.settings.aiProvider(accountId);
    if (ai.name === 'paused') {
      const stopped = { ok: false, latency_ms: 0, result: null, error: pausedSentence(ai) };
      return { success: true, provider: 'openai', model: null, ...stopped };
    }
    if (ai.name === 'embedded') {
      const works = { ok: true, latency_ms: 0, result: null, error: null };
      return { success: true, provider: ai.name, model: 'embedded', ...works };
    }
    const test = await this.models.for(ai.connection, accountId).test();
    return {
      success: true,
      provider: ai.name,
      model: test.model ?? ai.connection.model,
      ok: test.ok,
      latency_ms: test.latency_ms,
      result: test.sample,
      error: test.error,
    };
  }

  private async testTranslation(accountId: number): Promise<ProviderTestResponse> {
    const translator = await this.settings.translator(accountId);
    const { ok, latency_ms, result, error } = await this.translators.test(translator, accountId);
    const model = translator.name === 'llm' ? translator.connection.model : null;
    const provider = translator.name === 'paused' ? 'none' : translator.name;
    return { success: true, provider, model, ok, latency_ms, result, error };
  }
}

function tooManyTests(waitMs: number): ApiError {
  return new ApiError(
    'rate_limited',
    'An account can test its providers 10 times in a minute; try again shortly.',
    {
      retry_after_seconds: Math.ceil(waitMs / 1_000),
    },
  );
}
