import { Module } from '@nestjs/common';
import { NoticeNotifier, PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { DriftMetrics } from '@plaudit/runtime';
import { ChannelTypesController } from './catalogue/channel-types.controller';
import { ChannelTypesService } from './catalogue/channel-types.service';
import { DeletedChannelsController } from './changes/deleted-channels.controller';
import { DeletedChannelsReadModel } from './changes/deleted-channels.read-model';
import { ChannelCredentialsService } from './channels/channel-credentials.service';
import { ChannelEventsPublisher } from './channels/channel-events.publisher';
import { ChannelListCache } from './channels/channel-list.cache';
import { ChannelsController } from './channels/channels.controller';
import { ChannelsRepository } from './channels/channels.repository';
import { ChannelDeletionService } from './channels/channel-deletion.service';
import { ChannelsService } from './channels/channels.service';
import { KeptReviewsClient } from './channels/kept-reviews.client';
import { RefreshService } from './channels/refresh.service';
import { SubAccountClosureService } from './channels/sub-account-closure.service';
import { ChannelKeysService } from './connecting/channel-keys.service';
import { ChannelLimitsService } from './connecting/channel-limits.service';
import { ChannelFactory } from './connecting/channel.factory';
import { ConnectionService } from './connecting/connection.service';
import { ProfileCheckService } from './connecting/profile-check.service';
import { RenewedAccessService } from './connecting/renewed-access.service';
import { ReplacedAccessService } from './connecting/replaced-access.service';
import { ChannelCountsRepository } from './counts/channel-counts.repository';
import { ChannelCountsService } from './counts/channel-counts.service';
import { ReviewCountsRepository } from './counts/review-counts.repository';
import { ReviewCountsService } from './counts/review-counts.service';
import { PlatformHttpClient } from './crawl/http/platform-http.client';
import { CrawlEventsPublisher } from './crawl/outcome/crawl-events.publisher';
import { CrawlFailureService } from './crawl/outcome/crawl-failure.service';
import { CrawlOutcomeService } from './crawl/outcome/crawl-outcome.service';
import { CrawlSuccessService } from './crawl/outcome/crawl-success.service';
import { CrawledChannelService } from './crawl/outcome/crawled-channel.service';
import { DailyChecksRepository } from './crawl/outcome/daily-checks.repository';
import { RatingHistoryService } from './crawl/outcome/rating-history.service';
import { SnapshotsRepository } from './crawl/outcome/snapshots.repository';
import { CollectedPagesService } from './crawl/pages/collected-pages.service';
import { CollectedReviewsService } from './crawl/pages/collected-reviews.service';
import { RemovedReviewsService } from './crawl/pages/removed-reviews.service';
import { SeenReviewsRepository } from './crawl/pages/seen-reviews.repository';
import { CrawlBacklogReadModel } from './crawl/queue/crawl-backlog.read-model';
import { CrawlPlanService } from './crawl/queue/crawl-plan.service';
import { CrawlQueueService } from './crawl/queue/crawl-queue.service';
import { CrawlNotifier } from './crawl/queue/crawl.notifier';
import { CrawlsRepository } from './crawl/queue/crawls.repository';
import { ChannelReaderService } from './crawl/run/channel-reader.service';
import { CrawlJobService } from './crawl/run/crawl-job.service';
import { ObservedCrawlService } from './crawl/run/observed-crawl.service';
import { CrawlMetrics } from './crawl/run/crawl.metrics';
import { CrawlWorker } from './crawl/run/crawl.worker';
import { PageThreadService } from './crawl/thread/page-thread.service';
import { PlatformContextFactory } from './crawl/thread/platform-context.factory';
import { GroupChangesRepository } from './groups/group-changes.repository';
import { GroupChangesService } from './groups/group-changes.service';
import { GroupsController } from './groups/groups.controller';
import { GroupsReadModel } from './groups/groups.read-model';
import { GroupsRepository } from './groups/groups.repository';
import { GroupsService } from './groups/groups.service';
import { CandidateSearchService } from './discovery/candidate-search.service';
import { DiscoveryController } from './discovery/discovery.controller';
import { DiscoveryDaysRepository } from './discovery/discovery-days.repository';
import { DiscoveryLimitService } from './discovery/discovery-limit.service';
import { DiscoveryService } from './discovery/discovery.service';
import { DashboardChannelFactory } from './import/dashboard-channel.factory';
import { DashboardImportsService } from './import/dashboard-imports.service';
import { ReviewImportsController } from './import/review-imports.controller';
import { ReviewImportsService } from './import/review-imports.service';
import { OnAccessReduced } from './handlers/on-access-reduced.handler';
import { OnReviewCounted } from './handlers/on-review-counted.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { AuthorizationService } from './oauth/authorization.service';
import { CallbackService } from './oauth/callback/callback.service';
import { GrantService } from './oauth/callback/grant.service';
import { OAuthCallbackController } from './oauth/callback/oauth-callback.controller';
import { OAuthChannelsService } from './oauth/oauth-channels.service';
import { OAuthConnectionsController } from './oauth/oauth-connections.controller';
import { OAuthConnectionsRepository } from './oauth/oauth-connections.repository';
import { OAuthConnectionsService } from './oauth/oauth-connections.service';
import { ChannelAccessService } from './oauth/tokens/channel-access.service';
import { ChannelTokensRepository } from './oauth/tokens/channel-tokens.repository';
import { OAuthTokenClient } from './oauth/tokens/oauth-token.client';
import { FailingChannelsController } from './counts/failing-channels.controller';
import { FailingChannelsReadModel } from './counts/failing-channels.read-model';
import { UnknownChannelTypesController } from './unknown-channels/unknown-channel-types.controller';
import { UnknownChannelsController } from './unknown-channels/unknown-channels.controller';
import { UnknownChannelsReadModel } from './unknown-channels/unknown-channels.read-model';

@Module({
  controllers: [
    ChannelTypesController,
    DiscoveryController,
    ChannelsController,
    OAuthConnectionsController,
    OAuthCallbackController,
    UnknownChannelsController,
    UnknownChannelTypesController,
    FailingChannelsController,
    DeletedChannelsController,
    GroupsController,
    ReviewImportsController,
    OnReviewCreated,
    OnReviewDeleted,
    OnReviewUpdated,
    OnReviewCounted,
    OnSubAccountDeleted,
    OnAccessReduced,
  ],
  providers: [
    // The catalogue, connecting a profile, and the channels.
    ChannelTypesService,
    ConnectionService,
    ChannelLimitsService,
    ProfileCheckService,
    ChannelFactory,
    ChannelKeysService,
    ReplacedAccessService,
    RenewedAccessService,
    ChannelsService,
    ChannelDeletionService,
    KeptReviewsClient,
    RefreshService,
    SubAccountClosureService,
    ChannelCredentialsService,
    ChannelEventsPublisher,
    ChannelListCache,
    ChannelsRepository,
    UnknownChannelsReadModel,
    FailingChannelsReadModel,
    DeletedChannelsReadModel,
    // The properties, and the channels that follow a changed one.
    GroupsService,
    GroupsRepository,
    GroupsReadModel,
    GroupChangesService,
    GroupChangesRepository,
    // Files of reviews.
    ReviewImportsService,
    DashboardImportsService,
    DashboardChannelFactory,
    // Discovery of profiles.
    DiscoveryService,
    DiscoveryLimitService,
    DiscoveryDaysRepository,
    CandidateSearchService,
    // Connecting by signing in, and the tokens that come of it.
    AuthorizationService,
    OAuthConnectionsService,
    OAuthConnectionsRepository,
    OAuthChannelsService,
    CallbackService,
    GrantService,
    OAuthTokenClient,
    ChannelAccessService,
    ChannelTokensRepository,
    // The reviews of each channel, counted from events, and the nightly count of the channels.
    ReviewCountsService,
    ReviewCountsRepository,
    DriftMetrics,
    ChannelCountsService,
    ChannelCountsRepository,
    // The crawl queue, and the worker that runs its crawls: worker -> job -> reader -> pages -> outcome.
    CrawlQueueService,
    NoticeNotifier,
    PeerNotifier,
    QueueNotifier,
    CrawlNotifier,
    CrawlsRepository,
    CrawlPlanService,
    CrawlWorker,
    CrawlMetrics,
    CrawlBacklogReadModel,
    CrawlJobService,
    ObservedCrawlService,
    ChannelReaderService,
    PlatformContextFactory,
    PlatformHttpClient,
    PageThreadService,
    CollectedPagesService,
    CollectedReviewsService,
    SeenReviewsRepository,
    RemovedReviewsService,
    CrawlOutcomeService,
    CrawlSuccessService,
    CrawlFailureService,
    CrawledChannelService,
    CrawlEventsPublisher,
    DailyChecksRepository,
    RatingHistoryService,
    SnapshotsRepository,
  ],
})
export class ChannelsModule {}
