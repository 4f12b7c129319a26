import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReportAnswersService } from '../questions/report-answers.service';
import { PeriodQuery } from '../questions/report-query.dto';
import { ReportResponses } from '../questions/report-responses';
import { responseTable } from './response-report';
import { ResponseReportResponse } from './response-report.responses';
import { ResponseReportService } from './response-report.service';

const CSV_EXAMPLE = `"row","month","label","reviews","replied","share","dated_replies","median_hours"\r
"month","2026-09","","40","30","0.75","28","26.5"\r
"platform","","Apple App Store","40","30","0.75","28","26.5"\r
"total","","","40","30","0.75","28","26.5"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/response')
export class ResponseReportController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: ResponseReportService,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getResponseReport',
    summary: 'Get the share of reviews with a reply of the owner, and the median time to it',
    description:
      'Counts the reviews that were posted in the period, in any status. Not every platform says when a reply was posted: the median is that of `dated_replies` only. Default period: the current month and the 11 months before it.',
  })
  @ReportResponses(ResponseReportResponse, CSV_EXAMPLE)
  async response(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PeriodQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<ResponseReportResponse>(
      {
        name: 'response',
        principal,
        query,
        table: responseTable,
        read: (tx, scope) => this.report.read(tx, scope, query),
      },
      request,
      reply,
    );
  }
}
