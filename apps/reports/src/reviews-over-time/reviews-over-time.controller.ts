import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastMonths } from '../questions/month-periods';
import { ReportAnswersService } from '../questions/report-answers.service';
import { ReportResponses } from '../questions/report-responses';
import { comparedReviewsOverTime, reviewsOverTimeTable } from './reviews-over-time';
import { inBoth, rangeOf, ReviewsOverTimeQuery, withChannelId } from './reviews-over-time.dto';
import { ReviewsOverTimeReadModel } from './reviews-over-time.read-model';
import { ReviewsOverTimeResponse } from './reviews-over-time.responses';

const CSV_EXAMPLE = `"month","platform","reviews"\r
"10/2026","Apple App Store","2"\r
"10/2026","Manual","1"\r
"10/2026","total","3"\r
"11/2026","Apple App Store","5"\r
"11/2026","Manual","0"\r
"11/2026","total","5"\r
`;

@ApiTags('Reports')
@Controller('public/v1/reports/reviews_over_time')
export class ReviewsOverTimeController {
  constructor(
    private readonly answers: ReportAnswersService,
    private readonly report: ReviewsOverTimeReadModel,
  ) {}

  @Get()
  @Scoped('reports:read')
  @ApiOperation({
    operationId: 'getReviewsOverTime',
    summary: 'Get the number of reviews per month and platform, and their distribution',
    description:
      'Reviews of every status count, by the date on which they were posted. A month begins in the time zone of the sub account.',
  })
  @ReportResponses(ReviewsOverTimeResponse, CSV_EXAMPLE)
  async reviewsOverTime(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ReviewsOverTimeQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answers.send<ReviewsOverTimeResponse>(
      {
        name: 'reviews_over_time',
        principal,
        query: withChannelId(query),
        table: reviewsOverTimeTable,
        read: async (tx, scope) => {
          const range = rangeOf(query);
          const months = lastMonths(scope.today, query.compare ? 2 * range : range);
          const counts = await this.report.counts(tx, inBoth(scope, query), months);
          return { success: true, ...comparedReviewsOverTime(months, range, counts) };
        },
      },
      request,
      reply,
    );
  }
}
