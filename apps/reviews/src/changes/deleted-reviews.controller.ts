import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { DeletedReviewsQuery } from './deleted-reviews.dto';
import { DeletedReviewsReadModel } from './deleted-reviews.read-model';
import { DeletedReviewListResponse } from './deleted-reviews.responses';

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class DeletedReviewsController {
  constructor(private readonly deleted: DeletedReviewsReadModel) {}

  @Get('deleted')
  @Scoped('reviews:read')
  @ApiOperation({
    operationId: 'listDeletedReviews',
    summary: 'List the ids of deleted reviews, in the order of their deletion',
    description:
      'For systems that keep a copy of the reviews: read this list after GET /reviews/get with updated_since. Entries are kept for good. A review whose person was erased is not deleted but changed.',
  })
  @ApiOkResponse({ type: DeletedReviewListResponse })
  @ApiErrors('invalid_date')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DeletedReviewsQuery,
  ): Promise<DeletedReviewListResponse> {
    return this.deleted.page(principal.sub_account_id, query);
  }
}
