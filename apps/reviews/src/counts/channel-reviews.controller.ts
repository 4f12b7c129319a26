import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { ChannelReviewsResponse, Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import { ChannelReviewsReadModel } from './channel-reviews.read-model';

/** Serves the channels service, which says how many reviews a deleted channel leaves. */
@ApiExcludeController()
@Controller('internal/reviews')
export class ChannelReviewsController {
  constructor(private readonly reviews: ChannelReviewsReadModel) {}

  @Get('of_channel/:id')
  @Scoped('channels:write')
  async count(
    @CurrentPrincipal() { sub_account_id }: Principal,
    @Param('id', IdParam) id: number,
  ): Promise<ChannelReviewsResponse> {
    return { count: await this.reviews.count(sub_account_id, id) };
  }
}
