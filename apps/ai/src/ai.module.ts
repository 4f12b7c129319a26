import { Module } from '@nestjs/common';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ChannelsReadModel } from './channels/channels.read-model';
import { ChannelsService } from './channels/channels.service';
import { ChannelReviewsReadModel } from './reviews/channel-reviews.read-model';
import { UsedReviewsRepository } from './reviews/used-reviews.repository';
import { ProviderKeysService } from './settings/provider-keys.service';
import { ProviderSettingsCache } from './settings/provider-settings.cache';
import { ProviderSettingsRepository } from './settings/provider-settings.repository';
import { ProviderSettingsService } from './settings/provider-settings.service';
import { TranslationMonthsRepository } from './translation/budget/translation-months.repository';
import { TranslatorPausesRepository } from './translation/budget/translator-pauses.repository';
import { TranslationsRepository } from './translation/cache/translations.repository';
import { TranslationController } from './translation/translation.controller';

@Module({
  controllers: [TranslationController],
  providers: [
    // What the copies of events say about channels and their reviews.
    ChannelsService,
    ChannelsReadModel,
    ChannelReviewsReadModel,
    UsedReviewsRepository,
    UnknownIdsClient,
    // Translation.
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
