import { Module } from '@nestjs/common';
import { DriftMetrics } from '@plaudit/runtime';
import { AdditionCandidatesService } from './additions/addition-candidates.service';
import { AdditionsController } from './additions/additions.controller';
import { AdditionsService } from './additions/additions.service';
import { ReviewDuplicatesRepository } from './additions/review-duplicates.repository';
import { ApprovedReviewsController } from './approved/approved-reviews.controller';
import { ApprovedReviewsReadModel } from './approved/approved-reviews.read-model';
import { ShownReviewsController } from './approved/shown-reviews.controller';
import { ShownReviewsReadModel } from './approved/shown-reviews.read-model';
import { ApprovedReviewsService } from './approved/approved-reviews.service';
import { DeletedReviewsController } from './changes/deleted-reviews.controller';
import { DeletedReviewsReadModel } from './changes/deleted-reviews.read-model';
import { ChannelCleanupRepository } from './channels/channel-cleanup.repository';
import { ChannelCleanupService } from './channels/channel-cleanup.service';
import { ChannelCopiesRepository } from './channels/channel-copies.repository';
import { ChannelCopiesService, OnChannel } from './channels/channel-copies.service';
import { ChannelCountsPublisher } from './channels/channel-counts.publisher';
import { ChannelCountsRepository } from './channels/channel-counts.repository';
import { ChannelCountsService } from './channels/channel-counts.service';
import { CollectedReviewsRepository } from './collected/collected-reviews.repository';
import { CollectedReviewsService } from './collected/collected-reviews.service';
import { RemovedReviewsService } from './collected/removed-reviews.service';
import { CurationController } from './curation/curation.controller';
import { CurationRepository } from './curation/curation.repository';
import { CurationService } from './curation/curation.service';
import { CountRepairRepository } from './counts/count-repair.repository';
import { ReviewCountsRepository } from './counts/review-counts.repository';
import { ChannelReviewsController } from './counts/channel-reviews.controller';
import { ChannelReviewsReadModel } from './counts/channel-reviews.read-model';
import { WaitingReviewsController } from './counts/waiting-reviews.controller';
import { WaitingReviewsReadModel } from './counts/waiting-reviews.read-model';
import { ReviewFacetsController } from './facets/review-facets.controller';
import { ReviewFacetsReadModel } from './facets/review-facets.read-model';
import { DirectReviewsRepository } from './direct/direct-reviews.repository';
import { DirectReviewsService } from './direct/direct-reviews.service';
import { ReviewExportController } from './export/review-export.controller';
import { ReviewExportReadModel } from './export/review-export.read-model';
import { ReviewExportService } from './export/review-export.service';
import { OnInviteAnswered } from './handlers/on-invite-answered.handler';
import { OnReviewsCollected } from './handlers/on-reviews-collected.handler';
import { OnReviewsRemoved } from './handlers/on-reviews-removed.handler';
import { ReviewHistoryController } from './history/review-history.controller';
import { ReviewHistoryRepository } from './history/review-history.repository';
import { ReviewHistoryService } from './history/review-history.service';
import { ReviewListsController } from './lists/review-lists.controller';
import { ReviewListsReadModel } from './lists/review-lists.read-model';
import { ReviewListsService } from './lists/review-lists.service';
import { InvitationsClient } from './privacy/invitations.client';
import { PrivacyController } from './privacy/privacy.controller';
import { PrivacyService } from './privacy/privacy.service';
import { ReviewErasureService } from './privacy/review-erasure.service';
import { SuppressionsRepository } from './privacy/suppressions.repository';
import { RelabellingsRepository } from './relabellings/relabellings.repository';
import { FollowUpService } from './relabellings/follow-up.service';
import { RelabellingsService } from './relabellings/relabellings.service';
import { ReviewEditsService } from './reviews/review-edits.service';
import { ReviewsController } from './reviews/reviews.controller';
import { ReviewsReadModel } from './reviews/reviews.read-model';
import { ReviewsRepository } from './reviews/reviews.repository';
import { ReviewsService } from './reviews/reviews.service';
import { StoredReviewsService } from './reviews/stored-reviews.service';
import { ReviewRevsController } from './revs/review-revs.controller';
import { ReviewRevsReadModel } from './revs/review-revs.read-model';
import { ReviewRevsRepository } from './revs/review-revs.repository';
import { ReviewWordsRepository } from './search/review-words.repository';
import { SourceChangesService } from './sources/source-changes.service';
import { SourcesController } from './sources/sources.controller';
import { SourcesReadModel } from './sources/sources.read-model';
import { SourcesRepository } from './sources/sources.repository';
import { SourcesService } from './sources/sources.service';
import { OwnTagsController } from './tags/own-tags.controller';
import { TagsController } from './tags/tags.controller';
import { TagsService } from './tags/tags.service';
import { TagsReadModel } from './tags/tags.read-model';
import { TagsRepository } from './tags/tags.repository';
import { TranslationClient } from './translation/translation.client';
import { ReviewViewsController } from './views/review-views.controller';
import { ReviewViewsRepository } from './views/review-views.repository';
import { ReviewViewsService } from './views/review-views.service';

@Module({
  controllers: [
    ReviewListsController,
    ReviewFacetsController,
    ReviewViewsController,
    ReviewExportController,
    DeletedReviewsController,
    ReviewsController,
    ReviewHistoryController,
    AdditionsController,
    CurationController,
    SourcesController,
    TagsController,
    OwnTagsController,
    PrivacyController,
    ApprovedReviewsController,
    ShownReviewsController,
    ReviewRevsController,
    WaitingReviewsController,
    ChannelReviewsController,
    OnReviewsCollected,
    OnReviewsRemoved,
    OnChannel,
    OnInviteAnswered,
  ],
  providers: [
    ReviewListsService,
    ReviewListsReadModel,
    ReviewFacetsReadModel,
    ReviewViewsService,
    ReviewViewsRepository,
    ReviewExportService,
    ReviewExportReadModel,
    DeletedReviewsReadModel,
    ReviewsService,
    ReviewEditsService,
    StoredReviewsService,
    ReviewsReadModel,
    ReviewsRepository,
    ReviewHistoryService,
    ReviewHistoryRepository,
    ReviewCountsRepository,
    WaitingReviewsReadModel,
    ChannelReviewsReadModel,
    ReviewWordsRepository,
    AdditionsService,
    AdditionCandidatesService,
    ReviewDuplicatesRepository,
    CurationService,
    CurationRepository,
    CollectedReviewsService,
    CollectedReviewsRepository,
    RemovedReviewsService,
    DirectReviewsService,
    DirectReviewsRepository,
    ChannelCopiesService,
    ChannelCopiesRepository,
    ChannelCleanupService,
    ChannelCleanupRepository,
    ChannelCountsService,
    ChannelCountsPublisher,
    CountRepairRepository,
    DriftMetrics,
    ChannelCountsRepository,
    ApprovedReviewsService,
    ApprovedReviewsReadModel,
    ShownReviewsReadModel,
    ReviewRevsRepository,
    ReviewRevsReadModel,
    SourcesService,
    SourcesReadModel,
    SourcesRepository,
    SourceChangesService,
    TagsService,
    TagsReadModel,
    TagsRepository,
    RelabellingsService,
    FollowUpService,
    RelabellingsRepository,
    PrivacyService,
    ReviewErasureService,
    InvitationsClient,
    SuppressionsRepository,
    TranslationClient,
  ],
})
export class ReviewsModule {}
