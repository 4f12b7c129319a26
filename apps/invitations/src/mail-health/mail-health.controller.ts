import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Principal, wireDate } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { SendingStopsService } from '../stops/sending-stops.service';
import { FuseDecisionsService } from './fuse-decisions.service';
import { FuseDecisionInput, SendingRetryInput } from './mail-health.dto';
import { FuseDecisionResponse, SendingRetryResponse, SendingStatusResponse } from './mail-health.responses';
import { MailHealthService } from './mail-health.service';

@ApiTags('Invitations')
@Controller('public/v1/invite')
export class MailHealthController {
  constructor(
    private readonly health: MailHealthService,
    private readonly stops: SendingStopsService,
    private readonly decisions: FuseDecisionsService,
  ) {}

  @Get('sending/status')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'getInvitationSendingStatus',
    summary: 'Get what keeps emails from being sent, and bounces that need a decision',
    description:
      'The requests of the senders in `stops` wait, because the mail server does not accept our login, relay or sender. Nothing is lost, and one mail after the other tries whether it is accepted again. Each entry of `fuses` needs your decision: so many mails came back as unknown that nobody is suppressed until then.',
  })
  @ApiOkResponse({ type: SendingStatusResponse })
  async status(@CurrentPrincipal() principal: Principal): Promise<SendingStatusResponse> {
    const { mail, sms, stops, fuses } = await this.health.of(principal);
    return {
      mail: { delivery: mail },
      sms: { delivery: sms },
      stops: stops.map(({ sender, code, msg, stopped_on, next_try_on, waiting }) => ({
        sender,
        code,
        msg,
        since: wireDate(stopped_on),
        next_try_on: wireDate(next_try_on),
        waiting,
      })),
      fuses: fuses.map(({ id, server, blown_on, mails, gone, requests }) => ({
        id,
        server,
        since: wireDate(blown_on),
        mails,
        gone,
        requests,
      })),
    };
  }

  @Post('sending/retry')
  @HttpCode(200)
  @Scoped('invites:write')
  @ApiOperation({
    operationId: 'retryInvitationSending',
    summary: 'Try now whether the mail server accepts a stopped sender again',
    description:
      'One waiting mail is sent at once. If the server accepts it, the others follow. Call GET /invite/sending/status to see the result.',
  })
  @ApiOkResponse({ type: SendingRetryResponse })
  async retry(
    @CurrentPrincipal() principal: Principal,
    @Body() { sender }: SendingRetryInput,
  ): Promise<SendingRetryResponse> {
    const senders = await this.stops.retry(principal, sender?.trim().toLowerCase() ?? null);
    return { success: true, senders };
  }

  @Post('fuses/decide/:id')
  @HttpCode(200)
  @Scoped('invites:write')
  @ApiParam({ name: 'id', description: 'Id of a fuse, from GET /invite/sending/status', example: 12 })
  @ApiOperation({
    operationId: 'decideInvitationFuse',
    summary: 'Decide about the people whose mails came back as unknown',
    description:
      'With `suppress` true, the people of the requests that wait for the decision are put on the suppression list, as after a bounce. With false they are left alone, and `undo` allows those again who were suppressed just before the fuse went out. Failed requests stay failed. Bounces suppress people again afterwards.',
  })
  @ApiOkResponse({ type: FuseDecisionResponse })
  @ApiErrors('invalid_value')
  async decide(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() { suppress, undo = false }: FuseDecisionInput,
  ): Promise<FuseDecisionResponse> {
    return { success: true, ...(await this.decisions.decide(principal, id, { suppress, undo })) };
  }
}
