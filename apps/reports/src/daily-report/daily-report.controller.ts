import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportResponses } from '../questions/report-responses';
import { dailyReport, dailyTable, lastDays } from './daily-report';
import { DailyReportQuery, dayCountOf } from './daily-report.dto';
import { DailyReportReadModel } from './daily-report.read-model';
import { DailyReportResponse } from './daily-report.responses';

const CSV_EXAMPLE = `"day","average_rating","reviews"\r
"2026-09-29","","0"\r
"2026-09-30","4.43","3"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/daily')
export class DailyReportController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: DailyReportReadModel,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getDailyReport',
    summary: 'Get the average official rating and the number of new reviews, day by day',
    description:
      'For periods that are too short for `average_rating` and `reviews_over_time`, which count by month. Reviews of every status count, by the date on which they were posted. A day begins in the time zone of the sub account.',
  })
  @ReportResponses(DailyReportResponse, CSV_EXAMPLE)
  async daily(
    @CurrentPrincipal() principal: Principal,
    @Query() query: DailyReportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<DailyReportResponse>(
      {
        name: 'daily',
        principal,
        query,
        table: dailyTable,
        read: async (tx, scope) => {
          const count = dayCountOf(query);
          const period = lastDays(scope.today, query.compare ? 2 * count : count);
          return dailyReport(await this.report.days(tx, scope, period), count);
        },
      },
      request,
      reply,
    );
  }
}
