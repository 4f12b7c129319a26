import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  ApiError,
  type Principal,
  STORED_SUMMARY_PATH,
  StoredSummaryRequest,
  type StoredSummaryResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped, worksFor } from '@plaudit/runtime';
import { WidgetSummariesReadModel } from './widget-summaries.read-model';

/** The widgets service requests the summary that a widget shows here. */
@ApiExcludeController()
@Controller(STORED_SUMMARY_PATH)
export class WidgetSummariesController {
  constructor(private readonly summaries: WidgetSummariesReadModel) {}

  @Post()
  @Scoped('public')
  async find(
    @CurrentPrincipal() principal: Principal,
    @Body() request: StoredSummaryRequest,
  ): Promise<StoredSummaryResponse> {
    const { account_id, sub_account_id } = request;
    const isOwn = principal.account_id === account_id && principal.sub_account_id === sub_account_id;
    if (!isOwn && !principal.scopes.includes('public')) {
      throw new ApiError('not_found', `No sub account ${sub_account_id} belongs to this account.`);
    }
    // Visitors have no account, and those of one account must not take the connections of all accounts.
    if (!isOwn) worksFor(`visitors of account ${account_id}`);
    return { summary: await this.summaries.find(request) };
  }
}
