import { Controller, Get, Query, Redirect, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../sessions/session';
import { SessionsService } from '../sessions/sessions.service';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { SignInHostsService } from '../sign-in/sign-in-hosts.service';
import { SubAccountListQuery } from '../sub-accounts/sub-accounts.dto';
import { keysPage } from './keys-page';
import { PAGE_HEADERS } from './page-layout';
import { SessionKeysService } from './session-keys.service';
import { oneTimeLinkPage, signInPage } from './sign-in-pages';

const KEYS = '/app/keys';
const SIGN_IN = '/app/sign-in';
const FOUND = 302;

/** Serves the pages for signed-in users. A request to an unknown host is redirected to the host of PUBLIC_URL. */
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly keys: SessionKeysService,
    private readonly requests: BrowserRequestsService,
    private readonly hosts: SignInHostsService,
  ) {}

  @Get('app')
  @Scoped('public')
  @Redirect(KEYS, FOUND)
  home(): void {}

  @Get('app/sign-in')
  @Scoped('public')
  signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.page(request, reply, async () => signInPage());
  }

  /** Opening this page does not use the link up, because mail scanners and link previews open links too. */
  @Get('login/once')
  @Scoped('public')
  once(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.page(request, reply, async (session) => oneTimeLinkPage(session?.email ?? null));
  }

  @Get('app/keys')
  @Scoped('public')
  keyList(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: SubAccountListQuery,
  ): Promise<void> {
    return this.page(request, reply, async (session) =>
      session ? keysPage(await this.keys.overview(session, query)) : null,
    );
  }

  /** Sends the page that `render` returns for the session. If it returns null, redirects to the sign-in page. */
  private async page(
    request: FastifyRequest,
    reply: FastifyReply,
    render: (session: Session | null) => Promise<string | null>,
  ): Promise<void> {
    const host = await this.requests.hostOf(request);
    if (!host) {
      await reply.redirect(`${this.hosts.own.origin}${request.url.split('?')[0]}`, FOUND);
      return;
    }
    const markup = await render(await this.sessions.find(request.headers.cookie, host));
    if (markup === null) await reply.redirect(SIGN_IN, FOUND);
    else await reply.headers(PAGE_HEADERS).send(markup);
  }
}
