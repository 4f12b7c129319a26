import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { requestResponse } from '../request-response';
import { readListRequest } from './request-filter';
import { RequestListQuery } from './request-lists.dto';
import { RequestListsReadModel } from './request-lists.read-model';
import { RequestListResponse } from './request-lists.responses';

@ApiTags('Invitations')
@Controller('public/v1/invite/requests')
export class RequestListsController {
  constructor(private readonly lists: RequestListsReadModel) {}

  @Get('get')
  @Scoped('invites:read')
  @ApiOperation({
    operationId: 'listInvitations',
    summary: 'List invitation requests by filter, newest first unless order is sent',
    description: 'Without filters, these are all requests of the sub account, reminders included.',
  })
  @ApiOkResponse({ type: RequestListResponse })
  async getList(
    @CurrentPrincipal() principal: Principal,
    @Query() query: RequestListQuery,
  ): Promise<RequestListResponse> {
    const { count, rows } = await this.lists.page(principal.sub_account_id, readListRequest(query));
    return { count, items: rows.map(requestResponse) };
  }
}
