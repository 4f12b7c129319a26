import { Module } from '@nestjs/common';
import { ChannelAnnouncer } from './channels/channel-announcer';
import { ChannelCredentials } from './channels/channel-credentials';
import { ChannelLimits } from './channels/channel-limits';
import { ChannelListCache } from './channels/channel-list-cache';
import { ChannelTypesController } from './channels/channel-types.controller';
import { ChannelTypesService } from './channels/channel-types.service';
import { ChannelsController } from './channels/channels.controller';
import { ChannelsRepository } from './channels/channels.repository';
import { ChannelsService } from './channels/channels.service';
import { CollectedCounts } from './channels/collected-counts';
import { ConnectionService } from './channels/connection.service';
import { NewChannels } from './channels/new-channels';
import { ProfileProbe } from './channels/profile-probe';
import { RefreshService } from './channels/refresh.service';
import { SubAccountClosure } from './channels/sub-account-closure';
import { CrawlAnnouncer } from './crawl/crawl-announcer';
import { CrawlBell } from './crawl/crawl-bell';
import { CrawlFailure } from './crawl/crawl-failure';
import { CrawlJob } from './crawl/crawl-job';
import { CrawlOutcomes } from './crawl/crawl-outcomes';
import { CrawlRequests } from './crawl/crawl-requests';
import { CrawlRunner } from './crawl/crawl-runner';
import { CrawlSuccess } from './crawl/crawl-success';
import { CrawlWorker } from './crawl/crawl-worker';
import { CrawledChannels } from './crawl/crawled-channels';
import { CrawlsRepository } from './crawl/crawls.repository';
import { PageRecorder } from './crawl/page-recorder';
import { PlatformHttp } from './crawl/platform-http';
import { SeenReviewsRepository } from './crawl/seen-reviews.repository';
import { SnapshotsRepository } from './crawl/snapshots.repository';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';

@Module({
  controllers: [
    ChannelTypesController,
    ChannelsController,
    OnReviewCreated,
    OnReviewDeleted,
    OnSubAccountDeleted,
  ],
  providers: [
    // What clients ask for.
    ChannelsService,
    ChannelTypesService,
    ConnectionService,
    RefreshService,
    ChannelsRepository,
    ChannelListCache,
    ChannelAnnouncer,
    ChannelCredentials,
    ChannelLimits,
    CollectedCounts,
    NewChannels,
    ProfileProbe,
    SubAccountClosure,
    // The crawler: worker -> job -> runner -> recorder, and how it ends.
    PlatformHttp,
    CrawlBell,
    CrawlRequests,
    CrawlWorker,
    CrawlJob,
    CrawlRunner,
    PageRecorder,
    CrawlOutcomes,
    CrawlSuccess,
    CrawlFailure,
    CrawledChannels,
    CrawlAnnouncer,
    CrawlsRepository,
    SeenReviewsRepository,
    SnapshotsRepository,
  ],
})
export class ChannelsModule {}
