import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiError, ERROR_STATUS } from '@plaudit/contracts';
import { EncodedBody, Scoped } from '@plaudit/runtime';
import { EmbedHttpService } from '../embed/embed-http.service';
import type { HttpExchange, HttpReply, HttpRequest } from '../http/http-exchange';
import { setBodyHeaders } from '../http/public-headers';
import { ViewCounterService } from '../views/view-counter.service';
import { BadgeImageQuery } from './badge-images.dto';
import { type BadgeFormat, BadgeImagesService } from './badge-images.service';
import { BLANK_PNG, BLANK_SVG } from './badge-svg';

const TYPES: Readonly<Record<BadgeFormat, string>> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
};
const BLANK = { svg: new EncodedBody(BLANK_SVG), png: new EncodedBody(BLANK_PNG) };

/** Serves the rating of a widget as an image. */
@ApiTags('Embed')
@Controller('embed/v1/widgets')
export class BadgeImagesController {
  constructor(
    private readonly badges: BadgeImagesService,
    private readonly http: EmbedHttpService,
    private readonly counter: ViewCounterService,
  ) {}

  @Get(':key.svg')
  @Scoped('public')
  @ApiProduces('image/svg+xml')
  @ApiOperation({ operationId: 'getSvgBadge', summary: 'Get the rating of a widget as an SVG image' })
  async svg(
    @Param('key') key: string,
    @Query() query: BadgeImageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    return this.respond({ request, reply }, key, query, 'svg');
  }

  @Get(':key.png')
  @Scoped('public')
  @ApiProduces('image/png')
  @ApiOperation({
    operationId: 'getPngBadge',
    summary: 'Get the rating of a widget as a PNG image, which mail programs show too',
  })
  async png(
    @Param('key') key: string,
    @Query() query: BadgeImageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    return this.respond({ request, reply }, key, query, 'png');
  }

  /** A page or a mail that shows the badge must not show a broken image, so errors have a blank image as their body. */
  private async respond(
    exchange: HttpExchange,
    key: string,
    query: BadgeImageQuery,
    format: BadgeFormat,
  ): Promise<Buffer | undefined> {
    // As a document of its own, an SVG image could otherwise load files.
    exchange.reply.header('Content-Security-Policy', "default-src 'none'");
    try {
      const requested = await this.http.get(exchange, key, query.lang);
      const image = await this.http.respond(exchange, requested, TYPES[format], () =>
        this.badges.badge(requested, query, format),
      );
      // Social networks request the card once for many people.
      if (query.size !== 'card') this.counter.view(exchange.request, requested.target);
      return image;
    } catch (error) {
      if (!(error instanceof ApiError) || !isExpected(error)) throw error;
      exchange.reply.code(error.status);
      if (error.status !== ERROR_STATUS.not_found) exchange.reply.header('Retry-After', '2');
      setBodyHeaders(exchange.reply, TYPES[format], 'identity');
      return BLANK[format].in('identity');
    }
  }
}

function isExpected({ status }: ApiError): boolean {
  return status === ERROR_STATUS.not_found || status === ERROR_STATUS.upstream_unavailable;
}
