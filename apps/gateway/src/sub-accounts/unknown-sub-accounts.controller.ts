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

/**
 * Serves webhooks and reports, which ask with the token of their caller, whatever its scopes. A token shows ids of its own account
 * only.
 */
@ApiExcludeController()
@Controller(UNKNOWN_SUB_ACCOUNTS_PATH)
export class UnknownSubAccountsController {
  constructor(private readonly subAccounts: SubAccountsService) {}

  @Post()
  @HttpCode(200)
  @Scoped('public')
  async find(
    @CurrentPrincipal() { account_id }: Principal,
    @Body() { ids }: UnknownIdsRequest,
  ): Promise<UnknownIdsResponse> {
    return { unknown: await this.subAccounts.findUnknown(account_id, ids) };
  }
}
