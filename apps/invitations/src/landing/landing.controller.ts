import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import {
  type LinkReply,
  type LinkRequest,
  setLinkHeaders,
  unknownLink,
  visitorOf,
} from '../links/page-reply';
import { LandingService, type LandingView } from './landing.service';
import { sendPage } from './shell/page-response';

/** The links to review, in messages and on the landing page itself. */
@ApiExcludeController()
@Controller('i')
export class LandingController {
  constructor(private readonly landing: LandingService) {}

  @Get(':token')
  @Scoped('public')
  async open(
    @Param('token') token: string,
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<string> {
    return send(await this.landing.open(token, visitorOf(request)), reply);
  }

  @Post(':token')
  @Scoped('public')
  @TakesRawBody()
  async answer(
    @Param('token') token: string,
    @RawBody() body: Buffer,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<string> {
    return send(await this.landing.answer(token, body), reply);
  }
}

function send(view: LandingView, reply: LinkReply): string {
  if (view.kind === 'missing') throw unknownLink();
  if (view.kind === 'page') return sendPage(reply, view.page, view.valid ? 200 : 422);
  setLinkHeaders(reply);
  reply.code(302).header('Location', view.url);
  return '';
}
