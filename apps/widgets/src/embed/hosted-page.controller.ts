import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import { EmbedAnswers } from './embed-answers';
import { LanguageQuery } from './embed.dto';
import { EmbedService } from './embed.service';
import { pagePolicy } from './hosted-page';
import type { HttpReply, HttpRequest } from './http-exchange';

/** The reviews as a page of ours: where the snippet's link leads, and what an iframe shows. */
@ApiExcludeController()
@Controller()
export class HostedPageController {
  constructor(
    private readonly embed: EmbedService,
    private readonly answers: EmbedAnswers,
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
    const opened = await this.answers.open(exchange, key, lang);
    reply
      .header('Content-Security-Policy', pagePolicy(opened.settings.access.allowed_domains))
      .header('Referrer-Policy', 'same-origin');
    return this.answers.send(exchange, opened, 'text/html; charset=utf-8', () => this.embed.page(opened));
  }
}
