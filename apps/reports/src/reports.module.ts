import { Module } from '@nestjs/common';
import { DriftMetrics, UnknownIdsClient } from '@plaudit/runtime';
import { AverageRatingController } from './average-rating/average-rating.controller';
import { AverageRatingReadModel } from './average-rating/average-rating.read-model';
import { ChannelCopiesRepository, OnChannel } from './channels/channel-copies.repository';
import { DailyReportController } from './daily-report/daily-report.controller';
import { DailyReportReadModel } from './daily-report/daily-report.read-model';
import { DayCountsRepository } from './days/day-counts.repository';
import { DayCountsService } from './days/day-counts.service';
import { DayRecountsService } from './days/day-recounts.service';
import { OnAccountZone } from './handlers/on-account-zone.handler';
import { OnInviteSnapshot } from './handlers/on-invite-snapshot.handler';
import { OnInvite } from './handlers/on-invite.handler';
import { OnRatingHistory } from './handlers/on-rating-history.handler';
import { OnRatingRead } from './handlers/on-rating-read.handler';
import { OnReviewCounted } from './handlers/on-review-counted.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewSnapshot } from './handlers/on-review-snapshot.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { InvitationsReportController } from './invitations-report/invitations-report.controller';
import { InvitationsReportReadModel } from './invitations-report/invitations-report.read-model';
import { InvitationsReportService } from './invitations-report/invitations-report.service';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { ReportAnswersCache } from './questions/report-answers.cache';
import { ReportAnswersService } from './questions/report-answers.service';
import { ReportScopesReadModel } from './questions/report-scopes.read-model';
import { ReportScopesService } from './questions/report-scopes.service';
import { RatingDistributionController } from './rating-distribution/rating-distribution.controller';
import { RatingDistributionReadModel } from './rating-distribution/rating-distribution.read-model';
import { RatingHistoryController } from './rating-history/rating-history.controller';
import { RatingHistoryReadModel } from './rating-history/rating-history.read-model';
import { RatingsReportController } from './ratings-report/ratings-report.controller';
import { RatingsReportReadModel } from './ratings-report/ratings-report.read-model';
import { RatingDaysRepository } from './ratings/rating-days.repository';
import { RatingDaysService } from './ratings/rating-days.service';
import { ResponseReportController } from './response-report/response-report.controller';
import { ResponseReportReadModel } from './response-report/response-report.read-model';
import { ResponseReportService } from './response-report/response-report.service';
import { ReviewsOverTimeController } from './reviews-over-time/reviews-over-time.controller';
import { ReviewsOverTimeReadModel } from './reviews-over-time/reviews-over-time.read-model';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { ReviewCopiesService } from './reviews/review-copies.service';
import { ReviewCountsRepository } from './reviews/review-counts.repository';
import { ReviewCountsService } from './reviews/review-counts.service';
import { TagsRepository } from './reviews/tags.repository';
import { ReportSettingsController } from './sub-accounts/report-settings.controller';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';
import { SubAccountsService } from './sub-accounts/sub-accounts.service';
import { TagsReportController } from './tags-report/tags-report.controller';
import { TagsReportReadModel } from './tags-report/tags-report.read-model';
import { TagsReportService } from './tags-report/tags-report.service';

/** Composition root: handlers copy and count what events say, and controllers answer questions from the counts. */
@Module({
  controllers: [
    RatingsReportController,
    ReviewsOverTimeController,
    AverageRatingController,
    DailyReportController,
    RatingDistributionController,
    RatingHistoryController,
    TagsReportController,
    ResponseReportController,
    InvitationsReportController,
    ReportSettingsController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnReviewSnapshot,
    OnReviewCounted,
    OnChannel,
    OnRatingRead,
    OnRatingHistory,
    OnInvite,
    OnInviteSnapshot,
    OnSubAccountDeleted,
    OnAccountZone,
  ],
  providers: [
    // What every report shares: which records its caller may see, and the answer as JSON or CSV, kept for a minute.
    ReportAnswersService,
    ReportAnswersCache,
    ReportScopesService,
    ReportScopesReadModel,
    UnknownIdsClient,
    // The reports.
    RatingsReportReadModel,
    ReviewsOverTimeReadModel,
    AverageRatingReadModel,
    DailyReportReadModel,
    RatingDistributionReadModel,
    RatingHistoryReadModel,
    TagsReportService,
    TagsReportReadModel,
    ResponseReportService,
    ResponseReportReadModel,
    InvitationsReportService,
    InvitationsReportReadModel,
    // The sub accounts: their time zones, and the rows under whose locks everything below changes.
    SubAccountsService,
    SubAccountsRepository,
    // The copies that events fill: reviews and invitations with their counted days, channels, and official figures.
    ReviewCopiesService,
    ReviewCopiesRepository,
    TagsRepository,
    ChannelCopiesRepository,
    RatingDaysService,
    RatingDaysRepository,
    InvitationsService,
    InvitationsRepository,
    // Days that are counted again, and copies that are compared with the count of their owner.
    DayRecountsService,
    DayCountsService,
    DayCountsRepository,
    ReviewCountsService,
    ReviewCountsRepository,
    DriftMetrics,
  ],
})
export class ReportsModule {}
