import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { EmbedHttpService } from '../embed/embed-http.service';
import type { HttpExchange, HttpReply, HttpRequest } from '../http/http-exchange';
import { ViewCounterService } from '../views/view-counter.service';
import type { PageForm } from './hosted-page';
import { HostedPageQuery } from './hosted-page.dto';
import { HostedPageService } from './hosted-page.service';
import { pagePolicy } from './page-style';

/** Serves pages that show one widget. The link in the snippet leads to one, and an iframe can contain the other. */
@ApiExcludeController()
@Controller()
export class HostedPageController {
  constructor(
    private readonly pages: HostedPageService,
    private readonly http: EmbedHttpService,
    private readonly counter: ViewCounterService,
  ) {}

  @Get('w/:key')
  @Scoped('public')
  async page(
    @Param('key') key: string,
    @Query() query: HostedPageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    return this.respond({ request, reply }, key, query, 'page');
  }

  @Get('embed/v1/widgets/:key.html')
  @Scoped('public')
  async frame(
    @Param('key') key: string,
    @Query() query: HostedPageQuery,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) reply: HttpReply,
  ): Promise<Buffer | undefined> {
    return this.respond({ request, reply }, key, query, 'frame');
  }

  private async respond(
    exchange: HttpExchange,
    key: string,
    { lang, cursor }: HostedPageQuery,
    form: PageForm,
  ): Promise<Buffer | undefined> {
    const requested = await this.http.get(exchange, key, lang);
    exchange.reply
      .header('Content-Security-Policy', pagePolicy(requested.settings.access.allowed_domains))
      .header('Referrer-Policy', 'same-origin')
      // A page that isolates itself can only show frames that do this, too.
      .header('Cross-Origin-Embedder-Policy', 'credentialless');
    const body = await this.http.respond(exchange, requested, 'text/html; charset=utf-8', () =>
      this.pages.page(requested, form, cursor || null),
    );
    if (cursor) this.counter.interaction(exchange.request, requested.target);
    else this.counter.view(exchange.request, requested.target);
    return body;
  }
}
