import { Module } from '@nestjs/common';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ActivityRepository } from './activity/activity.repository';
import { BounceMailboxClient } from './bounces/bounce-mailbox.client';
import { BounceMailboxWorker } from './bounces/bounce-mailbox.worker';
import { BusinessesRepository } from './businesses/businesses.repository';
import { BusinessesService } from './businesses/businesses.service';
import { ChannelCopiesRepository } from './channels/channel-copies.repository';
import { ChannelCopiesService } from './channels/channel-copies.service';
import { OnAccountChanged } from './handlers/on-account-changed.handler';
import { OnAccountSnapshot } from './handlers/on-account-snapshot.handler';
import { OnChannelDeleted } from './handlers/on-channel-deleted.handler';
import { OnChannelSaved } from './handlers/on-channel-saved.handler';
import { OnChannelSnapshot } from './handlers/on-channel-snapshot.handler';
import { FeedbackRepository } from './hooks/feedback/feedback.repository';
import { FeedbackService } from './hooks/feedback/feedback.service';
import { HooksController } from './hooks/hooks.controller';
import { MailHooksService } from './hooks/mail-hooks.service';
import { MailReportsService } from './hooks/mail/mail-reports.service';
import { SmsHooksService } from './hooks/sms-hooks.service';
import { SmsAnswersService } from './hooks/sms/sms-answers.service';
import { SmsStatusesService } from './hooks/sms/sms-statuses.service';
import { SnsClient } from './hooks/sns/sns.client';
import { SnsService } from './hooks/sns/sns.service';
import { LifecycleService } from './lifecycle/lifecycle.service';
import { PendingRequestsRepository } from './lifecycle/pending-requests.repository';
import { MessageLinksService } from './links/message-links.service';
import { ErasedRequestsService } from './privacy/erased-requests.service';
import { ErasureController } from './privacy/erasure.controller';
import { ErasureService } from './privacy/erasure.service';
import { ErasuresRepository } from './privacy/erasures.repository';
import { LanesRepository } from './queue/lanes.repository';
import { RequestsRepository } from './requests/requests.repository';
import { StoredRequestsService } from './requests/stored-requests.service';
import { SettingsNamesRepository } from './settings/settings-names.repository';
import { SettingsProfilesController } from './settings/settings-profiles.controller';
import { SettingsProfilesRepository } from './settings/settings-profiles.repository';
import { SettingsProfilesService } from './settings/settings-profiles.service';
import { SmsClient } from './sms/sms.client';
import { SuppressionsRepository } from './suppressions/suppressions.repository';
import { TemplatePagesController } from './templates/template-pages.controller';
import { TemplatesController } from './templates/templates.controller';
import { TemplatesService } from './templates/templates.service';

@Module({
  controllers: [
    SettingsProfilesController,
    TemplatesController,
    TemplatePagesController,
    ErasureController,
    OnChannelSaved,
    OnChannelDeleted,
    OnChannelSnapshot,
    OnAccountChanged,
    OnAccountSnapshot,
    HooksController,
  ],
  providers: [
    RequestsRepository,
    StoredRequestsService,
    ActivityRepository,
    LifecycleService,
    PendingRequestsRepository,
    SuppressionsRepository,
    LanesRepository,
    SettingsNamesRepository,
    SettingsProfilesRepository,
    SettingsProfilesService,
    TemplatesService,
    UnknownIdsClient,
    BusinessesRepository,
    BusinessesService,
    ChannelCopiesRepository,
    ChannelCopiesService,
    MessageLinksService,
    ErasureService,
    ErasedRequestsService,
    ErasuresRepository,
    SmsClient,
    FeedbackRepository,
    FeedbackService,
    SmsHooksService,
    SmsAnswersService,
    SmsStatusesService,
    MailHooksService,
    MailReportsService,
    SnsClient,
    SnsService,
    BounceMailboxClient,
    BounceMailboxWorker,
  ],
})
export class InvitationsModule {}
