import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
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
import type { Actor } from '../accounts/actor';
import { CurrentActor } from '../authentication/current-actor.decorator';
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
    @CurrentActor() actor: Actor,
    @Query() query: SubAccountListQuery,
    @NextPage() link: NextPageLink,
  ): Promise<SubAccountResponse[]> {
    const page = { ...listPageOf(query), name: query.q };
    const { items, nextCursor } = await this.subAccounts.list(actor, page);
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
    @CurrentActor() actor: Actor,
    @Requested() requested: RequestedCreation,
    @Body() body: SubAccountAddInput,
  ): Promise<CreatedResponse> {
    const creation = requested.answeredBy((id: number): CreatedResponse => ({ success: true, id }));
    return this.subAccounts.add(actor, body, creation);
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
    @CurrentActor() actor: Actor,
    @Param('id', IdParam) id: number,
    @Body() body: SubAccountUpdateInput,
  ): Promise<SuccessResponse> {
    await this.subAccounts.update(actor, id, body);
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
  async delete(@CurrentActor() actor: Actor, @Param('id', IdParam) id: number): Promise<SuccessResponse> {
    await this.subAccounts.delete(actor, id);
    return { success: true };
  }
}
