import { Body, Controller, Param, Post } from '@nestjs/common';
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
} from '@plaudit/runtime';
import { webhookResponse } from '../webhooks/webhook-response';
import { RotatedWebhookResponse, WEBHOOK_ID } from '../webhooks/webhooks.responses';
import { DEFAULT_GRACE_HOURS } from './rotation-rule';
import { SecretRotationInput } from './secret-rotation.dto';
import { type RotatedWebhook, SecretRotationService } from './secret-rotation.service';

@ApiTags('webhooks')
@Controller('public/v1/webhooks')
export class SecretRotationController {
  constructor(
    private readonly rotations: SecretRotationService,
    private readonly clock: Clock,
  ) {}

  @Post('rotate_secret/:id')
  @Scoped('webhooks:write')
  @Idempotent()
  @ApiParam(WEBHOOK_ID)
  @ApiOperation({
    summary: 'Replace the secret of a webhook; the response is the only one that shows the new one',
    operationId: 'rotateWebhookSecret',
    description:
      'For `grace_hours`, deliveries are signed with both secrets, so that your server can change over without losing one: first the new one, then the previous one. Afterwards only the new one signs. During this time a further rotation is refused, unless its `grace_hours` is 0: that drops all old secrets at once, which is what to do if somebody else knows them.',
  })
  @ApiResponse({ status: 200, type: RotatedWebhookResponse })
  @ApiErrors(['invalid_value', 422])
  async rotate(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Requested() requested: RequestedCreation,
    @Body() { grace_hours = DEFAULT_GRACE_HOURS }: SecretRotationInput,
  ): Promise<RotatedWebhookResponse> {
    const creation = requested.answeredBy(({ webhook, health, secret }: RotatedWebhook) => ({
      ...webhookResponse(webhook, health, this.clock.now(), principal),
      secret,
    }));
    return this.rotations.rotate(principal, id, grace_hours, creation);
  }
}
