import { Controller, Get, Header, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RawBody, Scoped, TakesRawBody } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { InvitationsEnv } from '../invitations.env';
import type { HookRequest } from './hook-request';
import { MailHooksService } from './mail-hooks.service';
import { SmsHooksService } from './sms-hooks.service';

const PLAIN = 'text/plain; charset=utf-8';

/**
 * Receives notifications of providers, which carry no API key. Each is checked by the signature or the secret of its provider. The
 * response is empty, because Twilio would send a text back to the person.
 */
@ApiExcludeController()
@Controller('hooks')
export class HooksController {
  constructor(
    private readonly env: InvitationsEnv,
    private readonly sms: SmsHooksService,
    private readonly mail: MailHooksService,
  ) {}

  @Post('sms/:provider')
  @Scoped('public')
  @TakesRawBody()
  @Header('Content-Type', PLAIN)
  async takeSms(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @RawBody() body: Buffer,
  ): Promise<string> {
    await this.sms.receive(provider, this.hookRequest(request, body));
    return '';
  }

  /** Bird sends its reports in the query of a GET. The other providers post theirs. */
  @Get('sms/bird')
  @Scoped('public')
  @Header('Content-Type', PLAIN)
  async takeBirdReport(@Req() request: FastifyRequest): Promise<string> {
    await this.sms.receive('bird', this.hookRequest(request, Buffer.alloc(0)));
    return '';
  }

  @Post('mail/:provider')
  @Scoped('public')
  @TakesRawBody()
  @Header('Content-Type', PLAIN)
  async takeMail(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @RawBody() body: Buffer,
  ): Promise<string> {
    await this.mail.receive(provider, this.hookRequest(request, body));
    return '';
  }

  @Post('bounce')
  @Scoped('public')
  @TakesRawBody()
  @Header('Content-Type', PLAIN)
  async takeBounces(@Req() request: FastifyRequest, @RawBody() body: Buffer): Promise<string> {
    await this.mail.receiveBounces(this.hookRequest(request, body));
    return '';
  }

  private hookRequest({ url, headers }: FastifyRequest, body: Buffer): HookRequest {
    return { url: this.env.PUBLIC_URL + url, headers, body };
  }
}
