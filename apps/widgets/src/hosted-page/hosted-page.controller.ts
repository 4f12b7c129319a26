import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { EmbedHttpService } from '../embed/embed-http.service';
import { LanguageQuery } from '../embed/embed.dto';
import { EmbedService } from '../embed/embed.service';
import type { HttpReply, HttpRequest } from '../http/http-exchange';
import { pagePolicy } from './hosted-page';

/** Serves a page that shows one widget. The link in the snippet leads to it, and an iframe can contain it. */
@ApiExcludeController()
@Controller()
export class HostedPageController {
  constructor(
    private readonly embed: EmbedService,
    private readonly http: EmbedHttpService,
  ) {}

  @Get(['w/:key', 'embed/v1/widgets/:key.html'])
  @Scoped('public')
  async page(
    @Param('key') key: string,
    @Query() { lang }: LanguageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    const exchange = { request, reply };
    const requested = await this.http.find(exchange, key, lang);
    reply
      .header('Content-Security-Policy', pagePolicy(requested.settings.access.allowed_domains))
      .header('Referrer-Policy', 'same-origin');
    return this.http.respond(exchange, requested, 'text/html; charset=utf-8', () =>
      this.embed.hostedPage(requested),
    );
  }
}
