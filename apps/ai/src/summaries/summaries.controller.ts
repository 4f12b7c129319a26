import { Body, Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import { NewSummaryService } from './new-summary.service';
import { OwnedChannel, OwnedChannelGuard } from './owned-channel.guard';
import { SummaryInput } from './summaries.dto';
import { NewSummaryResponse, SummaryResponse } from './summaries.responses';
import { SummariesService } from './summaries.service';
import { AUTO, DEFAULT_LENGTH } from './summary';

const ID = { name: 'id', type: 'integer', description: 'Id of the channel', example: 42 };

@ApiTags('Channels')
@Controller('public/v1/channels/ai/summary')
@UseGuards(OwnedChannelGuard)
export class SummariesController {
  constructor(
    private readonly summaries: SummariesService,
    private readonly newSummaries: NewSummaryService,
  ) {}

  @Get(':id')
  @Scoped('ai:read')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'getSummary',
    summary: 'Get a summary of the reviews of a channel',
    description:
      'The first request writes the summary and stores it. Later ones return the stored one. One that is out of date is returned as `stale`, and written again in the background.',
  })
  @ApiOkResponse({ type: SummaryResponse })
  @ApiErrors('forwarding_paused')
  get(
    @CurrentPrincipal() principal: Principal,
    @OwnedChannel() channel: KnownChannel,
  ): Promise<SummaryResponse> {
    return this.summaries.get(principal, channel);
  }

  @Post(':id')
  @Scoped('ai:write')
  @ApiParam(ID)
  @ApiOperation({
    operationId: 'regenerateSummary',
    summary: 'Write a new summary of the reviews of a channel',
    description:
      'At most once a minute for each channel, and within the daily generations of the account. A channel without reviews with text has none: `summary` is null, and nothing counts.',
  })
  @ApiOkResponse({ type: NewSummaryResponse })
  @ApiErrors('unsupported_language', 'ai_cooldown', 'ai_daily_cap_reached', 'forwarding_paused')
  async write(
    @CurrentPrincipal() principal: Principal,
    @OwnedChannel() channel: KnownChannel,
    @Body() { length = DEFAULT_LENGTH, language = AUTO }: SummaryInput,
  ): Promise<NewSummaryResponse> {
    return { success: true, ...(await this.newSummaries.write(principal, channel, { length, language })) };
  }
}
