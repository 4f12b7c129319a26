import { Body, Controller, Delete, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LoginThrottle } from './login-throttle';
import { SignInRequests } from './sign-in-requests';
import { SignInService } from './sign-in.service';
import { OneTimeTokenInput, SignInInput } from './sign-in.dto';

interface Done {
  success: true;
}

/** The session of the signed-in pages: begun and ended by them alone. */
@ApiExcludeController()
@Controller('app/session')
export class SessionController {
  constructor(
    private readonly signIn: SignInService,
    private readonly throttle: LoginThrottle,
    private readonly requests: SignInRequests,
  ) {}

  @Post()
  @Scoped('public')
  async begin(
    @Body() { email, password }: SignInInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Done> {
    const browser = await this.requests.browserOf(request);
    this.throttle.countPageTry(email, browser.address);
    const cookie = await this.signIn.enterByPassword(email, password, browser);
    this.throttle.forgetPageTry(email, browser.address);
    return keep(reply, cookie);
  }

  @Post('once')
  @Scoped('public')
  async beginOnce(
    @Body() { token }: OneTimeTokenInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Done> {
    const browser = await this.requests.browserOf(request);
    return keep(reply, await this.signIn.enterByLink(token, browser));
  }

  @Delete()
  @Scoped('public')
  async end(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Done> {
    const { cookies } = await this.requests.browserOf(request);
    return keep(reply, await this.signIn.leave(cookies));
  }
}

function keep(reply: FastifyReply, cookie: string): Done {
  void reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
  return { success: true };
}
