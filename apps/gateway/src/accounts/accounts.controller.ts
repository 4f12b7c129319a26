import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped, SuccessResponse } from '@plaudit/runtime';
import { IGNORES_UNKNOWN } from '../openapi/descriptions';
import { AccountUpdateInput } from './accounts.dto';
import { AccountResponse, toAccountResponse } from './accounts.responses';
import { AccountsService } from './accounts.service';
import { CurrentActor } from '../authentication/current-actor.decorator';
import type { Actor } from './actor';

@ApiTags('Account')
@Controller('public/v1/account')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'getAccount',
    summary: 'Get the account, its plan and its usage',
    description: 'A limit of -1 means unlimited.',
  })
  @ApiOkResponse({ type: AccountResponse })
  async get(@CurrentActor() actor: Actor): Promise<AccountResponse> {
    return toAccountResponse(await this.accounts.get(actor));
  }

  @Put()
  @Scoped('account:manage')
  @ApiOperation({
    operationId: 'updateAccount',
    summary: 'Change the account; needs a key of the main sub account',
    description: `Changes only the fields that are sent. ${IGNORES_UNKNOWN}`,
  })
  @ApiOkResponse({ type: SuccessResponse })
  async update(@CurrentActor() actor: Actor, @Body() body: AccountUpdateInput): Promise<SuccessResponse> {
    await this.accounts.update(actor, body);
    return { success: true };
  }
}
