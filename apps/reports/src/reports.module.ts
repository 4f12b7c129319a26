import { Module } from '@nestjs/common';
import { DriftMetrics } from '@plaudit/runtime';
import { OnReviewCounted } from './handlers/on-review-counted.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewSnapshot } from './handlers/on-review-snapshot.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { DayCountsRepository } from './reviews/day-counts.repository';
import { DayCountsService } from './reviews/day-counts.service';
import { DayCountsWorker } from './reviews/day-counts.worker';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { ReviewCopiesService } from './reviews/review-copies.service';
import { ReviewCountsRepository } from './reviews/review-counts.repository';
import { ReviewCountsService } from './reviews/review-counts.service';
import { TagsRepository } from './reviews/tags.repository';
import { ReportSettingsController } from './sub-accounts/report-settings.controller';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';
import { SubAccountsService } from './sub-accounts/sub-accounts.service';

@Module({
  controllers: [
    ReportSettingsController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnReviewSnapshot,
    OnReviewCounted,
    OnSubAccountDeleted,
  ],
  providers: [
    SubAccountsService,
    SubAccountsRepository,
    ReviewCopiesService,
    ReviewCopiesRepository,
    TagsRepository,
    DayCountsService,
    DayCountsRepository,
    DayCountsWorker,
    ReviewCountsService,
    ReviewCountsRepository,
    DriftMetrics,
  ],
})
export class ReportsModule {}
