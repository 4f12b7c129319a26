import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import type { MailDelivery } from '../mailbox/mail-delivery.service';
import { ForgottenPasswordService } from './forgotten-password.service';
import { ForgottenPasswordInput, ResetInput } from './password-reset.dto';
import { OneTimeTokenInput } from '../sign-in/sign-in.dto';
import { type LinkOwner, PasswordResetService } from './password-reset.service';

interface SuccessBody {
  success: true;
}

/** Replaces forgotten passwords. Only the pages of `/app` may send these requests. */
@ApiExcludeController()
@Controller('app/password')
export class PasswordResetController {
  constructor(
    private readonly forgotten: ForgottenPasswordService,
    private readonly resets: PasswordResetService,
    private readonly requests: BrowserRequestsService,
  ) {}

  /** Responds the same for every email. */
  @Post('forgot')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async forgot(
    @Body() { email }: ForgottenPasswordInput,
    @Req() request: FastifyRequest,
  ): Promise<SuccessBody & { delivery: MailDelivery }> {
    const delivery = await this.forgotten.request(email, await this.requests.browserOf(request));
    return { success: true, delivery };
  }

  /** Names the person of a link, so that the page can greet them. */
  @Post('link')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async look(
    @Body() body: OneTimeTokenInput,
    @Req() request: FastifyRequest,
  ): Promise<SuccessBody & LinkOwner> {
    return { success: true, ...(await this.resets.look(body, await this.requests.browserOf(request))) };
  }

  @Post('reset')
  @Scoped('public')
  async reset(
    @Body() body: ResetInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessBody> {
    const cookies = await this.resets.reset(body, await this.requests.browserOf(request));
    void reply.headers({ 'Set-Cookie': cookies, 'Cache-Control': 'no-store' });
    return { success: true };
  }
}
