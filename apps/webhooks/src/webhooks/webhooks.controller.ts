import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  Clock,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { PendingDeliveriesReadModel } from '../deliveries/pending-deliveries.read-model';
import { webhookResponse } from './webhook-response';
import { WebhookAddInput, WebhookUpdateInput } from './webhooks.dto';
import {
  CreatedWebhookResponse,
  WEBHOOK_ID,
  WebhookListResponse,
  WebhookResponse,
  WebhookWithPendingResponse,
} from './webhooks.responses';
import { type NewWebhook, WebhooksService } from './webhooks.service';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly pending: PendingDeliveriesReadModel,
    private readonly clock: Clock,
  ) {}

  @Get('get')
  @Scoped('webhooks:read')
  @ApiOperation({
    summary: 'List webhooks',
    operationId: 'listWebhooks',
    description: 'Each webhook has its health: how its last deliveries went. The secrets are not shown.',
  })
  @ApiResponse({ status: 200, type: WebhookListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<WebhookListResponse> {
    const webhooks = await this.webhooks.list(principal);
    const now = this.clock.now();
    return {
      webhooks: webhooks.map(({ webhook, health }) => webhookResponse(webhook, health, now, principal)),
    };
  }

  @Get('get/:id')
  @Scoped('webhooks:read')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Get a webhook',
    operationId: 'getWebhook',
    description: 'Also counts the deliveries that wait for their next attempt.',
  })
  @ApiResponse({ status: 200, type: WebhookWithPendingResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<WebhookWithPendingResponse> {
    const { webhook, health } = await this.webhooks.get(principal, id);
    const shown = webhookResponse(webhook, health, this.clock.now(), principal);
    return { ...shown, pending: await this.pending.count(id) };
  }

  @Post('add')
  @HttpCode(201)
  @Scoped('webhooks:write')
  @Idempotent()
  @ApiOperation({
    summary: 'Add a webhook; the response is the only one that shows its secret',
    operationId: 'addWebhook',
    description:
      'Keep the secret: it verifies the signature of each delivery, and no other request shows it.',
  })
  @ApiResponse({ status: 201, type: CreatedWebhookResponse })
  @ApiErrors(
    'webhook_url_invalid',
    'unknown_event',
    'duplicate_webhook',
    'webhook_limit_reached',
    ['missing_field', 422],
    ['invalid_value', 422],
  )
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: WebhookAddInput,
  ): Promise<CreatedWebhookResponse> {
    const creation = requested.answeredBy(({ webhook, secret }: NewWebhook) => ({
      ...webhookResponse(webhook, null, this.clock.now(), principal),
      secret,
    }));
    return this.webhooks.add(principal, body, creation);
  }

  @Put('update/:id')
  @Scoped('webhooks:write')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Change a webhook; send only the fields to change',
    operationId: 'updateWebhook',
    description:
      'An empty `sub_account_ids` removes the filter. While a webhook is paused, its deliveries are held.',
  })
  @ApiResponse({ status: 200, type: WebhookResponse })
  @ApiErrors(
    'webhook_url_invalid',
    'unknown_event',
    'duplicate_webhook',
    ['missing_field', 422],
    ['invalid_value', 422],
  )
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: WebhookUpdateInput,
  ): Promise<WebhookResponse> {
    const { webhook, health } = await this.webhooks.update(principal, id, body);
    return webhookResponse(webhook, health, this.clock.now(), principal);
  }

  @Delete('delete/:id')
  @Scoped('webhooks:write')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Delete a webhook and cancel its pending retries',
    operationId: 'deleteWebhook',
    description: 'Its deliveries can no longer be read.',
  })
  @ApiResponse({ status: 200, type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.webhooks.delete(principal, id);
    return { success: true };
  }
}
