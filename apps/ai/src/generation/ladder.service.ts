import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { EmbeddedGeneratorService } from '../embedded/embedded-generator.service';
import { EMBEDDED_VERSION } from '../embedded/embedded-version';
import { configKeyOf } from '../llm/config-key';
import { LlmFailure } from '../llm/llm-failure';
import { LlmGeneratorFactory } from '../llm/llm-generator.factory';
import {
  type AiProvider,
  type LlmConnection,
  type Paused,
  providerPaused,
} from '../settings/provider-settings';
import { ProviderSettingsService } from '../settings/provider-settings.service';
import { INSIGHTS_LANGUAGES, isInsightsLanguage } from './insights-languages';
import { LadderMetrics, type TextKind } from './ladder.metrics';
import type { TextGenerator } from './text-generator';
import type { Written } from './written';

/** The name of the embedded provider, where a model has its own. */
export const EMBEDDED = 'embedded';

/** Asks a provider for one text. */
export type Write<T> = (generator: TextGenerator) => Promise<T>;

/** What is written, and for whom. */
export interface Order {
  account_id: number;
  kind: TextKind;
  /** `embedded` asks no model, whatever the account has chosen. */
  writer: Writer;
}

/** `configured` is the provider that the account has chosen. */
export type Writer = 'configured' | 'embedded';

/** Has texts written by the provider of an account. The embedded provider writes what a model could not. */
@Injectable()
export class LadderService {
  private readonly logger = new Logger(LadderService.name);

  constructor(
    private readonly settings: ProviderSettingsService,
    private readonly models: LlmGeneratorFactory,
    private readonly embedded: EmbeddedGeneratorService,
    private readonly metrics: LadderMetrics,
  ) {}

  /**
   * Returns true if a model writes for the account. It can write languages that the embedded provider cannot. Throws 409 if it
   * is paused.
   */
  async hasModel(accountId: number): Promise<boolean> {
    return working(await this.settings.aiProvider(accountId)).name !== EMBEDDED;
  }

  /** Throws 400 unless the provider of the account can write the language, and 409 if it is paused. */
  async assertWrites(accountId: number, language: string): Promise<void> {
    const hasModel = await this.hasModel(accountId);
    if (hasModel || isInsightsLanguage(language)) return;
    const msg = `language ${language} needs an AI provider; without one, use one of ${INSIGHTS_LANGUAGES.join(', ')}.`;
    throw new ApiError('unsupported_language', msg, { field: 'language' });
  }

  /** Returns what identifies the prompts, the provider and the model of the account, or null while its provider is paused. */
  async configKey(accountId: number): Promise<string | null> {
    const provider = await this.settings.aiProvider(accountId);
    return provider.name === 'paused' ? null : keyOf(provider);
  }

  /**
   * Has a text written by the provider of the order, or by the embedded provider if the model fails. Throws 409 if the provider of the
   * account is paused.
   */
  async write<T>(order: Order, write: Write<T>): Promise<Written<T>> {
    const provider = working(await this.settings.aiProvider(order.account_id));
    if (provider.name === EMBEDDED || order.writer === EMBEDDED) {
      return this.byEmbedded(order, provider, write);
    }
    try {
      return await this.byModel(order, provider.connection, write);
    } catch (error) {
      if (!(error instanceof LlmFailure)) {
        this.metrics.ended(order.kind, provider.name, 'failed');
        throw error;
      }
      const message = 'Wrote with the embedded provider because the model gave no usable answer';
      const { account_id, kind } = order;
      this.logger.warn({ message, account_id, kind, reason: error.reason, status: error.status });
      return this.byEmbedded(order, provider, write);
    }
  }

  private async byModel<T>(
    { account_id, kind }: Order,
    connection: LlmConnection,
    write: Write<T>,
  ): Promise<Written<T>> {
    const value = await write(this.models.for(connection, account_id));
    this.metrics.ended(kind, 'openai', 'written');
    return { value, model: connection.model, fallback: false, configKey: configKeyOf(connection) };
  }

  private async byEmbedded<T>(
    { kind }: Order,
    configured: WorkingProvider,
    write: Write<T>,
  ): Promise<Written<T>> {
    const fallback = configured.name !== EMBEDDED;
    try {
      const value = await write(this.embedded);
      this.metrics.ended(kind, configured.name, fallback ? 'fallback' : 'written');
      return { value, model: EMBEDDED, fallback, configKey: keyOf(configured) };
    } catch (error) {
      this.metrics.ended(kind, configured.name, 'failed');
      throw error;
    }
  }
}

type WorkingProvider = Exclude<AiProvider, Paused>;

/** Throws 409 for a provider that is paused. */
function working(provider: AiProvider): WorkingProvider {
  if (provider.name === 'paused') throw providerPaused(provider);
  return provider;
}

function keyOf(provider: WorkingProvider): string {
  return provider.name === EMBEDDED ? `${EMBEDDED} ${EMBEDDED_VERSION}` : configKeyOf(provider.connection);
}
