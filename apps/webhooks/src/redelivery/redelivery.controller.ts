import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { WEBHOOK_ID } from '../webhooks/webhooks.responses';
import { RecoveryInput } from './redelivery.dto';
import { RecoveryResponse, RedeliveryResponse } from './redelivery.responses';
import { RedeliveryService } from './redelivery.service';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class RedeliveryController {
  constructor(private readonly redeliveries: RedeliveryService) {}

  @Post('redeliver/:delivery_id')
  @Scoped('webhooks:write')
  @ApiParam({
    name: 'delivery_id',
    description: 'The `delivery_id` of an attempt, from GET /webhooks/deliveries/{id}',
    schema: { type: 'string', pattern: '^dlv_\\w{1,60}$', example: 'dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11' },
  })
  @ApiOperation({
    summary: 'Send one delivery again at once',
    operationId: 'redeliverWebhook',
    description:
      'Makes one more attempt of a delivery that was delivered or dropped, with the same event and the same delivery id. A failure is not repeated. A delivery that waits for its next attempt is sent now instead, and its schedule continues. The webhook must be active.',
  })
  @ApiResponse({ status: 200, type: RedeliveryResponse })
  @ApiErrors('forbidden', ['invalid_value', 422])
  redeliver(
    @CurrentPrincipal() principal: Principal,
    @Param('delivery_id') deliveryId: string,
  ): Promise<RedeliveryResponse> {
    return this.redeliveries.redeliver(principal, deliveryId);
  }

  @Post('recover/:id')
  @Scoped('webhooks:write')
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Send again everything that failed in a time',
    operationId: 'recoverWebhook',
    description:
      'Sends again the deliveries that were dropped in this time, at most 14 days and 10,000 deliveries, the oldest first. Those that were delivered or still wait are left out. They are sent 0.1 seconds apart or closer, within a minute. Each gets one attempt, and a failure is not repeated. The webhook must be active.',
  })
  @ApiResponse({ status: 200, type: RecoveryResponse })
  @ApiErrors('forbidden', ['missing_field', 422], ['invalid_value', 422], ['invalid_date', 422])
  async recover(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: RecoveryInput,
  ): Promise<RecoveryResponse> {
    return { success: true, ...(await this.redeliveries.recover(principal, id, body)) };
  }
}
