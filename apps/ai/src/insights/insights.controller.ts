import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import { OwnedChannel, OwnedChannelGuard } from '../summaries/owned-channel.guard';
import { DEFAULT_LANGUAGE, InsightsQuery } from './insights.dto';
import { InsightsResponse } from './insights.responses';
import { InsightsService } from './insights.service';

@ApiTags('Channels')
@Controller('public/v1/channels/ai/insights')
@UseGuards(OwnedChannelGuard)
export class InsightsController {
  constructor(private readonly insights: InsightsService) {}

  @Get(':id')
  @Scoped('ai:read')
  @ApiParam({ name: 'id', type: 'integer', description: 'Id of the channel', example: 42 })
  @ApiOperation({
    operationId: 'getInsights',
    summary: 'Get the sentiment, strengths and improvements of a channel',
    description:
      'The sentiment counts stars. Strengths and improvements are written from the texts and kept for each language. They are written again after five new reviews with text, after 30 days, and after a review that they are made of was edited or deleted.',
  })
  @ApiOkResponse({ type: InsightsResponse })
  @ApiErrors('unsupported_language', 'forwarding_paused')
  get(
    @CurrentPrincipal() principal: Principal,
    @OwnedChannel() channel: KnownChannel,
    @Query() { language }: InsightsQuery,
  ): Promise<InsightsResponse> {
    return this.insights.get(principal, channel, language || DEFAULT_LANGUAGE);
  }
}
