import { Body, Controller, Delete, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserRequestsService } from './browser-requests.service';
import { OneTimeTokenInput, PageSignInInput } from './sign-in.dto';
import { type AccountsToChoose, SignInService } from './sign-in.service';

interface SuccessBody {
  success: true;
}

/** Signs users in and out. Only the pages of `/app` may send these requests. */
@ApiExcludeController()
@Controller('app/session')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly requests: BrowserRequestsService,
  ) {}

  /** Responds with `accounts` instead of a session if the user has to choose one of several. */
  @Post()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async signInByPassword(
    @Body() credentials: PageSignInInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody & Partial<AccountsToChoose>> {
    const browser = await this.requests.browserOf(request);
    const result = await this.signIn.signInByPassword(credentials, browser);
    return 'accounts' in result ? { success: true, ...result } : withCookies(reply, result.cookies);
  }

  @Post('once')
  @Scoped('public')
  async signInByLink(
    @Body() { token }: OneTimeTokenInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const browser = await this.requests.browserOf(request);
    return withCookies(reply, [await this.signIn.signInByLink(token, browser)]);
  }

  @Delete()
  @Scoped('public')
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const { cookies } = await this.requests.browserOf(request);
    return withCookies(reply, [await this.signIn.signOut(cookies)]);
  }
}

function withCookies(reply: FastifyReply, cookies: string[]): SuccessBody {
  void reply.headers({ 'Set-Cookie': cookies, 'Cache-Control': 'no-store' });
  return { success: true };
}
