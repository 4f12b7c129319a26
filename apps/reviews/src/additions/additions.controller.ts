import { Body, Controller, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal, Review } from '@plaudit/contracts';
import {
  ApiBodyExample,
  ApiErrors,
  type BulkResult,
  Clock,
  CurrentPrincipal,
  Idempotent,
  ReadsItems,
  Requested,
  type RequestedCreation,
  Scoped,
} from '@plaudit/runtime';
import { readAddition } from './addition';
import { ReviewCreateInput } from './additions.dto';
import { AddedReviewResponse } from './additions.responses';
import { AdditionsService } from './additions.service';
import { readBulk } from './bulk-items';
import { ReviewBulkInput, ReviewBulkResponse } from './bulk.dto';

const BULK_EXAMPLE = {
  reviews: [
    { from_name: 'Lena Vogt', text: 'Friendly staff.', posted_on: '2026-02-03', rating_value: 4 },
    { from_name: 'Adil Khan', text: 'Fresh every morning.', posted_on: '2026-02-04', rating_value: 5 },
  ],
};

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class AdditionsController {
  constructor(
    private readonly additions: AdditionsService,
    private readonly clock: Clock,
  ) {}

  @Post('add')
  @Scoped('reviews:write')
  @Idempotent()
  @ApiOperation({
    operationId: 'addReview',
    summary: 'Add a review from an outside source',
    description:
      'The review belongs to the source of `source_id`, or to the source "Manual". The same `from_name` and `text` are accepted only once.',
  })
  @ApiOkResponse({ type: AddedReviewResponse })
  @ApiErrors('duplicate_review', 'invalid_date', 'invalid_url', 'unknown_source')
  async add(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: ReviewCreateInput,
  ): Promise<AddedReviewResponse> {
    const creation = requested.answeredBy((review: Review): AddedReviewResponse => ({
      success: true,
      id: review.id,
      review,
    }));
    return this.additions.addOne(principal, readAddition(body, this.clock.now()), creation);
  }

  @Post('add_bulk')
  @Scoped('reviews:write')
  @Idempotent({ dryRun: 'validate_only' })
  @ReadsItems('reviews')
  @ApiErrors('bulk_empty', 'bulk_too_large')
  @ApiOperation({
    operationId: 'addReviews',
    summary: 'Add up to 500 reviews from outside sources',
    description:
      'Adds the valid reviews and returns an error for each of the others. The status is 200 even if no review is valid. With validate_only nothing is stored and the Idempotency-Key stays unused.',
  })
  @ApiBodyExample(ReviewBulkInput, BULK_EXAMPLE)
  @ApiOkResponse({ type: ReviewBulkResponse })
  async addBulk(
    @CurrentPrincipal() principal: Principal,
    @Requested() requested: RequestedCreation,
    @Body() body: object,
  ): Promise<BulkResult> {
    const bulk = await readBulk(body, this.clock.now());
    return this.additions.addMany(
      principal,
      bulk,
      requested.answeredBy((result: BulkResult) => result),
    );
  }
}
