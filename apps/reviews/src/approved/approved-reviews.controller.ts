import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError, ApprovedReviewsRequest, type Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped, worksFor } from '@plaudit/runtime';
import { ApprovedReviewsService } from './approved-reviews.service';

/** Serves the widgets service. The gateway never routes /internal, and approved reviews are public anyway. */
@ApiExcludeController()
@Controller('internal/reviews')
export class ApprovedReviewsController {
  constructor(private readonly reviews: ApprovedReviewsService) {}

  @Post('approved')
  @Scoped('public')
  @Header('content-type', 'application/json; charset=utf-8')
  async approved(
    @CurrentPrincipal() principal: Principal,
    @Body() request: ApprovedReviewsRequest,
  ): Promise<string> {
    const ownTenant = principal.sub_account_id === request.sub_account_id;
    if (!ownTenant && !principal.scopes.includes('public')) {
      throw new ApiError('not_found', `No sub account ${request.sub_account_id} belongs to this account.`);
    }
    // Visitors have no account, and those of one widget must not take the connections of all widgets.
    if (!ownTenant) worksFor(`visitors of ${request.sub_account_id}`);
    return this.reviews.page(request);
  }
}
