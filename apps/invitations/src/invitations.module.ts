import { Module } from '@nestjs/common';
import { PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { UnknownIdsClient } from '@plaudit/runtime';
import { ActivityController } from './activity/activity.controller';
import { ActivityReadModel } from './activity/activity.read-model';
import { ActivityRepository } from './activity/activity.repository';
import { AdditionCandidatesService } from './additions/addition-candidates.service';
import { AdditionChecksService } from './additions/addition-checks.service';
import { AdditionFactsRepository } from './additions/addition-facts.repository';
import { AdditionsController } from './additions/additions.controller';
import { AdditionsService } from './additions/additions.service';
import { BounceMailboxClient } from './bounces/bounce-mailbox.client';
import { BounceMailboxWorker } from './bounces/bounce-mailbox.worker';
import { BusinessesRepository } from './businesses/businesses.repository';
import { BusinessesService } from './businesses/businesses.service';
import { ChannelCopiesRepository, OnChannel } from './channels/channel-copies.repository';
import { CreditsRepository } from './credits/credits.repository';
import { OnAccessReduced } from './handlers/on-access-reduced.handler';
import { OnAccountChanged } from './handlers/on-account-changed.handler';
import { OnAccountSnapshot } from './handlers/on-account-snapshot.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { HitVerdictsService } from './hits/hit-verdicts.service';
import { HitsRepository } from './hits/hits.repository';
import { HitsService } from './hits/hits.service';
import { OpenImageController } from './hits/open-image.controller';
import { OpeningsService } from './hits/openings.service';
import { BounceFusesRepository } from './fuses/bounce-fuses.repository';
import { BounceFusesService } from './fuses/bounce-fuses.service';
import { FeedbackRepository } from './hooks/feedback/feedback.repository';
import { FeedbackService } from './hooks/feedback/feedback.service';
import { HooksController } from './hooks/hooks.controller';
import { MailHooksService } from './hooks/mail-hooks.service';
import { MailReportsService } from './hooks/mail/mail-reports.service';
import { SmsHooksService } from './hooks/sms-hooks.service';
import { SmsAnswersService } from './hooks/sms/sms-answers.service';
import { SmsReportsService } from './hooks/sms/sms-reports.service';
import { SmsStatusesService } from './hooks/sms/sms-statuses.service';
import { SnsClient } from './hooks/sns/sns.client';
import { SnsService } from './hooks/sns/sns.service';
import { AnswersService } from './landing/answers.service';
import { LandingVisitsService } from './landing/landing-visits.service';
import { LandingController } from './landing/landing.controller';
import { LandingService } from './landing/landing.service';
import { LifecycleService } from './lifecycle/lifecycle.service';
import { PendingRequestsRepository } from './lifecycle/pending-requests.repository';
import { MessageLinksService } from './links/message-links.service';
import { FuseDecisionsService } from './mail-health/fuse-decisions.service';
import { MailHealthController } from './mail-health/mail-health.controller';
import { MailHealthMetrics } from './mail-health/mail-health.metrics';
import { MailHealthReadModel } from './mail-health/mail-health.read-model';
import { MailHealthService } from './mail-health/mail-health.service';
import { MailTransportClient } from './mail/mail-transport.client';
import { VisitedMessagesService } from './links/visited-messages.service';
import { ClosedSubAccountsRepository } from './matching/closed-sub-accounts.repository';
import { ClosedSubAccountsService } from './matching/closed-sub-accounts.service';
import { MatchCandidatesRepository } from './matching/match-candidates.repository';
import { ReviewMatchesService } from './matching/review-matches.service';
import { ErasedRequestsService } from './privacy/erased-requests.service';
import { ErasureController } from './privacy/erasure.controller';
import { ErasureService } from './privacy/erasure.service';
import { ErasuresRepository } from './privacy/erasures.repository';
import { LanesRepository } from './queue/lanes.repository';
import { RequestListsController } from './requests/lists/request-lists.controller';
import { RequestListsReadModel } from './requests/lists/request-lists.read-model';
import { RequestUpdatesService } from './requests/request-updates.service';
import { RequestsController } from './requests/requests.controller';
import { RequestsReadModel } from './requests/requests.read-model';
import { RequestsRepository } from './requests/requests.repository';
import { RequestsService } from './requests/requests.service';
import { StoredRequestsService } from './requests/stored-requests.service';
import { SettingsNamesRepository } from './settings/settings-names.repository';
import { SettingsProfilesController } from './settings/settings-profiles.controller';
import { SettingsProfilesRepository } from './settings/settings-profiles.repository';
import { PausedProfilesService } from './settings/paused-profiles.service';
import { SettingsProfilesService } from './settings/settings-profiles.service';
import { SmsClient } from './sms/sms.client';
import { OperatorRepliesMetrics } from './stops/operator-replies.metrics';
import { SendingStopsRepository } from './stops/sending-stops.repository';
import { SendingStopsService } from './stops/sending-stops.service';
import { SuppressionImportsService } from './suppressions/suppression-imports.service';
import { SuppressionListReadModel } from './suppressions/suppression-list.read-model';
import { SuppressionsController } from './suppressions/suppressions.controller';
import { SuppressionsRepository } from './suppressions/suppressions.repository';
import { SuppressionsService } from './suppressions/suppressions.service';
import { TemplatePagesController } from './templates/template-pages.controller';
import { TemplatesController } from './templates/templates.controller';
import { TemplatesService } from './templates/templates.service';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller';
import { UnsubscribeService } from './unsubscribe/unsubscribe.service';
import { UnsubscriptionsService } from './unsubscribe/unsubscriptions.service';
import { MessageRendererService } from './preparing/message-renderer.service';
import { PreparationService } from './preparing/preparation.service';
import { QuotasService } from './preparing/quotas.service';
import { RemindersService } from './preparing/reminders.service';
import { SendingContextService } from './preparing/sending-context.service';
import { SendingFactsReadModel } from './preparing/sending-facts.read-model';
import { UnsentMessagesService } from './preparing/unsent-messages.service';
import { VerdictsService } from './preparing/verdicts.service';
import { ClaimsRepository } from './queue/claims.repository';
import { PostponementsRepository } from './queue/postponements.repository';
import { QueueLagReadModel } from './queue/queue-lag.read-model';
import { QueuePlacesRepository } from './queue/queue-places.repository';
import { AttemptRecordsService } from './sending/attempt-records.service';
import { AttemptService } from './sending/attempt.service';
import { FailuresService } from './sending/failures.service';
import { FinishingService } from './sending/finishing.service';
import { ManualSendingService } from './sending/manual/manual-sending.service';
import { NextRemindersRepository } from './preparing/next-reminders.repository';
import { RecoveryService } from './sending/recovery.service';
import { SendingController } from './sending/manual/sending.controller';
import { OperatorRepliesService } from './sending/operator-replies.service';
import { SendingMetrics } from './sending/sending.metrics';
import { SendingWorker } from './sending/sending.worker';
import { TransportsService } from './sending/transports.service';

@Module({
  controllers: [
    SendingController,
    AdditionsController,
    RequestListsController,
    RequestsController,
    ActivityController,
    SettingsProfilesController,
    TemplatesController,
    TemplatePagesController,
    ErasureController,
    OnChannel,
    OnAccessReduced,
    OnAccountChanged,
    OnAccountSnapshot,
    HooksController,
    OnReviewCreated,
    OnSubAccountDeleted,
    OpenImageController,
    LandingController,
    MailHealthController,
    SuppressionsController,
    UnsubscribeController,
  ],
  providers: [
    AttemptService,
    AttemptRecordsService,
    FailuresService,
    FinishingService,
    ManualSendingService,
    NextRemindersRepository,
    RecoveryService,
    SendingMetrics,
    OperatorRepliesService,
    SendingWorker,
    TransportsService,
    ClaimsRepository,
    PostponementsRepository,
    PeerNotifier,
    QueueNotifier,
    QueueLagReadModel,
    OperatorRepliesMetrics,
    SendingStopsRepository,
    SendingStopsService,
    BounceFusesRepository,
    BounceFusesService,
    FuseDecisionsService,
    MailHealthMetrics,
    MailHealthReadModel,
    MailHealthService,
    MessageRendererService,
    PreparationService,
    QuotasService,
    RemindersService,
    SendingContextService,
    SendingFactsReadModel,
    UnsentMessagesService,
    VerdictsService,

    AdditionsService,
    AdditionChecksService,
    AdditionCandidatesService,
    AdditionFactsRepository,
    CreditsRepository,
    RequestListsReadModel,
    RequestsReadModel,
    RequestsService,
    RequestUpdatesService,
    RequestsRepository,
    StoredRequestsService,
    ActivityRepository,
    ActivityReadModel,
    LifecycleService,
    PendingRequestsRepository,
    SuppressionsRepository,
    LanesRepository,
    QueuePlacesRepository,
    SettingsNamesRepository,
    SettingsProfilesRepository,
    SettingsProfilesService,
    PausedProfilesService,
    TemplatesService,
    UnknownIdsClient,
    BusinessesRepository,
    BusinessesService,
    ChannelCopiesRepository,
    MessageLinksService,
    ErasureService,
    ErasedRequestsService,
    ErasuresRepository,
    SmsClient,
    MailTransportClient,
    FeedbackRepository,
    FeedbackService,
    SmsHooksService,
    SmsAnswersService,
    SmsReportsService,
    SmsStatusesService,
    MailHooksService,
    MailReportsService,
    SnsClient,
    SnsService,
    BounceMailboxClient,
    BounceMailboxWorker,
    HitVerdictsService,
    HitsRepository,
    HitsService,
    OpeningsService,
    AnswersService,
    LandingVisitsService,
    LandingService,
    VisitedMessagesService,
    ClosedSubAccountsRepository,
    ClosedSubAccountsService,
    MatchCandidatesRepository,
    ReviewMatchesService,
    SuppressionImportsService,
    SuppressionListReadModel,
    SuppressionsService,
    UnsubscribeService,
    UnsubscriptionsService,
  ],
})
export class InvitationsModule {}
