import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportQuery } from '../questions/report-query.dto';
import { ReportResponses } from '../questions/report-responses';
import { RatingsReportReadModel } from './ratings-report.read-model';
import { RatingsReportResponse } from './ratings-report.responses';
import { ratingsTable } from './ratings-table';

const CSV_EXAMPLE = `"row","type_id","label","rating_scale","channel_id","channel","channel_count","official_score","official_num_reviews","rating_value","collected_rating_value","collected_num_reviews"\r
"type","1","Apple App Store","5","","","1","4.52","150","4.52","4.31","48"\r
"channel","1","Apple App Store","5","42","Alder Street Bakery","","4.52","150","","4.31","48"\r
"total","","","","","","","","150","4.52","4.31","48"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/ratings')
export class RatingsReportController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: RatingsReportReadModel,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getRatingsReport',
    summary: 'Get the official ratings of all channels by platform, and their weighted average',
    description:
      'The official figures are those that the platforms show. The average of the collected reviews stands beside them, for channels without an official score. `compare=previous` adds the totals of 30 days ago.',
  })
  @ReportResponses(RatingsReportResponse, CSV_EXAMPLE)
  async ratings(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ReportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<RatingsReportResponse>(
      {
        name: 'ratings',
        principal,
        query,
        table: ratingsTable,
        read: async (tx, scope) => ({
          success: true,
          ...(await this.report.ratings(tx, scope)),
          ...(query.compare ? { previous: await this.report.previous(tx, scope) } : {}),
        }),
      },
      request,
      reply,
    );
  }
}
