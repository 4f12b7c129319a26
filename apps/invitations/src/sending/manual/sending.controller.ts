import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { requestResponse } from '../../requests/request-response';
import { ManualSendingService } from './manual-sending.service';
import { SentRequestResponse } from './sending.responses';

@ApiTags('Invitations')
@Controller('public/v1/invite/requests')
export class SendingController {
  constructor(private readonly sending: ManualSendingService) {}

  @Post('send/:id')
  @HttpCode(200)
  @Scoped('invites:write')
  @ApiParam({ name: 'id', description: 'Id of the request', example: 901 })
  @ApiOperation({
    operationId: 'sendInvitation',
    summary: 'Send a pending invitation request now',
    description:
      'Ignores its time, the send window, the daily limit and the cooldown, but never an unsubscription. A reminder is sent only after the message before it. The response comes when the mail server or the SMS provider has answered, after 15 seconds at the latest; the status is `sending` then. It is `pending`, and due now, if the process that responds sends no mails itself. After a temporary error the request is `pending` again, and its further attempts ignore the same.',
  })
  @ApiOkResponse({ type: SentRequestResponse })
  @ApiErrors(
    'request_not_pending',
    'invite_credits_exhausted',
    'plan_feature_missing',
    'forwarding_paused',
    'upstream_unavailable',
  )
  async send(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SentRequestResponse> {
    return { success: true, request: requestResponse(await this.sending.send(principal, id)) };
  }
}
