import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastMonths } from '../questions/month-periods';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportResponses } from '../questions/report-responses';
import { averageRating, averageRatingTable } from './average-rating';
import { AverageRatingQuery, monthCountOf } from './average-rating.dto';
import { AverageRatingReadModel } from './average-rating.read-model';
import { AverageRatingResponse } from './average-rating.responses';

const CSV_EXAMPLE = `"month","average_rating","collected_average","collected_count"\r
"2026-10","","4.31","344"\r
"2026-11","4.43","","0"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/average_rating')
export class AverageRatingController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: AverageRatingReadModel,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getAverageRating',
    summary: 'Get the average official rating of all channels, month by month',
    description:
      'The figures are those that the platforms showed, also those of channels that were deleted since. A month without figures has no average: it is not carried over from the month before. Before the first official score, `collected_average` has the average of the collected reviews.',
  })
  @ReportResponses(AverageRatingResponse, CSV_EXAMPLE)
  async averageRating(
    @CurrentPrincipal() principal: Principal,
    @Query() query: AverageRatingQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<AverageRatingResponse>(
      {
        name: 'average_rating',
        principal,
        query,
        table: averageRatingTable,
        read: async (tx, scope) => {
          const count = monthCountOf(query);
          const months = lastMonths(scope.today, query.compare ? 2 * count : count);
          return averageRating(await this.report.averages(tx, scope, months), count);
        },
      },
      request,
      reply,
    );
  }
}
