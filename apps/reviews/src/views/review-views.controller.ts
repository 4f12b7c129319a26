import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { ReviewViewChangeInput, ReviewViewInput } from './review-views.dto';
import {
  ReviewViewChangedResponse,
  ReviewViewListResponse,
  type ReviewViewResponse,
} from './review-views.responses';
import { ReviewViewsService } from './review-views.service';

const ID = { name: 'id', description: 'Id of the view', example: 9 };

@ApiTags('Reviews')
@Controller('public/v1/reviews/views')
export class ReviewViewsController {
  constructor(private readonly views: ReviewViewsService) {}

  @Get()
  @Scoped('reviews:read')
  @ApiOperation({
    operationId: 'listReviewViews',
    summary: 'List the saved views of the sub account',
    description: 'A view is a name for filters of GET /reviews/get. All users of the sub account share them.',
  })
  @ApiOkResponse({ type: ReviewViewListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<ReviewViewListResponse> {
    return { items: await this.views.list(principal) };
  }

  @Post()
  @Scoped('reviews:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addReviewView',
    summary: 'Save a view',
    description: 'A sub account has at most 50 views. The filters are checked as GET /reviews/get does.',
  })
  @ApiOkResponse({ type: ReviewViewChangedResponse })
  @ApiErrors('invalid_date')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: ReviewViewInput,
  ): Promise<ReviewViewChangedResponse> {
    const creation = requested.answeredBy((view: ReviewViewResponse): ReviewViewChangedResponse => ({
      success: true,
      view,
    }));
    return this.views.add(principal, body, creation);
  }

  @Put(':id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'updateReviewView',
    summary: 'Change the name, the filters or the position of a view',
    description: 'Changes only the fields that are sent. The filters replace all filters of the view.',
  })
  @ApiOkResponse({ type: ReviewViewChangedResponse })
  @ApiErrors('invalid_date')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: ReviewViewChangeInput,
  ): Promise<ReviewViewChangedResponse> {
    return { success: true, view: await this.views.update(principal, id, body) };
  }

  @Delete(':id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteReviewView',
    summary: 'Delete a view',
    description: 'Its reviews stay as they are.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.views.delete(principal, id);
    return { success: true };
  }
}
