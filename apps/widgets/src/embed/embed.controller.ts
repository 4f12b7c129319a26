import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { EmbedAnswers } from './embed-answers';
import { EmbedReviewsQuery, LanguageQuery, pageQuery } from './embed.dto';
import { EmbedService } from './embed.service';
import type { HttpReply, HttpRequest } from './http-exchange';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What pages of customers ask for. No key, no cookie, nothing that tells visitors apart. */
@ApiTags('Embed')
@Controller('embed/v1/widgets')
export class EmbedController {
  constructor(
    private readonly embed: EmbedService,
    private readonly answers: EmbedAnswers,
  ) {}

  @Get(':key.json')
  @Scoped('public')
  @ApiOperation({ operationId: 'getPublicWidget', summary: 'All that a widget needs to draw itself' })
  async widget(
    @Param('key') key: string,
    @Query() { lang }: LanguageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    const exchange = { request, reply };
    const opened = await this.answers.open(exchange, key, lang);
    this.answers.checkDomain(exchange, opened);
    await this.embed.noteSeen(opened);
    return this.answers.send(exchange, opened, JSON_TYPE, () => this.embed.widgetJson(opened));
  }

  @Get(':key/reviews')
  @Scoped('public')
  @ApiOperation({ operationId: 'listPublicReviews', summary: 'Further or filtered reviews of a widget' })
  async reviews(
    @Param('key') key: string,
    @Query() query: EmbedReviewsQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    const exchange = { request, reply };
    const opened = await this.answers.open(exchange, key, query.lang);
    this.answers.checkDomain(exchange, opened);
    return this.answers.send(exchange, opened, JSON_TYPE, () =>
      this.embed.reviewsJson(opened, pageQuery(query)),
    );
  }
}
