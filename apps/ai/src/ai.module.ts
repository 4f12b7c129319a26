import { Module } from '@nestjs/common';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ChannelsReadModel } from './channels/channels.read-model';
import { ChannelsService } from './channels/channels.service';
import { EmbeddedGeneratorService } from './embedded/embedded-generator.service';
import { LlmGeneratorFactory } from './llm/llm-generator.factory';
import { LlmClient } from './llm/llm.client';
import { RememberedAnswersRepository } from './llm/remembered-answers.repository';
import { DialectsCache } from './llm/requests/dialects.cache';
import { LlmRequestsService } from './llm/requests/llm-requests.service';
import { ChannelReviewsReadModel } from './reviews/channel-reviews.read-model';
import { UsedReviewsRepository } from './reviews/used-reviews.repository';
import { ProviderKeysService } from './settings/provider-keys.service';
import { ProviderSettingsCache } from './settings/provider-settings.cache';
import { ProviderSettingsRepository } from './settings/provider-settings.repository';
import { ProviderSettingsService } from './settings/provider-settings.service';
import { MeteredTranslatorService } from './translation/budget/metered-translator.service';
import { TranslationMonthsRepository } from './translation/budget/translation-months.repository';
import { TranslatorPausesRepository } from './translation/budget/translator-pauses.repository';
import { ExpiredTranslationsWorker } from './translation/cache/expired-translations.worker';
import { TranslationsRepository } from './translation/cache/translations.repository';
import { LlmTranslatorClient } from './translation/providers/llm-translator.client';
import { TranslatorClient } from './translation/providers/translator.client';
import { BatchTranslationService } from './translation/runs/batch-translation.service';
import { TranslationRunsService } from './translation/runs/translation-runs.service';
import { TranslationController } from './translation/translation.controller';
import { TranslationsService } from './translation/translations.service';
import { TranslatorsService } from './translation/translators.service';

@Module({
  controllers: [TranslationController],
  providers: [
    // What the copies of events say about channels and their reviews.
    ChannelsService,
    ChannelsReadModel,
    ChannelReviewsReadModel,
    UsedReviewsRepository,
    UnknownIdsClient,
    // Writes with a model.
    LlmGeneratorFactory,
    LlmClient,
    RememberedAnswersRepository,
    DialectsCache,
    LlmRequestsService,
    // Writes without a model.
    EmbeddedGeneratorService,
    // Translation.
    TranslationsService,
    TranslationRunsService,
    BatchTranslationService,
    MeteredTranslatorService,
    TranslatorsService,
    TranslatorClient,
    LlmTranslatorClient,
    ExpiredTranslationsWorker,
    TranslationsRepository,
    TranslationMonthsRepository,
    TranslatorPausesRepository,
    // Who writes and translates for an account.
    ProviderSettingsService,
    ProviderSettingsCache,
    ProviderSettingsRepository,
    ProviderKeysService,
  ],
})
export class AiModule {}
