import { Controller, Get, Query, Redirect, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountPage } from './account/account-page';
import { SessionAccountService } from './account/session-account.service';
import { SubAccountListQuery } from '../sub-accounts/sub-accounts.dto';
import { keysPage } from './keys-page';
import { PageRequestsService } from './page-requests.service';
import { SessionSecurityService } from './security/session-security.service';
import { securityPage } from './security/security-page';
import { SessionKeysService } from './session-keys.service';
import { oneTimeLinkPage, signInPage } from './sign-in-pages';
import { managesAccount } from './signed-in-user';

const KEYS = '/app/keys';
const FOUND = 302;

/** Serves the pages for users. */
@ApiExcludeController()
@Controller()
export class PagesController {
  constructor(
    private readonly pages: PageRequestsService,
    private readonly keys: SessionKeysService,
    private readonly security: SessionSecurityService,
    private readonly account: SessionAccountService,
  ) {}

  @Get('app')
  @Scoped('public')
  @Redirect(KEYS, FOUND)
  home(): void {}

  @Get('app/sign-in')
  @Scoped('public')
  signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.send(request, reply, async () => signInPage());
  }

  /** Opening this page does not use the link up, because mail scanners and link previews open links too. */
  @Get('login/once')
  @Scoped('public')
  once(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.send(request, reply, async (session) => oneTimeLinkPage(session?.email ?? null));
  }

  @Get('app/keys')
  @Scoped('public')
  keyList(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: SubAccountListQuery,
  ): Promise<void> {
    return this.pages.sendToSignedIn(request, reply, async (session) =>
      keysPage(await this.keys.overview(session, query)),
    );
  }

  @Get('app/security')
  @Scoped('public')
  ownSecurity(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.sendToSignedIn(request, reply, async (session) =>
      securityPage(await this.security.overview(session)),
    );
  }

  @Get('app/account')
  @Scoped('public')
  accountSwitches(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.sendToSignedIn(request, reply, async (session) => {
      if (!managesAccount(session)) return { goTo: KEYS };
      return accountPage({ visitor: session, switches: await this.account.switches(session) });
    });
  }
}
