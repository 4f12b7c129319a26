import { defineService } from '@plaudit/runtime';
import { AiEnv } from './ai.env';
import { AiModule } from './ai.module';
import { ChannelCopyEntity } from './channels/channel-copy.entity';
import { ReplySettingsEntity } from './drafts/settings/reply-settings.entity';
import { GenerationDayEntity } from './generations/generation-day.entity';
import { GenerationLockEntity } from './generations/generation-lock.entity';
import { InsightsEntity } from './insights/insights.entity';
import { RememberedAnswerEntity } from './llm/remembered-answer.entity';
import { CreateAi1765900000000 } from './migrations/1765900000000-create-ai';
import { AddMakers1767500100000 } from './migrations/1767500100000-add-makers';
import { AddReplySettings1768000000000 } from './migrations/1768000000000-add-reply-settings';
import { RefreshEntity } from './refresh/refresh.entity';
import { ReviewCopyEntity } from './reviews/review-copy.entity';
import { ProviderSettingsEntity } from './settings/provider-settings.entity';
import { AI_KEY, TRANSLATE_KEY } from './settings/sealed-keys';
import { SummaryEntity } from './summaries/summary.entity';
import { TranslationMonthEntity } from './translation/budget/translation-month.entity';
import { TranslatorPauseEntity } from './translation/budget/translator-pause.entity';
import { ForgottenTextEntity } from './translation/cache/forgotten-text.entity';
import { TranslationEntity } from './translation/cache/translation.entity';

export const aiService = defineService({
  name: 'ai',
  summary: 'Summaries, insights and translation',
  env: AiEnv,
  module: AiModule,
  consumes: ['channel', 'review', 'account'],
  // A batch of reviews costs about the same whatever its size, so more of them wait for the next one.
  lanes: 64,
  entities: [
    ChannelCopyEntity,
    ReviewCopyEntity,
    SummaryEntity,
    InsightsEntity,
    GenerationDayEntity,
    GenerationLockEntity,
    RememberedAnswerEntity,
    RefreshEntity,
    ProviderSettingsEntity,
    TranslationEntity,
    ForgottenTextEntity,
    TranslationMonthEntity,
    TranslatorPauseEntity,
    ReplySettingsEntity,
  ],
  migrations: [CreateAi1765900000000, AddMakers1767500100000, AddReplySettings1768000000000],
  sealed: [AI_KEY, TRANSLATE_KEY],
});
