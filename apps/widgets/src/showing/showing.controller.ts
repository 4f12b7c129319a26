import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { ShowingInput } from './showing.dto';
import { ShowingCountsResponse, ShowingResponse } from './showing.responses';
import { ShowingService } from './showing.service';

@ApiTags('Widgets')
@Controller('public/v1/widgets/showing')
export class ShowingController {
  constructor(private readonly showing: ShowingService) {}

  @Get(':review_id')
  @Scoped('widgets:read')
  @ApiParam({ name: 'review_id', description: 'The id of a review.', example: 4711 })
  @ApiOperation({
    operationId: 'getShowingWidgets',
    summary: 'List which active widgets show a review, or would show it if it were approved',
    description:
      'A widget that loads more reviews on demand shows every review that its settings accept. The list says nothing of pages on which a widget is embedded.',
  })
  @ApiOkResponse({ type: ShowingResponse })
  async ofReview(
    @CurrentPrincipal() principal: Principal,
    @Param('review_id', IdParam) reviewId: number,
  ): Promise<ShowingResponse> {
    return { widgets: await this.showing.ofReview(principal, reviewId) };
  }

  @Post()
  @Scoped('widgets:read')
  @ApiOperation({
    operationId: 'countShowingWidgets',
    summary: 'Count how many of these reviews each active widget would show if all were approved',
    description: 'Stores nothing. Reviews that do not exist do not count.',
  })
  @ApiOkResponse({ type: ShowingCountsResponse })
  async ofReviews(
    @CurrentPrincipal() principal: Principal,
    @Body() { ids }: ShowingInput,
  ): Promise<ShowingCountsResponse> {
    return { widgets: await this.showing.ofReviews(principal, ids) };
  }
}
