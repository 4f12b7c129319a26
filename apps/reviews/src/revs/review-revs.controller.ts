import { Body, Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { REVIEW_REVS_PATH, ReviewRevsRequest, type ReviewRevsResponse } from '@plaudit/contracts';
import { Scoped, worksFor } from '@plaudit/runtime';
import { ReviewRevsService } from './review-revs.service';

/** Serves the widgets service. One request asks for the widgets of many sub accounts. */
@ApiExcludeController()
@Controller(REVIEW_REVS_PATH)
export class ReviewRevsController {
  constructor(private readonly revs: ReviewRevsService) {}

  @Post()
  @Scoped('public')
  async list(@Body() request: ReviewRevsRequest): Promise<ReviewRevsResponse> {
    worksFor('visitors of all widgets');
    return this.revs.answer(request);
  }
}
