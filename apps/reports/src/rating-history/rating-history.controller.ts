import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, IdParam, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportResponses } from '../questions/report-responses';
import type { ReportTable } from '../questions/report-format';
import { DEFAULT_DAYS, RatingHistoryQuery } from './rating-history.dto';
import { RatingHistoryReadModel } from './rating-history.read-model';
import { RatingHistoryResponse } from './rating-history.responses';

const CSV_EXAMPLE = `"date","score","reviews","estimated"\r
"2026-01-30","4.58","118","true"\r
"2026-01-31","4.6","120","false"\r
`;

@ApiTags('Channels')
@Controller('public/v1/channels/rating_history')
export class RatingHistoryController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly history: RatingHistoryReadModel,
  ) {}

  @Get(':id')
  @Scoped('reports:read')
  @ApiParam({ name: 'id', description: 'Id of the channel', example: 42 })
  @ApiOperation({
    operationId: 'getRatingHistory',
    summary: 'Get the official rating and number of reviews of a channel by day',
    description:
      'Each successful crawl stores the figures of its day. A day without one has no point. Points before the first crawl are estimated from the collected reviews, on each date with a new rating.',
  })
  @ReportResponses(RatingHistoryResponse, CSV_EXAMPLE)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', IdParam) id: number,
    @Query() query: RatingHistoryQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const days = Number(query.days || DEFAULT_DAYS);
    await this.answers.send<RatingHistoryResponse>(
      {
        name: 'rating_history',
        principal,
        query: { ...query, channels: String(id) },
        table: historyTable,
        read: async (tx, scope) => ({ history: await this.history.history(tx, scope, days) }),
      },
      request,
      reply,
    );
  }
}

function historyTable({ history }: RatingHistoryResponse): ReportTable {
  return {
    columns: ['date', 'score', 'reviews', 'estimated'],
    rows: history.map(({ date, score, reviews, estimated = false }) => [date, score, reviews, estimated]),
  };
}
