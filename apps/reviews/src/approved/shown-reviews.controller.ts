import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  type Principal,
  SHOWN_REVIEWS_PATH,
  ShownReviewsRequest,
  type ShownReviewsResponse,
} from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import { ShownReviewsReadModel } from './shown-reviews.read-model';

/** Serves the widgets service, whose callers may have no other scope than that of widgets. */
@ApiExcludeController()
@Controller(SHOWN_REVIEWS_PATH)
export class ShownReviewsController {
  constructor(private readonly reviews: ShownReviewsReadModel) {}

  @Post()
  @Scoped('widgets:read')
  shown(
    @CurrentPrincipal() principal: Principal,
    @Body() request: ShownReviewsRequest,
  ): Promise<ShownReviewsResponse> {
    return this.reviews.shown(principal.sub_account_id, request);
  }
}
