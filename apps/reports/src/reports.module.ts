import { Module } from '@nestjs/common';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewSnapshot } from './handlers/on-review-snapshot.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { ReviewCopiesService } from './reviews/review-copies.service';
import { TagsRepository } from './reviews/tags.repository';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';

@Module({
  controllers: [OnReviewCreated, OnReviewUpdated, OnReviewDeleted, OnReviewSnapshot],
  providers: [SubAccountsRepository, ReviewCopiesService, ReviewCopiesRepository, TagsRepository],
})
export class ReportsModule {}
