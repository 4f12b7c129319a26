import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { HttpReply, HttpRequest } from '../http/http-exchange';
import { setBodyHeaders } from '../http/public-headers';
import { isChoice } from '../views/counted-requests';
import { ViewCounterService } from '../views/view-counter.service';
import { WidgetSightingsService } from '../widgets/widget-sightings.service';
import { EmbedHttpService } from './embed-http.service';
import { EmbedReviewsQuery, LanguageQuery, pageRequest } from './embed.dto';
import { EmbedService, INACTIVE } from './embed.service';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The requests that customers' web pages make. They carry no API key and no cookie, and do not identify visitors. */
@ApiTags('Embed')
@Controller('embed/v1/widgets')
export class EmbedController {
  constructor(
    private readonly embed: EmbedService,
    private readonly http: EmbedHttpService,
    private readonly sightings: WidgetSightingsService,
    private readonly counter: ViewCounterService,
  ) {}

  @Get(':key.json')
  @Scoped('public')
  @ApiOperation({ operationId: 'getPublicWidget', summary: 'Get the data that a widget is drawn from' })
  async widget(
    @Param('key') key: string,
    @Query() { lang, page_lang }: LanguageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    const exchange = { request, reply };
    const requested = await this.http.find(exchange, key, lang, page_lang);
    if (!requested) {
      setBodyHeaders(reply, JSON_TYPE, 'identity');
      return Buffer.from(JSON.stringify(INACTIVE));
    }
    this.http.requireAllowedDomain(exchange, requested);
    const body = await this.http.respond(exchange, requested, JSON_TYPE, () =>
      this.embed.widgetJson(requested),
    );
    await this.sightings.note(requested.target);
    this.counter.view(request, requested.target);
    return body;
  }

  @Get(':key/reviews')
  @Scoped('public')
  @ApiOperation({ operationId: 'listPublicReviews', summary: 'List more or filtered reviews of a widget' })
  async reviews(
    @Param('key') key: string,
    @Query() query: EmbedReviewsQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    const exchange = { request, reply };
    const requested = await this.http.get(exchange, key, query.lang, query.page_lang);
    this.http.requireAllowedDomain(exchange, requested);
    const body = await this.http.respond(exchange, requested, JSON_TYPE, () =>
      this.embed.reviewsJson(requested, pageRequest(query)),
    );
    if (isChoice(query)) this.counter.interaction(request, requested.target);
    return body;
  }
}
