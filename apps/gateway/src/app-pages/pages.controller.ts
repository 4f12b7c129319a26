import { Controller, Get, Redirect, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../sign-in/sessions';
import type { Session } from '../sign-in/session';
import { SignInHosts } from '../sign-in/sign-in-hosts';
import { SignInRequests } from '../sign-in/sign-in-requests';
import { keysPage } from './keys-page';
import { PAGE_HEADERS } from './page-layout';
import { SessionKeys } from './session-keys';
import { oncePage, signInPage } from './sign-in-pages';

const KEYS = '/app/keys';
const SIGN_IN = '/app/sign-in';
const FOUND = 302;

/** What people see who sign in. Asked for by any other name than our own, the pages lead to the one that works. */
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(
    private readonly sessions: Sessions,
    private readonly keys: SessionKeys,
    private readonly requests: SignInRequests,
    private readonly hosts: SignInHosts,
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

  /** Asking for it uses nothing up: mail scanners and link previews open links too. */
  @Get('login/once')
  @Scoped('public')
  once(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.page(request, reply, async (session) => oncePage(session?.email ?? null));
  }

  @Get('app/keys')
  @Scoped('public')
  keyList(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.page(request, reply, async (session) =>
      session ? keysPage(await this.keys.overview(session)) : null,
    );
  }

  /** Sends what `draw` makes for the session; null sends to the sign-in. */
  private async page(
    request: FastifyRequest,
    reply: FastifyReply,
    draw: (session: Session | null) => Promise<string | null>,
  ): Promise<void> {
    const host = await this.requests.hostOf(request);
    if (!host) {
      await reply.redirect(`${this.hosts.own.origin}${request.url.split('?')[0]}`, FOUND);
      return;
    }
    const markup = await draw(await this.sessions.find(request.headers.cookie, host));
    if (markup === null) await reply.redirect(SIGN_IN, FOUND);
    else await reply.headers(PAGE_HEADERS).send(markup);
  }
}
