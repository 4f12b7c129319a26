import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Principal, WIDGET_REVIEWS_PATH } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped, TakesClientQuery } from '@plaudit/runtime';
import type { FastifyReply } from 'fastify';
import { readListRequest } from './review-filter';
import { ReviewListQuery } from './review-lists.dto';
import { ReviewListResponse } from './review-lists.responses';
import { ReviewListsService } from './review-lists.service';

const TRANSLATION_PROVIDER = 'X-Translation-Provider';
const TRANSLATION_HEADERS = {
  [TRANSLATION_PROVIDER]: {
    description: 'Only with translate: the translation provider, or none',
    schema: { type: 'string' as const, example: 'none' },
  },
};

@ApiTags('Reviews')
@Controller()
export class ReviewListsController {
  constructor(private readonly lists: ReviewListsService) {}

  @Get('public/v1/reviews/get')
  @Scoped('reviews:read')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    operationId: 'listReviews',
    summary: 'List reviews by filter, newest first unless sort is sent',
    description:
      'Without filters, these are all reviews of the sub account. For the next page send `next_cursor` as `cursor`, with the same filters. With `translate` the request costs 5 tokens.',
  })
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

  /** The same for the widgets service, whose callers may have no other scope than that of widgets. */
  @Get(WIDGET_REVIEWS_PATH)
  @Scoped('widgets:read')
  @TakesClientQuery()
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiExcludeEndpoint()
  async getListOfWidget(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ReviewListQuery,
  ): Promise<string> {
    const { json } = await this.lists.page(principal.sub_account_id, readListRequest(query));
    return json;
  }
}
