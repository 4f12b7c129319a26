import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  type Principal,
  UNKNOWN_CHANNELS_PATH,
  UnknownChannelsRequest,
  type UnknownIdsResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { UnknownChannelsReadModel } from './unknown-channels.read-model';

/**
 * Serves webhooks and reports, which ask with the token of their caller, whatever its scopes. A token shows ids of its own account
 * only. The gateway never routes /internal to channels.
 */
@ApiExcludeController()
@Controller(UNKNOWN_CHANNELS_PATH)
export class UnknownChannelsController {
  constructor(private readonly channels: UnknownChannelsReadModel) {}

  @Post()
  @HttpCode(200)
  @Scoped('public')
  async find(
    @CurrentPrincipal() { main, account_id, sub_account_id: own }: Principal,
    @Body() { ids, sub_account_id }: UnknownChannelsRequest,
  ): Promise<UnknownIdsResponse> {
    return { unknown: await this.channels.find(account_id, main ? sub_account_id : own, ids) };
  }
}
