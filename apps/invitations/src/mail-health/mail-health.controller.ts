import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Principal, wireDate } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  NextPage,
  type NextPageLink,
  Scoped,
} from '@plaudit/runtime';
import { SendingStopsService } from '../stops/sending-stops.service';
import { FuseDecisionsService } from './fuse-decisions.service';
import { FuseDecisionInput, FuseRequestsQuery, SendingRetryInput } from './mail-health.dto';
import {
  FuseDecisionResponse,
  FuseRequestsResponse,
  SendingRetryResponse,
  SendingStatusResponse,
  toFuseRequestResponse,
} from './mail-health.responses';
import { MailHealthService } from './mail-health.service';

const FUSE_ID = { name: 'id', description: 'Id of a fuse, from GET /invite/sending/status', example: 12 };

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

  @Get('fuses/requests/:id')
  @Scoped('invites:read')
  @ApiParam(FUSE_ID)
  @ApiOperation({
    operationId: 'listInvitationFuseRequests',
    summary: 'List the requests that wait for the decision on a fuse',
    description:
      'Shows the addresses that came back as unknown, each with the reply of its mail server. Look at them before you send POST /invite/fuses/decide/{id}. After the decision, none wait.',
  })
  @ApiOkResponse({ type: FuseRequestsResponse, headers: LIST_PAGE_HEADERS })
  async requests(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: FuseRequestsQuery,
    @NextPage() link: NextPageLink,
  ): Promise<FuseRequestsResponse> {
    const { items, nextCursor } = await this.health.doubtful(principal, id, query.search, listPageOf(query));
    link(nextCursor);
    return { items: items.map(toFuseRequestResponse), next_cursor: nextCursor };
  }

  @Post('fuses/decide/:id')
  @HttpCode(200)
  @Scoped('invites:write')
  @ApiParam(FUSE_ID)
  @ApiOperation({
    operationId: 'decideInvitationFuse',
    summary: 'Decide about the people whose mails came back as unknown',
    description:
      'With `suppress` true, the people of the requests that wait for the decision are put on the suppression list, as after a bounce. With false they are left alone, and `undo` allows those again who were suppressed just before the fuse went out. Failed requests stay failed. Bounces suppress people again afterwards. The same decision can be sent again, and has the same response for 30 days.',
  })
  @ApiOkResponse({ type: FuseDecisionResponse })
  @ApiErrors('invalid_value', 'fuse_decided')
  async decide(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() { suppress, undo = false }: FuseDecisionInput,
  ): Promise<FuseDecisionResponse> {
    return { success: true, ...(await this.decisions.decide(principal, id, { suppress, undo })) };
  }
}
