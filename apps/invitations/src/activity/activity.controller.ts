import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Principal, wireDate } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { requestBasics } from '../requests/request-response';
import { RequestsReadModel } from '../requests/requests.read-model';
import { type ActivityEntry, ActivityReadModel } from './activity.read-model';
import { type ActivityEntryResponse, RequestActivityResponse } from './activity.responses';

@ApiTags('Invitations')
@Controller('public/v1/invite/requests')
export class ActivityController {
  constructor(
    private readonly requests: RequestsReadModel,
    private readonly activity: ActivityReadModel,
  ) {}

  @Get('activity/:id')
  @Scoped('invites:read')
  @ApiParam({ name: 'id', description: 'Id of the request', example: 901 })
  @ApiOperation({
    operationId: 'getInvitationActivity',
    summary: 'Get what happened to an invitation request',
    description:
      'The oldest entry comes first. Of more than a thousand entries, the first and the newest are returned.',
  })
  @ApiOkResponse({ type: RequestActivityResponse })
  async getActivity(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<RequestActivityResponse> {
    const row = await this.requests.one(principal.sub_account_id, id);
    const entries = await this.activity.of(id);
    return { success: true, request: requestBasics(row), activity: entries.map(entryResponse) };
  }
}

function entryResponse({
  id,
  created_at,
  source,
  type,
  status,
  detail,
}: ActivityEntry): ActivityEntryResponse {
  return { id, created_at: wireDate(created_at), source, type, status, detail };
}
