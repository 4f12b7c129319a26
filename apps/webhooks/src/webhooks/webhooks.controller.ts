import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, ApiErrors, Scoped, SuccessResponse } from '@plaudit/runtime';
import { PendingReadModel } from '../deliveries/pending.read-model';
import { toWebhook } from './webhook-record';
import {
  CreatedWebhookResponse,
  WEBHOOK_ID,
  WebhookAddInput,
  WebhookResponse,
  WebhookListResponse,
  WebhookUpdateInput,
  WebhookWithPendingResponse,
} from './webhooks.dto';
import { WebhooksService } from './webhooks.service';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly pending: PendingReadModel,
  ) {}

  @Get('get')
  @Scoped('webhooks:read')
  @ApiOperation({ summary: 'List webhooks', operationId: 'listWebhooks' })
  @ApiResponse({ status: 200, type: WebhookListResponse })
  async list(@CurrentPrincipal() principal: Principal): Promise<WebhookListResponse> {
    const views = await this.webhooks.list(principal);
    return { webhooks: views.map(({ webhook, health }) => toWebhook(webhook, health)) };
  }

  @Get('get/:id')
  @Scoped('webhooks:read')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({ summary: 'Get a webhook', operationId: 'getWebhook' })
  @ApiResponse({ status: 200, type: WebhookWithPendingResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<WebhookWithPendingResponse> {
    const { webhook, health } = await this.webhooks.get(principal, id);
    return { ...toWebhook(webhook, health), pending: await this.pending.count(id) };
  }

  @Post('add')
  @HttpCode(201)
  @Scoped('webhooks:write')
  @ApiOperation({ summary: 'Add a webhook; its secret is shown this once', operationId: 'addWebhook' })
  @ApiBody({ type: WebhookAddInput })
  @ApiResponse({ status: 201, type: CreatedWebhookResponse })
  @ApiErrors(
    'webhook_url_invalid',
    'unknown_event',
    'duplicate_webhook',
    'webhook_limit_reached',
    'invalid_setting',
  )
  async add(@CurrentPrincipal() principal: Principal, @Body() body: object): Promise<CreatedWebhookResponse> {
    const { webhook, secret } = await this.webhooks.add(principal, body);
    return { ...toWebhook(webhook, null), secret };
  }

  @Put('update/:id')
  @Scoped('webhooks:write')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({ summary: 'Change a webhook; send only what changes', operationId: 'updateWebhook' })
  @ApiBody({ type: WebhookUpdateInput })
  @ApiResponse({ status: 200, type: WebhookResponse })
  @ApiErrors('webhook_url_invalid', 'unknown_event', 'duplicate_webhook', 'invalid_setting')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: object,
  ): Promise<WebhookResponse> {
    const { webhook, health } = await this.webhooks.update(principal, id, body);
    return toWebhook(webhook, health);
  }

  @Delete('delete/:id')
  @Scoped('webhooks:write')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Delete a webhook; its pending retries are cancelled',
    operationId: 'deleteWebhook',
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
