import { Body, Controller, Delete, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserRequestsService } from './browser-requests.service';
import { SignInThrottleService } from './sign-in-throttle.service';
import { OneTimeTokenInput, SignInInput } from './sign-in.dto';
import { SignInService } from './sign-in.service';

interface SuccessBody {
  success: true;
}

/** Signs users in and out. Only the pages of `/app` may send these requests. */
@ApiExcludeController()
@Controller('app/session')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly throttle: SignInThrottleService,
    private readonly requests: BrowserRequestsService,
  ) {}

  @Post()
  @Scoped('public')
  async signInByPassword(
    @Body() { email, password, code }: SignInInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const browser = await this.requests.browserOf(request);
    this.throttle.countPageAttempt(email, browser.address);
    const cookie = await this.signIn.signInByPassword({ email, password, code }, browser);
    this.throttle.resetAfterPage(email, browser.address);
    return withCookie(reply, cookie);
  }

  @Post('once')
  @Scoped('public')
  async signInByLink(
    @Body() { token }: OneTimeTokenInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const browser = await this.requests.browserOf(request);
    return withCookie(reply, await this.signIn.signInByLink(token, browser));
  }

  @Delete()
  @Scoped('public')
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const { cookies } = await this.requests.browserOf(request);
    return withCookie(reply, await this.signIn.signOut(cookies));
  }
}

function withCookie(reply: FastifyReply, cookie: string): SuccessBody {
  void reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
  return { success: true };
}
