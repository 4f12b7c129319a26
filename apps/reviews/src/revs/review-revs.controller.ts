import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { REVIEW_REVS_PATH, ReviewRevsRequest, type ReviewRevsResponse } from '@plaudit/contracts';
import { Scoped, worksFor } from '@plaudit/runtime';
import { ReviewRevsReadModel } from './review-revs.read-model';

/** Serves the widgets service. One request asks for the widgets of many sub accounts. */
@ApiExcludeController()
@Controller(REVIEW_REVS_PATH)
export class ReviewRevsController {
  constructor(private readonly revs: ReviewRevsReadModel) {}

  @Post()
  @Scoped('public')
  async list(@Body() { sub_account_ids }: ReviewRevsRequest): Promise<ReviewRevsResponse> {
    worksFor('visitors of all widgets');
    return { revs: await this.revs.list(sub_account_ids) };
  }
}
