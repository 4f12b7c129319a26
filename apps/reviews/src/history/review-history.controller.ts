import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { ReviewHistoryResponse } from './review-history.responses';
import { ReviewHistoryService } from './review-history.service';

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class ReviewHistoryController {
  constructor(private readonly history: ReviewHistoryService) {}

  @Get('history/:id')
  @Scoped('reviews:read')
  @ApiParam({ name: 'id', description: 'Id of the review', example: 4711 })
  @ApiOperation({
    operationId: 'getReviewHistory',
    summary: 'Get the changes of a review, and who made them',
    description:
      'Has at most the newest 200 changes. A tag or source that is renamed, merged or deleted does not change the history of its reviews. The history of a person who is erased goes with the person.',
  })
  @ApiOkResponse({ type: ReviewHistoryResponse })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<ReviewHistoryResponse> {
    return { items: await this.history.of(principal.sub_account_id, id) };
  }
}
