import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  FAILING_CHANNELS_PATH,
  type Principal,
  SubAccountCountsRequest,
  type SubAccountCountsResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { FailingChannelsReadModel } from './failing-channels.read-model';

/** Serves the gateway, which asks about the sub accounts that a user may enter. A token counts in its own account only. */
@ApiExcludeController()
@Controller(FAILING_CHANNELS_PATH)
export class FailingChannelsController {
  constructor(private readonly channels: FailingChannelsReadModel) {}

  @Post()
  @HttpCode(200)
  @Scoped('channels:read')
  async count(
    @CurrentPrincipal() { account_id }: Principal,
    @Body() { ids }: SubAccountCountsRequest,
  ): Promise<SubAccountCountsResponse> {
    return { counts: await this.channels.count(account_id, ids) };
  }
}
