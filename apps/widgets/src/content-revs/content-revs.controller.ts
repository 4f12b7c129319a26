import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  ApiError,
  type Principal,
  WidgetContentChangedRequest,
  type WidgetContentChangedResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ContentRevsService } from './content-revs.service';

/**
 * The reviews service calls this after its commit and before it responds to its client, so that the next embed request
 * shows the change.
 */
@ApiExcludeController()
@Controller('internal/rev')
export class ContentRevsController {
  constructor(private readonly revs: ContentRevsService) {}

  @Post()
  @Scoped('public')
  async bump(
    @CurrentPrincipal() principal: Principal,
    @Body() tenant: WidgetContentChangedRequest,
  ): Promise<WidgetContentChangedResponse> {
    const sameAccount = principal.account_id === tenant.account_id;
    const sameSubAccount = principal.main || principal.sub_account_id === tenant.sub_account_id;
    if (!sameAccount || !sameSubAccount) {
      throw new ApiError('forbidden', 'The caller does not belong to this sub account.');
    }
    return { rev: await this.revs.bump(tenant) };
  }
}
