import { Module } from '@nestjs/common';
import { OnInvite } from './handlers/on-invite.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewSnapshot } from './handlers/on-review-snapshot.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { ReviewCopiesRepository } from './reviews/review-copies.repository';
import { ReviewCopiesService } from './reviews/review-copies.service';
import { TagsRepository } from './reviews/tags.repository';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';

@Module({
  controllers: [OnReviewCreated, OnReviewUpdated, OnReviewDeleted, OnReviewSnapshot, OnInvite],
  providers: [
    SubAccountsRepository,
    ReviewCopiesService,
    ReviewCopiesRepository,
    TagsRepository,
    InvitationsService,
    InvitationsRepository,
  ],
})
export class ReportsModule {}
