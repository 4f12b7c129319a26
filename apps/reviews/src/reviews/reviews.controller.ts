import { Body, Controller, Delete, Get, Header, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal, Review } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, IdParam, Scoped, SuccessResponse } from '@plaudit/runtime';
import { ReviewUpdateInput } from './reviews.dto';
import { ReviewsReadModel } from './reviews.read-model';
import { ReviewResponse, UpdatedReviewResponse } from './reviews.responses';
import { ReviewsService } from './reviews.service';

const ID = { name: 'id', description: 'Id of the review', example: 4711 };

/** Single reviews. Lists are in `lists`, new reviews in `additions`. */
@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly records: ReviewsReadModel,
  ) {}

  @Get('get/:id')
  @Scoped('reviews:read')
  @ApiParam(ID)
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    operationId: 'getReview',
    summary: 'Get a review',
    description: 'The review has the same fields as in `GET /reviews/get`.',
  })
  @ApiOkResponse({ type: ReviewResponse })
  async getOne(@CurrentPrincipal() principal: Principal, @Param('id', IdParam) id: number): Promise<string> {
    return this.records.one(principal.sub_account_id, id);
  }

  @Put('update/:id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'updateReview',
    summary: 'Curate, edit or tag a review',
    description:
      'Changes only the fields that are sent. An approved review appears in widgets at once. Later crawls keep the changes.',
  })
  @ApiOkResponse({ type: UpdatedReviewResponse })
  @ApiErrors('invalid_date', 'invalid_url', 'unknown_source', 'source_not_allowed')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: ReviewUpdateInput,
  ): Promise<{ success: true; review: Review }> {
    return { success: true, review: await this.reviews.update(principal, id, body) };
  }

  @Delete('delete/:id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteReview',
    summary: 'Delete a review; a later crawl does not bring it back',
    description: 'Widgets no longer show the review.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<{ success: true }> {
    await this.reviews.delete(principal, id);
    return { success: true };
  }
}
