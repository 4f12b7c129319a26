import type { IncomingHttpHeaders } from 'node:http';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import type { CallbackPage } from './callback-pages';
import { CallbackService } from './callback.service';
import { ChoiceService } from './choice.service';
import { choiceFormOf } from './choice-form';
import { PAGE_POLICY } from './page-shell';

/** The part of Fastify's reply that the pages use. */
interface PageReply {
  code(status: number): PageReply;
  header(name: string, value: string): PageReply;
}

/** Where platforms send the browser of a user after the sign-in. */
@ApiExcludeController()
@Controller('oauth/callback')
export class OAuthCallbackController {
  constructor(
    private readonly callbacks: CallbackService,
    private readonly choices: ChoiceService,
  ) {}

  @Get(':platform')
  @Scoped('public')
  async signedIn(
    @Param('platform') platform: string,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) reply: PageReply,
  ): Promise<string> {
    return send(await this.callbacks.answer(platform, query), reply);
  }

  @Post(':platform')
  @Scoped('public')
  @TakesRawBody()
  async chosen(
    @Param('platform') platform: string,
    @RawBody() body: Buffer,
    @Req() { headers }: { headers: IncomingHttpHeaders },
    @Res({ passthrough: true }) reply: PageReply,
  ): Promise<string> {
    return send(await this.choices.answer(platform, choiceFormOf(headers['content-type'], body)), reply);
  }
}

/** Sets the headers of a page: nobody stores it, and no other site learns the code and the state in its address. */
function send({ status, html }: CallbackPage, reply: PageReply): string {
  reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', PAGE_POLICY)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex, nofollow')
    .header('X-Content-Type-Options', 'nosniff');
  return html;
}
