import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import type { HttpReply, HttpRequest } from '../http/http-exchange';
import { setPublicHeaders } from '../http/public-headers';
import { requireReport } from './counted-requests';
import { ViewCounterService } from './view-counter.service';

/** Takes reports of the element about what visitors use. They say nothing about the visitor. */
@ApiTags('Embed')
@Controller('embed/v1/widgets')
export class SeenController {
  constructor(private readonly counter: ViewCounterService) {}

  @Post(':key/seen/:kind')
  @HttpCode(204)
  @Scoped('public')
  @TakesRawBody()
  @ApiOperation({
    operationId: 'reportInteraction',
    summary: 'Count that a visitor followed a link of a widget or opened something in it',
  })
  report(
    @Param('key') key: string,
    @Param('kind') kind: string,
    @RawBody() body: Buffer,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): void {
    setPublicHeaders(reply);
    requireReport(kind, body);
    this.counter.report(request, key);
  }
}
