import { Module } from '@nestjs/common';
import { PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ChannelCopiesRepository, OnChannel } from './channels/channel-copies.repository';
import { ChannelsReadModel } from './channels/channels.read-model';
import { ChannelsService } from './channels/channels.service';
import { DraftsController } from './drafts/drafts.controller';
import { DraftsService } from './drafts/drafts.service';
import { OwnedReviewsService } from './drafts/owned-reviews.service';
import { ReplyDraftsService } from './drafts/reply-drafts.service';
import { ReplySettingsController } from './drafts/settings/reply-settings.controller';
import { ReplySettingsRepository } from './drafts/settings/reply-settings.repository';
import { ReplySettingsService } from './drafts/settings/reply-settings.service';
import { ReviewsClient } from './drafts/reviews.client';
import { TagDraftsService } from './drafts/tag-drafts.service';
import { TagsClient } from './drafts/tags.client';
import { EmbeddedGeneratorService } from './embedded/embedded-generator.service';
import { LadderMetrics } from './generation/ladder.metrics';
import { LadderService } from './generation/ladder.service';
import { ChannelTextsService } from './generations/channel-texts.service';
import { FreshnessService } from './generations/freshness.service';
import { GenerationBudgetService } from './generations/generation-budget.service';
import { GenerationDaysRepository } from './generations/generation-days.repository';
import { GenerationLocksRepository } from './generations/generation-locks.repository';
import { GenerationsService } from './generations/generations.service';
import { OnAccessReduced } from './handlers/on-access-reduced.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewSnapshot } from './handlers/on-review-snapshot.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { InsightsTaskFactory } from './insights/insights-task.factory';
import { InsightsController } from './insights/insights.controller';
import { InsightsRepository } from './insights/insights.repository';
import { InsightsService } from './insights/insights.service';
import { LlmGeneratorFactory } from './llm/llm-generator.factory';
import { LlmClient } from './llm/llm.client';
import { RememberedAnswersRepository } from './llm/remembered-answers.repository';
import { DialectsCache } from './llm/requests/dialects.cache';
import { LlmRequestsService } from './llm/requests/llm-requests.service';
import { RefreshWorker } from './refresh/refresh.worker';
import { RefreshesRepository } from './refresh/refreshes.repository';
import { RefreshesService } from './refresh/refreshes.service';
import { SummaryRefreshService } from './refresh/summary-refresh.service';
import { ChannelReviewsReadModel } from './reviews/channel-reviews.read-model';
import { DeletedCopiesRepository } from './reviews/deleted-copies.repository';
import { DerivedTextsRepository } from './reviews/derived-texts.repository';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { ReviewCopiesService } from './reviews/review-copies.service';
import { UsedReviewsRepository } from './reviews/used-reviews.repository';
import { AccountAiController } from './settings/account/account-ai.controller';
import { AccountAiService } from './settings/account/account-ai.service';
import { AccountAiViewService } from './settings/account/account-ai-view.service';
import { ProviderTestsService } from './settings/account/provider-tests.service';
import { PausedProvidersService } from './settings/paused-providers.service';
import { ProviderKeysService } from './settings/provider-keys.service';
import { ProviderSettingsCache } from './settings/provider-settings.cache';
import { ProviderSettingsRepository } from './settings/provider-settings.repository';
import { ProviderSettingsService } from './settings/provider-settings.service';
import { NewSummaryService } from './summaries/new-summary.service';
import { SummariesController } from './summaries/summaries.controller';
import { SummariesRepository } from './summaries/summaries.repository';
import { SummariesService } from './summaries/summaries.service';
import { SummaryAdmissionService } from './summaries/summary-admission.service';
import { SummaryTaskFactory } from './summaries/summary-task.factory';
import { WidgetSummariesController } from './summaries/widget-summaries.controller';
import { WidgetSummariesReadModel } from './summaries/widget-summaries.read-model';
import { MeteredTranslatorService } from './translation/budget/metered-translator.service';
import { TranslationMonthsRepository } from './translation/budget/translation-months.repository';
import { TranslatorPausesRepository } from './translation/budget/translator-pauses.repository';
import { TranslationsRepository } from './translation/cache/translations.repository';
import { LlmTranslatorClient } from './translation/providers/llm-translator.client';
import { TranslatorClient } from './translation/providers/translator.client';
import { BatchTranslationService } from './translation/runs/batch-translation.service';
import { TranslationRunsService } from './translation/runs/translation-runs.service';
import { TranslationController } from './translation/translation.controller';
import { TranslationsService } from './translation/translations.service';
import { TranslatorsService } from './translation/translators.service';

@Module({
  controllers: [
    SummariesController,
    WidgetSummariesController,
    InsightsController,
    DraftsController,
    ReplySettingsController,
    AccountAiController,
    TranslationController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnReviewSnapshot,
    OnChannel,
    OnAccessReduced,
    OnSubAccountDeleted,
  ],
  providers: [
    // Summaries, which are written again in the background.
    SummariesService,
    NewSummaryService,
    SummaryAdmissionService,
    SummaryTaskFactory,
    SummariesRepository,
    WidgetSummariesReadModel,
    RefreshWorker,
    PeerNotifier,
    QueueNotifier,
    RefreshesService,
    RefreshesRepository,
    SummaryRefreshService,
    // Strengths and improvements.
    InsightsService,
    InsightsTaskFactory,
    InsightsRepository,
    // Drafts of replies and tags.
    ReplyDraftsService,
    ReplySettingsService,
    ReplySettingsRepository,
    TagDraftsService,
    DraftsService,
    TagsClient,
    OwnedReviewsService,
    ReviewsClient,
    // Who writes a text when, how often, and from which reviews.
    GenerationsService,
    ChannelTextsService,
    FreshnessService,
    GenerationBudgetService,
    GenerationDaysRepository,
    GenerationLocksRepository,
    // The provider of the account, and the embedded one if a model fails.
    LadderService,
    LadderMetrics,
    // What the copies of events say about channels and their reviews.
    ChannelsService,
    ChannelsReadModel,
    ChannelReviewsReadModel,
    UsedReviewsRepository,
    UnknownIdsClient,
    // The copies that events fill.
    ReviewCopiesService,
    ReviewCopiesRepository,
    ChannelCopiesRepository,
    DerivedTextsRepository,
    DeletedCopiesRepository,
    // Answers of models, which are forgotten with the reviews that they used.
    RememberedAnswersRepository,
    // Writes without a model.
    EmbeddedGeneratorService,
    // Writes with a model.
    LlmGeneratorFactory,
    LlmRequestsService,
    LlmClient,
    DialectsCache,
    // Translation.
    TranslationsService,
    TranslationRunsService,
    BatchTranslationService,
    MeteredTranslatorService,
    TranslatorsService,
    TranslatorClient,
    LlmTranslatorClient,
    TranslationsRepository,
    TranslationMonthsRepository,
    TranslatorPausesRepository,
    // Who writes and translates for an account.
    AccountAiService,
    AccountAiViewService,
    ProviderTestsService,
    ProviderSettingsService,
    ProviderSettingsCache,
    ProviderSettingsRepository,
    ProviderKeysService,
    PausedProvidersService,
  ],
})
export class AiModule {}
