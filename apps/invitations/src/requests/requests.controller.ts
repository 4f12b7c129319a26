import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, Clock, CurrentPrincipal, IdParam, Scoped, SuccessResponse } from '@plaudit/runtime';
import { causeOf } from './request-cause';
import { requestResponse } from './request-response';
import { RequestUpdatesService } from './request-updates.service';
import { InviteUpdateInput } from './requests.dto';
import { RequestsReadModel } from './requests.read-model';
import { InviteRequestResponse, StoppedSequenceResponse } from './requests.responses';
import { RequestsService } from './requests.service';

const ID = { name: 'id', description: 'Id of the request', example: 901 };

/** Single requests. Lists are in `lists`, new requests in `additions`. */
@ApiTags('Invitations')
@Controller('public/v1/invite/requests')
export class RequestsController {
  constructor(
    private readonly requests: RequestsService,
    private readonly updates: RequestUpdatesService,
    private readonly records: RequestsReadModel,
    private readonly clock: Clock,
  ) {}

  @Get('get/:id')
  @Scoped('invites:read')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'getInvitation',
    summary: 'Get an invitation request',
    description: 'The request has the same fields as in `GET /invite/requests/get`.',
  })
  @ApiOkResponse({ type: InviteRequestResponse })
  async getOne(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<InviteRequestResponse> {
    return requestResponse(await this.records.one(principal.sub_account_id, id));
  }

  @Put('update/:id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'updateInvitation',
    summary: 'Change a pending invitation request',
    description:
      'Changes only the fields that are sent. Name and data of a first message are changed in its pending reminders, too, and its reminders move with its time. A new recipient gets every pending message of the sequence.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  @ApiErrors('request_not_pending', 'invalid_recipient', 'invalid_date')
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: InviteUpdateInput,
  ): Promise<SuccessResponse> {
    await this.updates.update(principal, id, body, causeOf(principal, this.clock.now()));
    return { success: true };
  }

  @Delete('delete/:id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'deleteInvitation',
    summary: 'Delete an invitation request',
    description:
      'A pending message is not sent. The pending reminders of a first message are cancelled; the other reminders stay if one of them is deleted. Links in messages that were sent still unsubscribe.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.requests.delete(principal, id, causeOf(principal, this.clock.now()));
    return { success: true };
  }

  @Put('reviewed/:id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'markInvitationReviewed',
    summary: 'Mark an invitation request as reviewed',
    description:
      'The pending reminders are cancelled. A pending message is not sent. A repeat changes nothing.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async review(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.requests.review(principal, id, causeOf(principal, this.clock.now()));
    return { success: true };
  }

  @Post('stop_sequence/:id')
  @Scoped('invites:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'stopInvitationSequence',
    summary: 'Cancel the pending reminders of an invitation request',
    description:
      'The id is that of the first message or of any of its reminders. The first message itself stays as it is.',
  })
  @ApiOkResponse({ type: StoppedSequenceResponse })
  async stop(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<StoppedSequenceResponse> {
    const stopped = await this.requests.stop(principal, id, causeOf(principal, this.clock.now()));
    return { success: true, stopped_steps: stopped };
  }
}
