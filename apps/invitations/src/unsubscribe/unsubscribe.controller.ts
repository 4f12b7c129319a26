import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import { sendPage } from '../landing/shell/page-response';
import {
  type LinkReply,
  type LinkRequest,
  setLinkHeaders,
  unknownLink,
  visitorOf,
} from '../links/page-reply';
import { actionOf } from './unsubscribe-form';
import { UnsubscribeService, type UnsubscribeView } from './unsubscribe.service';

/** The links for unsubscribing, in messages and in the header `List-Unsubscribe` of mails (RFC 8058). */
@ApiExcludeController()
@Controller('u')
export class UnsubscribeController {
  constructor(private readonly unsubscribe: UnsubscribeService) {}

  @Get(':token')
  @Scoped('public')
  async show(
    @Param('token') token: string,
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<string> {
    return send(await this.unsubscribe.show(token, visitorOf(request)), reply);
  }

  @Post(':token')
  @Scoped('public')
  @TakesRawBody()
  async act(
    @Param('token') token: string,
    @RawBody() body: Buffer,
    @Req() request: LinkRequest,
    @Res({ passthrough: true }) reply: LinkReply,
  ): Promise<string> {
    const action = actionOf(request.headers['content-type'], body);
    return send(await this.unsubscribe.act(token, action), reply);
  }
}

function send(view: UnsubscribeView, reply: LinkReply): string {
  if (view === null) throw unknownLink();
  if ('page' in view) return sendPage(reply, view.page);
  setLinkHeaders(reply);
  reply.code(200).header('Content-Type', 'text/plain; charset=utf-8');
  return view.text;
}
