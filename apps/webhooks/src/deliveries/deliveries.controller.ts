import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { WEBHOOK_ID } from '../webhooks/webhooks.responses';
import { WebhooksService } from '../webhooks/webhooks.service';
import { AttemptsReadModel } from './attempts.read-model';
import { AttemptListResponse, TestResultResponse } from './deliveries.responses';
import { WebhookTestService } from './webhook-test.service';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class DeliveriesController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly attempts: AttemptsReadModel,
    private readonly tests: WebhookTestService,
  ) {}

  @Get('deliveries/:id')
  @Scoped('webhooks:read')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'List the last 50 delivery attempts, newest first',
    operationId: 'listWebhookDeliveries',
    description:
      'Each attempt has the status, the headers and the beginning of the response of your endpoint, so that you can find out why it failed.',
  })
  @ApiResponse({ status: 200, type: AttemptListResponse })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<AttemptListResponse> {
    await this.webhooks.get(principal, id);
    return { deliveries: await this.attempts.newest(id, principal) };
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
