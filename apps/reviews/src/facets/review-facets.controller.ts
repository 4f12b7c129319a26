import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { readCountsRequest, ReviewCountsQuery } from './review-facets.dto';
import { ReviewFacetsReadModel } from './review-facets.read-model';
import { ReviewCountsResponse } from './review-facets.responses';

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class ReviewFacetsController {
  constructor(private readonly reviews: ReviewFacetsReadModel) {}

  @Get('counts')
  @Scoped('reviews:read')
  @ApiOperation({
    operationId: 'countReviews',
    summary: 'Count the reviews of a filter by status, and by the values of a filter menu',
    description:
      'Takes the filters of GET /reviews/get. With facets, it also counts the values that a menu offers. Without filters the counts cost the same for any number of reviews. Two requests at once read reviews; the others wait.',
  })
  @ApiOkResponse({ type: ReviewCountsResponse })
  @ApiErrors('invalid_date')
  count(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ReviewCountsQuery,
  ): Promise<ReviewCountsResponse> {
    return this.reviews.counts(principal, readCountsRequest(query));
  }
}
