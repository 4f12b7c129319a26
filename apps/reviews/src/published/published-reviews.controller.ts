import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError, type Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { PublishedReviewsQuestion } from './published-reviews.dto';
import { PublishedReviewsReadModel } from './published-reviews.read-model';

/** Asked by widgets only; the gateway never routes /internal. What it gives out is public anyway: approved reviews. */
@ApiExcludeController()
@Controller('internal/reviews')
export class PublishedReviewsController {
  constructor(private readonly published: PublishedReviewsReadModel) {}

  @Post('approved')
  @Scoped('public')
  @Header('content-type', 'application/json; charset=utf-8')
  async approved(
    @CurrentPrincipal() principal: Principal,
    @Body() question: PublishedReviewsQuestion,
  ): Promise<string> {
    const ownTenant = principal.sub_account_id === question.sub_account_id;
    if (!ownTenant && !principal.scopes.includes('public')) {
      throw new ApiError('not_found', `No sub account ${question.sub_account_id} belongs to this account.`);
    }
    return this.published.page(question);
  }
}
