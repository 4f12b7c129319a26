import { Module } from '@nestjs/common';
import { OnInvite } from './handlers/on-invite.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewSnapshot } from './handlers/on-review-snapshot.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { InvitationsReportController } from './invitations-report/invitations-report.controller';
import { InvitationsReportReadModel } from './invitations-report/invitations-report.read-model';
import { InvitationsReportService } from './invitations-report/invitations-report.service';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { RecordOwnersClient } from './questions/record-owners.client';
import { ReportAnswersCache } from './questions/report-answers.cache';
import { ReportAnswersService } from './questions/report-answers.service';
import { ReportScopesReadModel } from './questions/report-scopes.read-model';
import { ReportScopesService } from './questions/report-scopes.service';
import { RatingsReportController } from './ratings-report/ratings-report.controller';
import { RatingsReportReadModel } from './ratings-report/ratings-report.read-model';
import { ResponseReportController } from './response-report/response-report.controller';
import { ResponseReportReadModel } from './response-report/response-report.read-model';
import { ResponseReportService } from './response-report/response-report.service';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { ReviewCopiesService } from './reviews/review-copies.service';
import { TagsRepository } from './reviews/tags.repository';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';
import { TagsReportController } from './tags-report/tags-report.controller';
import { TagsReportReadModel } from './tags-report/tags-report.read-model';
import { TagsReportService } from './tags-report/tags-report.service';

@Module({
  controllers: [
    RatingsReportController,
    TagsReportController,
    ResponseReportController,
    InvitationsReportController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnReviewSnapshot,
    OnInvite,
  ],
  providers: [
    // The copies that reports are counted from.
    SubAccountsRepository,
    ReviewCopiesService,
    ReviewCopiesRepository,
    TagsRepository,
    InvitationsService,
    InvitationsRepository,
    // What all reports share: scope, cache, formats.
    ReportAnswersService,
    ReportAnswersCache,
    ReportScopesService,
    ReportScopesReadModel,
    RecordOwnersClient,
    // The reports.
    RatingsReportReadModel,
    TagsReportService,
    TagsReportReadModel,
    ResponseReportService,
    ResponseReportReadModel,
    InvitationsReportService,
    InvitationsReportReadModel,
  ],
})
export class ReportsModule {}
