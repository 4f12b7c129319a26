import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  IdParam,
  LIST_PAGE_HEADERS,
  NextPage,
  type NextPageLink,
  Scoped,
} from '@plaudit/runtime';
import { WEBHOOK_ID } from '../webhooks/webhooks.responses';
import { AttemptLogService } from './attempt-log.service';
import { AttemptLogQuery } from './deliveries.dto';
import { AttemptDetailResponse, AttemptListResponse, TestResultResponse } from './deliveries.responses';
import { WebhookTestService } from './webhook-test.service';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class DeliveriesController {
  constructor(
    private readonly log: AttemptLogService,
    private readonly tests: WebhookTestService,
  ) {}

  @Get('deliveries/:id')
  @Scoped('webhooks:read')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'List the last 50 delivery attempts, newest first',
    operationId: 'listWebhookDeliveries',
    description:
      'Each attempt has the status, the headers and the beginning of the response of your endpoint, so that you can find out why it failed. The filters narrow the list, and `cursor` leads to older attempts. The log keeps 30 days, and at least the last 50 attempts of each webhook.',
  })
  @ApiResponse({ status: 200, type: AttemptListResponse, headers: LIST_PAGE_HEADERS })
  @ApiErrors('invalid_date')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: AttemptLogQuery,
    @NextPage() link: NextPageLink,
  ): Promise<AttemptListResponse> {
    const page = await this.log.page(principal, id, query);
    link(page.next_cursor);
    return page;
  }

  @Get('attempts/:id')
  @Scoped('webhooks:read')
  @ApiParam({
    name: 'id',
    description: 'The id of an attempt, from GET /webhooks/deliveries/{id}',
    example: 311,
  })
  @ApiOperation({
    summary: 'Get one delivery attempt in full',
    operationId: 'getWebhookAttempt',
    description:
      'Also has the request as it was sent: its headers and its exact body. The signatures are not shown.',
  })
  @ApiResponse({ status: 200, type: AttemptDetailResponse })
  attempt(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<AttemptDetailResponse> {
    return this.log.get(principal, id);
  }

  @Post('test/:id')
  @Scoped('webhooks:write')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Send a signed sample event with test: true',
    operationId: 'testWebhook',
    description:
      'Sends one signed `review.created` event and returns the response of your endpoint. A failed test is not repeated.',
  })
  @ApiResponse({ status: 200, type: TestResultResponse })
  test(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<TestResultResponse> {
    return this.tests.test(principal, id);
  }
}
