import { channelSnapshot, ratingHistory } from '@plaudit/contracts';
import { defineService } from '@plaudit/runtime';
import { CREDENTIALS } from './channels/channel-credentials.service';
import { ChannelsEnv } from './channels.env';
import { ChannelsModule } from './channels.module';
import { DeletedChannelEntity } from './changes/deleted-channel.entity';
import { ChannelEntity } from './channels/channel.entity';
import { DiscoveryDayEntity } from './discovery/discovery-day.entity';
import { ChannelOwnerEntity } from './counts/channel-owner.entity';
import { ChannelSnapshotReadModel } from './channels/channel-snapshot.read-model';
import { ClosedSubAccountEntity } from './channels/closed-sub-account.entity';
import { DailyCheckEntity } from './crawl/outcome/daily-check.entity';
import { RatingHistoryReadModel } from './crawl/outcome/rating-history.read-model';
import { SnapshotEntity } from './crawl/outcome/snapshot.entity';
import { SeenReviewEntity } from './crawl/pages/seen-review.entity';
import { CrawlEntity } from './crawl/queue/crawl.entity';
import { GroupChangeEntity } from './groups/group-change.entity';
import { GroupEntity } from './groups/group.entity';
import { ConnectByOAuth1766100100000 } from './migrations/1766100100000-connect-by-oauth';
import { CreateChannels1763700100000 } from './migrations/1763700100000-create-channels';
import { CloseSubAccounts1763730000000 } from './migrations/1763730000000-close-sub-accounts';
import { PageChannels1763750000000 } from './migrations/1763750000000-page-channels';
import { ReconcileCounters1763900100000 } from './migrations/1763900100000-reconcile-counters';
import { TraceCrawls1764200000000 } from './migrations/1764200000000-trace-crawls';
import { RememberMissing1765400000000 } from './migrations/1765400000000-remember-missing';
import { FollowChannels1765400100000 } from './migrations/1765400100000-follow-channels';
import { KeepSnapshots1765650000000 } from './migrations/1765650000000-keep-snapshots';
import { KeepLastStates1765700000000 } from './migrations/1765700000000-keep-last-states';
import { CountDiscoveries1766100300000 } from './migrations/1766100300000-count-discoveries';
import { IndexLeasedCrawls1766200000000 } from './migrations/1766200000000-index-leased-crawls';
import { IndexCrawlPriorities1766600000000 } from './migrations/1766600000000-index-crawl-priorities';
import { CountNewReviews1766710000000 } from './migrations/1766710000000-count-new-reviews';
import { RememberDailyChecks1766810000000 } from './migrations/1766810000000-remember-daily-checks';
import { IndexFailingChannels1766850100000 } from './migrations/1766850100000-index-failing-channels';
import { ConfirmSignIns1766902840000 } from './migrations/1766902840000-confirm-sign-ins';
import { IndexFormerIds1767600200001 } from './migrations/1767600200001-index-former-ids';
import { KeepFormerIds1767600200000 } from './migrations/1767600200000-keep-former-ids';
import { KeepNotices1766910000000 } from './migrations/1766910000000-keep-notices';
import { SweepChannels1766100000000 } from './migrations/1766100000000-sweep-channels';
import { CreateGroups1766100200000 } from './migrations/1766100200000-create-groups';
import { IndexChannelGroups1766100200001 } from './migrations/1766100200001-index-channel-groups';
import { MarkHiddenReviews1766910301000 } from './migrations/1766910301000-mark-hidden-reviews';
import { MarkImportedReviews1766100200002 } from './migrations/1766100200002-mark-imported-reviews';
import { OAuthConnectionEntity } from './oauth/oauth-connection.entity';
import { OAUTH_ACCESS } from './oauth/oauth-connections.service';
import { TokenLeaseEntity } from './oauth/tokens/token-lease.entity';

export const channelsService = defineService({
  name: 'channels',
  summary: 'Manages connected profiles on review platforms and collects their reviews.',
  env: ChannelsEnv,
  module: ChannelsModule,
  consumes: ['review', 'account'],
  entities: [
    ChannelEntity,
    CrawlEntity,
    SeenReviewEntity,
    SnapshotEntity,
    DailyCheckEntity,
    ClosedSubAccountEntity,
    DeletedChannelEntity,
    ChannelOwnerEntity,
    OAuthConnectionEntity,
    TokenLeaseEntity,
    DiscoveryDayEntity,
    GroupEntity,
    GroupChangeEntity,
  ],
  migrations: [
    CreateChannels1763700100000,
    CloseSubAccounts1763730000000,
    PageChannels1763750000000,
    ReconcileCounters1763900100000,
    TraceCrawls1764200000000,
    RememberMissing1765400000000,
    FollowChannels1765400100000,
    KeepSnapshots1765650000000,
    KeepLastStates1765700000000,
    SweepChannels1766100000000,
    ConnectByOAuth1766100100000,
    CreateGroups1766100200000,
    IndexChannelGroups1766100200001,
    MarkImportedReviews1766100200002,
    CountDiscoveries1766100300000,
    IndexLeasedCrawls1766200000000,
    IndexCrawlPriorities1766600000000,
    CountNewReviews1766710000000,
    RememberDailyChecks1766810000000,
    IndexFailingChannels1766850100000,
    ConfirmSignIns1766902840000,
    KeepFormerIds1767600200000,
    IndexFormerIds1767600200001,
    KeepNotices1766910000000,
    MarkHiddenReviews1766910301000,
  ],
  sealed: [CREDENTIALS, OAUTH_ACCESS],
  snapshots: [
    { definition: channelSnapshot, reader: ChannelSnapshotReadModel },
    { definition: ratingHistory, reader: RatingHistoryReadModel },
  ],
});
