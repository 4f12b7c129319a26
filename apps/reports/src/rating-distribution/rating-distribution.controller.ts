import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { periodOf } from '../questions/period';
import { ReportAnswersService } from '../questions/report-answers.service';
import { PeriodQuery } from '../questions/report-query.dto';
import { ReportResponses } from '../questions/report-responses';
import { comparedPeriod, ratingDistribution, ratingDistributionTable } from './rating-distribution';
import { RatingDistributionReadModel } from './rating-distribution.read-model';
import { RatingDistributionResponse } from './rating-distribution.responses';

const CSV_EXAMPLE = `"stars","reviews"\r
"1","1"\r
"2","0"\r
"3","1"\r
"4","2"\r
"5","4"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/rating_distribution')
export class RatingDistributionController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: RatingDistributionReadModel,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getRatingDistribution',
    summary: 'Get the number of reviews by star',
    description:
      'Reviews of every status and of all times count, or those that were posted in the period. Reviews without a rating are left out.',
  })
  @ReportResponses(RatingDistributionResponse, CSV_EXAMPLE)
  async ratingDistribution(
    @CurrentPrincipal() principal: Principal,
    @Query() query: PeriodQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<RatingDistributionResponse>(
      {
        name: 'rating_distribution',
        principal,
        query,
        table: ratingDistributionTable,
        read: async (tx, scope) => {
          const period = periodOf(query, scope);
          const stars = await this.report.stars(tx, scope, period ?? {});
          if (!query.compare) return ratingDistribution(stars);
          return ratingDistribution(stars, await this.report.stars(tx, scope, comparedPeriod(period, scope)));
        },
      },
      request,
      reply,
    );
  }
}
