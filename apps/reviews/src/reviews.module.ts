import { Module } from '@nestjs/common';
import { Adding } from './additions/adding';
import { AdditionsService } from './additions/additions.service';
import { ReviewDuplicatesRepository } from './additions/review-duplicates.repository';
import { ChannelCleanupWorker } from './channels/channel-cleanup';
import { ChannelCopiesRepository } from './channels/channel-copies.repository';
import { ChannelCopiesService } from './channels/channel-copies.service';
import { ReviewCounts } from './counts/review-counts';
import { OnChannelDeleted } from './handlers/on-channel-deleted.handler';
import { OnChannelSaved } from './handlers/on-channel-saved.handler';
import { OnReviewsCollected } from './handlers/on-reviews-collected.handler';
import { CollectedReviewsRepository } from './intake/collected-reviews.repository';
import { IntakeService } from './intake/intake.service';
import { TombstonesRepository } from './intake/tombstones.repository';
import { ErasureService } from './privacy/erasure.service';
import { PrivacyController } from './privacy/privacy.controller';
import { PrivacyService } from './privacy/privacy.service';
import { SuppressionsRepository } from './privacy/suppressions.repository';
import { ApprovedReviewsController } from './approved/approved-reviews.controller';
import { ApprovedReviewsReadModel } from './approved/approved-reviews.read-model';
import { ReviewAnnouncements } from './reviews/review-announcements';
import { ReviewLinks } from './reviews/review-links';
import { ReviewLists } from './reviews/review-lists';
import { ReviewWrites } from './reviews/review-writes';
import { ReviewsController } from './reviews/reviews.controller';
import { ReviewsReadModel } from './reviews/reviews.read-model';
import { ReviewsRepository } from './reviews/reviews.repository';
import { ReviewsService } from './reviews/reviews.service';
import { SourcesController } from './sources/sources.controller';
import { SourcesReadModel } from './sources/sources.read-model';
import { SourcesRepository } from './sources/sources.repository';
import { SourcesService } from './sources/sources.service';
import { TagsController } from './tags/tags.controller';
import { TagsReadModel } from './tags/tags.read-model';
import { TagsRepository } from './tags/tags.repository';
import { TranslationClient } from './translation/translation.client';
import { WidgetRevisionClient } from './widgets/widget-revision.client';

@Module({
  controllers: [
    ReviewsController,
    SourcesController,
    TagsController,
    PrivacyController,
    ApprovedReviewsController,
    OnReviewsCollected,
    OnChannelSaved,
    OnChannelDeleted,
  ],
  providers: [
    ReviewsService,
    ReviewWrites,
    Adding,
    AdditionsService,
    ReviewDuplicatesRepository,
    SuppressionsRepository,
    PrivacyService,
    ErasureService,
    ReviewsRepository,
    ReviewCounts,
    ReviewsReadModel,
    ReviewLists,
    TranslationClient,
    ReviewLinks,
    ReviewAnnouncements,
    ApprovedReviewsReadModel,
    IntakeService,
    CollectedReviewsRepository,
    TombstonesRepository,
    ChannelCopiesRepository,
    ChannelCopiesService,
    ChannelCleanupWorker,
    SourcesService,
    SourcesReadModel,
    SourcesRepository,
    TagsReadModel,
    TagsRepository,
    WidgetRevisionClient,
  ],
})
export class ReviewsModule {}
