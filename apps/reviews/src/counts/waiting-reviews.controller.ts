import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  type Principal,
  SubAccountCountsRequest,
  type SubAccountCountsResponse,
  WAITING_REVIEWS_PATH,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { WaitingReviewsReadModel } from './waiting-reviews.read-model';

/** Serves the gateway, which asks about the sub accounts that a user may enter. A token counts in its own account only. */
@ApiExcludeController()
@Controller(WAITING_REVIEWS_PATH)
export class WaitingReviewsController {
  constructor(private readonly reviews: WaitingReviewsReadModel) {}

  @Post()
  @HttpCode(200)
  @Scoped('reviews:read')
  async count(
    @CurrentPrincipal() { account_id }: Principal,
    @Body() { ids }: SubAccountCountsRequest,
  ): Promise<SubAccountCountsResponse> {
    return { counts: await this.reviews.count(account_id, ids) };
  }
}
