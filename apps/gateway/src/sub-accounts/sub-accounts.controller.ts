import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import {
  ApiErrors,
  CurrentPrincipal,
  Idempotent,
  IdParam,
  LIST_PAGE_HEADERS,
  listPageOf,
  NextPage,
  type NextPageLink,
  Requested,
  type RequestedCreation,
  Scoped,
  SuccessResponse,
} from '@plaudit/runtime';
import { CreatedResponse } from '../accounts/accounts.responses';
import { actorOf } from '../accounts/actor';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { SubAccountAddInput, SubAccountListQuery, SubAccountUpdateInput } from './sub-accounts.dto';
import { SubAccountResponse, toSubAccountResponse } from './sub-accounts.responses';
import { SubAccountsService } from './sub-accounts.service';

const ID = { name: 'id', description: 'Id of a sub account, from GET /account/subaccounts', example: 12 };

@ApiTags('Account')
@Controller('public/v1/account')
export class SubAccountsController {
  constructor(private readonly subAccounts: SubAccountsService) {}

  @Get('subaccounts')
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'listSubAccounts',
    summary: 'List the sub accounts; a key of a sub account other than the main one sees only its own',
    description: 'The main sub account is part of the list.',
  })
  @ApiOkResponse({ type: [SubAccountResponse], headers: LIST_PAGE_HEADERS })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: SubAccountListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<SubAccountResponse[]> {
    const page = { ...listPageOf(query), name: query.q };
    const { items, nextCursor } = await this.subAccounts.list(actorOf(principal), page);
    link(nextCursor);
    return items.map(toSubAccountResponse);
  }

  @Post('subaccount')
  @Scoped('account:manage')
  @Idempotent()
  @ApiErrors('plan_limit_reached')
  @ApiOperation({
    operationId: 'addSubAccount',
    summary: 'Add a sub account; needs a key of the main sub account',
    description: `The new sub account has no channels, widgets or keys. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: CreatedResponse })
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: SubAccountAddInput,
  ): Promise<CreatedResponse> {
    const creation = requested.answeredBy((id: number): CreatedResponse => ({ success: true, id }));
    return this.subAccounts.add(actorOf(principal), body, creation);
  }

  @Put('subaccount/:id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiErrors('plan_limit_reached')
  @ApiOperation({
    operationId: 'updateSubAccount',
    summary: 'Rename a sub account or change its limit',
    description: `Changes only the fields that are sent. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: SuccessResponse })
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Body() body: SubAccountUpdateInput,
  ): Promise<SuccessResponse> {
    await this.subAccounts.update(actorOf(principal), id, body);
    return { success: true };
  }

  @Delete('subaccount/:id')
  @Scoped('account:manage')
  @ApiParam(ID)
  @ApiExtension('x-role', 'admin')
  @ApiOperation({
    operationId: 'deleteSubAccount',
    summary:
      'Delete a sub account with its channels and widgets; its keys stop working at once. Needs an admin key with all scopes',
    description: 'The main sub account cannot be deleted.',
  })
  @ApiOkResponse({ type: SuccessResponse })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<SuccessResponse> {
    await this.subAccounts.delete(actorOf(principal), id);
    return { success: true };
  }
}
