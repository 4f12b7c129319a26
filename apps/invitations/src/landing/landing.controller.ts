import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import { type LinkReply, type LinkRequest, setLinkHeaders, visitorOf } from '../links/page-reply';
import { LandingService, type LandingView } from './landing.service';
import { PageErrorFilter } from './shell/page-error.filter';
import { sendPage } from './shell/page-response';
import { missingPage } from './shell/plain-pages';

/** The links to review, in messages and on the landing page itself. */
@ApiExcludeController()
@Controller('i')
@UseFilters(PageErrorFilter)
export class LandingController {
  constructor(private readonly landing: LandingService) {}

  @Get(':token')
  @Scoped('public')
  async open(
    @Param('token') token: string,
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<string> {
    return send(await this.landing.open(token, visitorOf(request)), request, reply);
  }

  @Post(':token')
  @Scoped('public')
  @TakesRawBody()
  async answer(
    @Param('token') token: string,
    @RawBody() body: Buffer,
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<string> {
    return send(await this.landing.answer(token, body), request, reply);
  }
}

function send(view: LandingView, { headers }: LinkRequest, reply: LinkReply): string {
  if (view.kind === 'missing') return sendPage(reply, missingPage(headers['accept-language']), 404);
  if (view.kind === 'page') return sendPage(reply, view.page, view.valid ? 200 : 422);
  setLinkHeaders(reply);
  reply.code(302).header('Location', view.url);
  return '';
}
