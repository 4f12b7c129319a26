import { Body, Controller, Delete, Get, Header, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import type { IdempotencyScope } from '@plaudit/database';
import {
  AcceptsIdempotencyKey,
  CurrentPrincipal,
  IdempotencyKey,
  IdParam,
  ReadsItems,
  ApiErrors,
  replyOnce,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import type { FastifyReply } from 'fastify';
import { type AddedReview, Adding } from '../additions/adding';
import type { BulkResult } from '../additions/bulk-result';
import { ReviewBulkResponse, ReviewBulkInput } from '../additions/bulk.dto';
import { readListRequest } from './review-filter';
import { ReviewListQuery } from './review-list.dto';
import { ReviewLists } from './review-lists';
import { ReviewWrites } from './review-writes';
import {
  AddedReviewResponse,
  ReviewResponse,
  ReviewListResponse,
  UpdatedReviewResponse,
} from './reviews.responses';
import { type Review, ReviewCreateInput, ReviewUpdateInput } from './reviews.dto';
import { ReviewsReadModel } from './reviews.read-model';

const TRANSLATION_PROVIDER = 'X-Translation-Provider';
const TRANSLATION_HEADERS = {
  [TRANSLATION_PROVIDER]: {
    description: 'Only with translate: who translated, or none',
    schema: { type: 'string' as const, example: 'none' },
  },
};
const ID = { name: 'id', description: 'The review’s id', example: 4711 };
const JSON_TEXT = 'application/json; charset=utf-8';

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewsReadModel,
    private readonly lists: ReviewLists,
    private readonly adding: Adding,
    private readonly writes: ReviewWrites,
  ) {}

  @Get('get')
  @Scoped('reviews:read')
  @Header('content-type', JSON_TEXT)
  @ApiOperation({ operationId: 'listReviews', summary: 'Reviews by filter, newest first' })
  @ApiOkResponse({ type: ReviewListResponse, headers: TRANSLATION_HEADERS })
  @ApiErrors('cursor_incomplete', 'invalid_date', 'unsupported_language')
  async getList(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ReviewListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = await this.lists.page(principal.sub_account_id, readListRequest(query));
    if (page.provider) void reply.header(TRANSLATION_PROVIDER, page.provider);
    return page.json;
  }

  @Get('get/:id')
  @Scoped('reviews:read')
  @ApiParam(ID)
  @Header('content-type', JSON_TEXT)
  @ApiOperation({ operationId: 'getReview', summary: 'One review' })
  @ApiOkResponse({ type: ReviewResponse })
  async getOne(@CurrentPrincipal() principal: Principal, @Param('id', IdParam) id: number): Promise<string> {
    return this.reviews.one(principal.sub_account_id, id);
  }

  @Post('add')
  @Scoped('reviews:write')
  @AcceptsIdempotencyKey()
  @ApiOperation({ operationId: 'addReview', summary: 'Add a review from an outside source' })
  @ApiOkResponse({ type: AddedReviewResponse })
  @ApiErrors('duplicate_review', 'invalid_date', 'invalid_url', 'unknown_source')
  async add(
    @CurrentPrincipal() principal: Principal,
    @IdempotencyKey() scope: IdempotencyScope | null,
    @Body() body: ReviewCreateInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AddedReview> {
    return replyOnce(reply, await this.adding.one(principal, scope, body));
  }

  @Post('add_bulk')
  @Scoped('reviews:write')
  @AcceptsIdempotencyKey()
  @ReadsItems('reviews')
  @ApiErrors('bulk_empty', 'bulk_too_large')
  @ApiOperation({
    operationId: 'addReviews',
    summary: 'Add up to 500 reviews from outside sources',
    description:
      'Adds every review that may be added and says of each other why not; the answer is 200 even when none may be. With validate_only nothing is stored, and an Idempotency-Key is not used up.',
  })
  @ApiBody({ type: ReviewBulkInput })
  @ApiOkResponse({ type: ReviewBulkResponse })
  async addBulk(
    @CurrentPrincipal() principal: Principal,
    @IdempotencyKey() scope: IdempotencyScope | null,
    @Body() body: object,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkResult> {
    return replyOnce(reply, await this.adding.many(principal, scope, body));
  }

  @Put('update/:id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({ operationId: 'updateReview', summary: 'Curate, edit or tag a review' })
  @ApiOkResponse({ type: UpdatedReviewResponse })
  @ApiErrors('invalid_date', 'invalid_url', 'unknown_source', 'source_not_allowed')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: ReviewUpdateInput,
  ): Promise<{ success: true; review: Review }> {
    return { success: true, review: await this.writes.update(principal, id, body) };
  }

  @Delete('delete/:id')
  @Scoped('reviews:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteReview',
    summary: 'Delete a review; a re-crawl does not bring it back',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<{ success: true }> {
    await this.writes.delete(principal, id);
    return { success: true };
  }
}
