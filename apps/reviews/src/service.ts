import { reviewSnapshot } from '@plaudit/contracts';
import { defineService } from '@plaudit/runtime';
import { DeletedReviewEntity } from './changes/deleted-review.entity';
import { ChannelCopyEntity } from './channels/channel-copy.entity';
import { ReviewCountEntity } from './counts/review-count.entity';
import { ReviewTagEntity } from './counts/review-tag.entity';
import { TagCountEntity } from './counts/tag-count.entity';
import { TombstoneEntity } from './collected/tombstone.entity';
import { ReviewHistoryEntity } from './history/review-history.entity';
import { CreateReviews1763700000000 } from './migrations/1763700000000-create-reviews';
import { AddCollectedVersion1763710300000 } from './migrations/1763710300000-add-collected-version';
import { CountReviews1763720100000 } from './migrations/1763720100000-count-reviews';
import { CountChannels1763900300000 } from './migrations/1763900300000-count-channels';
import { ForgetPeople1763730100000 } from './migrations/1763730100000-forget-people';
import { DateChannelCopies1763900510000 } from './migrations/1763900510000-date-channel-copies';
import { RememberDeletions1765200000000 } from './migrations/1765200000000-remember-deletions';
import { OrderReviews1765200100000 } from './migrations/1765200100000-order-reviews';
import { RelabellingEntity } from './relabellings/relabelling.entity';
import { CountPhotos1765100000001 } from './migrations/1765100000001-count-photos';
import { CreateReviewWords1765100000000 } from './migrations/1765100000000-create-review-words';
import { NameVideoPages1765450000000 } from './migrations/1765450000000-name-video-pages';
import { LinkInvitations1765830000000 } from './migrations/1765830000000-link-invitations';
import { LeaseRevs1766740000000 } from './migrations/1766740000000-lease-revs';
import { DropRevLeases1767100000000 } from './migrations/1767100000000-drop-rev-leases';
import { KeepReviewHistory1766820000000 } from './migrations/1766820000000-keep-review-history';
import { SaveReviewViews1766830000000 } from './migrations/1766830000000-save-review-views';
import { GroupChannelCopies1766810000000 } from './migrations/1766810000000-group-channel-copies';
import { IndexRemovedReviews1766910302000 } from './migrations/1766910302000-index-removed-reviews';
import { IndexReviewFacets1766850000000 } from './migrations/1766850000000-index-review-facets';
import { KeepDatePrecision1766870000000 } from './migrations/1766870000000-keep-date-precision';
import { CountChanges1765300000000 } from './migrations/1765300000000-count-changes';
import { SuppressionEntity } from './privacy/suppression.entity';
import { IndexReviewLists1763720200000 } from './migrations/1763720200000-index-review-lists';
import { ReviewsEnv } from './reviews.env';
import { ReviewsModule } from './reviews.module';
import { ReviewViewEntity } from './views/review-view.entity';
import { ReviewSnapshotReadModel } from './snapshot/review-snapshot.read-model';
import { ReviewEntity } from './reviews/review.entity';
import { ReviewRevEntity } from './revs/review-rev.entity';
import { ReviewWordsEntity } from './search/review-words.entity';
import { SourceEntity } from './sources/source.entity';
import { TagEntity } from './tags/tag.entity';

export const reviewsService = defineService({
  name: 'reviews',
  summary: 'Reviews: one normalised store, curation, tags and lists',
  env: ReviewsEnv,
  module: ReviewsModule,
  consumes: ['channel', 'invite'],
  entities: [
    ReviewEntity,
    TagEntity,
    SourceEntity,
    ChannelCopyEntity,
    TombstoneEntity,
    ReviewHistoryEntity,
    ReviewViewEntity,
    ReviewCountEntity,
    TagCountEntity,
    ReviewTagEntity,
    ReviewWordsEntity,
    SuppressionEntity,
    DeletedReviewEntity,
    RelabellingEntity,
    ReviewRevEntity,
  ],
  migrations: [
    CreateReviews1763700000000,
    AddCollectedVersion1763710300000,
    CountReviews1763720100000,
    IndexReviewLists1763720200000,
    ForgetPeople1763730100000,
    CountChannels1763900300000,
    DateChannelCopies1763900510000,
    CreateReviewWords1765100000000,
    CountPhotos1765100000001,
    RememberDeletions1765200000000,
    OrderReviews1765200100000,
    CountChanges1765300000000,
    NameVideoPages1765450000000,
    LinkInvitations1765830000000,
    LeaseRevs1766740000000,
    GroupChannelCopies1766810000000,
    KeepReviewHistory1766820000000,
    SaveReviewViews1766830000000,
    IndexReviewFacets1766850000000,
    KeepDatePrecision1766870000000,
    IndexRemovedReviews1766910302000,
    DropRevLeases1767100000000,
  ],
  snapshots: [{ definition: reviewSnapshot, reader: ReviewSnapshotReadModel }],
});
