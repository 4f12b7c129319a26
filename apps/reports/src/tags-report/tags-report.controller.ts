import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportResponses } from '../questions/report-responses';
import { tagsTable } from './tags-report';
import { TagsReportQuery } from './tags-report.dto';
import { TagsReportResponse } from './tags-report.responses';
import { TagsReportService } from './tags-report.service';

const CSV_EXAMPLE = `"row","id","name","month","reviews","average_rating"\r
"tag","3","bread","","12","4.43"\r
"month","3","bread","2026-09","12","4.43"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/tags')
export class TagsReportController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: TagsReportService,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getTagsReport',
    summary: 'Get the number of reviews and the average rating of each tag by month',
    description:
      'Counts the reviews that were posted in the period, in any status. A review counts for each of its tags. Default period: the current month and the 11 months before it.',
  })
  @ReportResponses(TagsReportResponse, CSV_EXAMPLE)
  async tags(
    @CurrentPrincipal() principal: Principal,
    @Query() query: TagsReportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<TagsReportResponse>(
      {
        name: 'tags',
        principal,
        query,
        table: tagsTable,
        read: (tx, scope) => this.report.read(tx, scope, query),
      },
      request,
      reply,
    );
  }
}
