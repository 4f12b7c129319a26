import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  type Principal,
  UNKNOWN_SUB_ACCOUNTS_PATH,
  UnknownIdsRequest,
  type UnknownIdsResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { SubAccountsService } from './sub-accounts.service';

/** Serves the webhooks service, which asks with the token of its caller. */
@ApiExcludeController()
@Controller(UNKNOWN_SUB_ACCOUNTS_PATH)
export class UnknownSubAccountsController {
  constructor(private readonly subAccounts: SubAccountsService) {}

  @Post()
  @HttpCode(200)
  @Scoped('webhooks:write')
  async find(
    @CurrentPrincipal() { account_id }: Principal,
    @Body() { ids }: UnknownIdsRequest,
  ): Promise<UnknownIdsResponse> {
    return { unknown: await this.subAccounts.findUnknown(account_id, ids) };
  }
}
