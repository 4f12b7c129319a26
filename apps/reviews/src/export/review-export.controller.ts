import { Readable } from 'node:stream';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { type Principal, reviewCreated } from '@plaudit/contracts';
import { ApiErrors, CurrentPrincipal, onAnswered, Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFilter } from '../lists/review-filter';
import { toReview } from '../reviews/reviews.dto';
import { CONTENT_TYPES, headOf, linesOf } from './export-format';
import { ReviewExportQuery } from './review-export.dto';
import { MAX_EXPORTS, ReviewExportService } from './review-export.service';

const EXAMPLE = [JSON.stringify(toReview(reviewCreated.example))];
const NDJSON_EXAMPLE = linesOf('ndjson', EXAMPLE);
const CSV_EXAMPLE = headOf('csv') + linesOf('csv', EXAMPLE);

@ApiTags('Reviews')
@Controller('public/v1/reviews')
export class ReviewExportController {
  constructor(private readonly exports: ReviewExportService) {}

  @Get('export')
  @Scoped('reviews:read')
  @ApiProduces('text/csv', 'application/x-ndjson')
  @ApiOperation({
    operationId: 'exportReviews',
    summary: 'Export the reviews of a filter as CSV or NDJSON, newest first',
    description: `Has no limit of length. An account runs at most ${MAX_EXPORTS} exports at once. If the service fails in the middle, the connection ends before the response is complete. In CSV, a cell that a spreadsheet could run as a formula begins with an apostrophe.`,
  })
  @ApiOkResponse({
    description: 'In CSV a header line and one line per review; in NDJSON one review per line.',
    content: {
      'text/csv': { schema: { type: 'string', example: CSV_EXAMPLE }, example: CSV_EXAMPLE },
      'application/x-ndjson': {
        schema: { type: 'string', example: NDJSON_EXAMPLE },
        example: NDJSON_EXAMPLE,
      },
    },
  })
  @ApiErrors('invalid_date', 'rate_limited')
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ReviewExportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const format = query.format || 'csv';
    const filter = readFilter(query);
    // Fastify would read a whole export to answer HEAD.
    const stream =
      request.method === 'HEAD' ? Readable.from([]) : await this.exports.start(principal, filter, format);
    onAnswered(request.raw, reply.raw, () => stream.destroy());
    void reply
      .headers({
        'Content-Type': CONTENT_TYPES[format],
        'Content-Disposition': `attachment; filename="reviews.${format}"`,
        'Cache-Control': 'no-store',
      })
      .send(stream);
  }
}
