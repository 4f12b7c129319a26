import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  ApiError,
  type Principal,
  WidgetContentChangedRequest,
  type WidgetContentChangedResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ContentChanges } from './content-changes';

/** Called by reviews after its commit and before its answer, so that the next embed request shows the change. */
@ApiExcludeController()
@Controller('internal/rev')
export class ContentRevsController {
  constructor(private readonly changes: ContentChanges) {}

  @Post()
  @Scoped('public')
  async bump(
    @CurrentPrincipal() principal: Principal,
    @Body() owner: WidgetContentChangedRequest,
  ): Promise<WidgetContentChangedResponse> {
    const sameAccount = principal.account_id === owner.account_id;
    const sameSubAccount = principal.main || principal.sub_account_id === owner.sub_account_id;
    if (!sameAccount || !sameSubAccount) {
      throw new ApiError('forbidden', 'The caller does not belong to this sub account.');
    }
    return { rev: await this.changes.announced(owner) };
  }
}
