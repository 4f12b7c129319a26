import type { IncomingHttpHeaders } from 'node:http';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Principal } from '@plaudit/contracts';
import { CurrentPrincipal, RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import type { CallbackPage } from './callback-pages';
import { foreignForm } from './callback-refusal';
import { CallbackService } from './callback.service';
import { isOwnForm, pageFormOf } from './page-form';
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
    private readonly env: ChannelsEnv,
  ) {}

  @Get(':platform')
  @Scoped('public')
  async signedIn(
    @Param('platform') platform: string,
    @Query() query: Record<string, unknown>,
    @CurrentPrincipal() { session }: Principal,
    @Res({ passthrough: true }) reply: PageReply,
  ): Promise<string> {
    return send(await this.callbacks.signedIn(platform, query, session?.ref ?? null), reply);
  }

  @Post(':platform')
  @Scoped('public')
  @TakesRawBody()
  async answered(
    @Param('platform') platform: string,
    @RawBody() body: Buffer,
    @Req() { headers }: { headers: IncomingHttpHeaders },
    @CurrentPrincipal() { session }: Principal,
    @Res({ passthrough: true }) reply: PageReply,
  ): Promise<string> {
    if (!isOwnForm(headers, this.env.PUBLIC_URL)) return send(foreignForm(), reply);
    const form = pageFormOf(headers['content-type'], body);
    return send(await this.callbacks.answered(platform, form, session?.ref ?? null), reply);
  }
}

/**
 * Sets the headers of a page. It is not stored, and no site learns the code and the state in its address. Its form names our
 * origin, which browsers leave out without any referrer.
 */
function send({ status, html }: CallbackPage, reply: PageReply): string {
  reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', PAGE_POLICY)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'strict-origin')
    .header('X-Robots-Tag', 'noindex, nofollow')
    .header('X-Content-Type-Options', 'nosniff');
  return html;
}
