import { defineService } from '@plaudit/runtime';
import { ContentRevEntity } from './content-revs/content-rev.entity';
import { ChannelCopyEntity } from './channels/channel-copy.entity';
import { ImageEntity } from './images/image.entity';
import { CreateWidgets1763700300000 } from './migrations/1763700300000-create-widgets';
import { DateImages1763700400000 } from './migrations/1763700400000-date-images';
import { CloseSubAccounts1763740000000 } from './migrations/1763740000000-close-sub-accounts';
import { DateChannelCopies1763900500000 } from './migrations/1763900500000-date-channel-copies';
import { FollowReviews1765300000000 } from './migrations/1765300000000-follow-reviews';
import { ShowTranslations1765900100000 } from './migrations/1765900100000-show-translations';
import { DrawWidgetsAnew1766800100000 } from './migrations/1766800100000-draw-widgets-anew';
import { LinkChannels1766800000000 } from './migrations/1766800000000-link-channels';
import { CountViews1766900000000 } from './migrations/1766900000000-count-views';
import { AssignImages1767000000000 } from './migrations/1767000000000-assign-images';
import { SayOneSentence1768200000000 } from './migrations/1768200000000-say-one-sentence';
import { withTypedSettings } from './openapi/typed-widgets';
import { WidgetDayEntity } from './views/widget-day.entity';
import { WidgetsEnv } from './widgets.env';
import { WidgetsModule } from './widgets.module';
import { ClosedSubAccountEntity } from './widgets/closed-sub-account.entity';
import { WidgetEntity } from './widgets/widget.entity';

export const widgetsService = defineService({
  name: 'widgets',
  summary: 'Widgets: settings, public JSON, embed scripts and hosted pages.',
  env: WidgetsEnv,
  module: WidgetsModule,
  consumes: ['channel', 'account'],
  entities: [
    WidgetEntity,
    ContentRevEntity,
    ChannelCopyEntity,
    ImageEntity,
    ClosedSubAccountEntity,
    WidgetDayEntity,
  ],
  migrations: [
    CreateWidgets1763700300000,
    DateImages1763700400000,
    CloseSubAccounts1763740000000,
    DateChannelCopies1763900500000,
    FollowReviews1765300000000,
    ShowTranslations1765900100000,
    LinkChannels1766800000000,
    DrawWidgetsAnew1766800100000,
    CountViews1766900000000,
    AssignImages1767000000000,
    SayOneSentence1768200000000,
  ],
  describe: withTypedSettings,
});
