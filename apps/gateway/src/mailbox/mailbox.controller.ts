import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRequestsService } from '../sessions/session-requests.service';
import { MAIL_FRAME_HEADERS, withLinksInTabs } from './mail-frame';
import {
  type MailLineResponse,
  type MailResponse,
  toMailLineResponse,
  toMailResponse,
} from './mailbox.responses';
import { MailboxService } from './mailbox.service';

/** Gives the dashboard the mails of a mail catcher. */
@ApiExcludeController()
@Controller('app/mailbox/mails')
export class MailboxController {
  constructor(
    private readonly mailbox: MailboxService,
    private readonly requests: SessionRequestsService,
  ) {}

  /** Responds with null if mails go to a mail server. */
  @Get()
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async list(@Req() request: FastifyRequest): Promise<{ success: true; mails: MailLineResponse[] | null }> {
    const { session } = await this.requests.signedIn(request);
    const mails = await this.mailbox.list(session);
    return { success: true, mails: mails?.map(toMailLineResponse) ?? null };
  }

  @Get(':id')
  @Scoped('public')
  @Header('Cache-Control', 'no-store')
  async get(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
  ): Promise<{ success: true; mail: MailResponse }> {
    const { session } = await this.requests.signedIn(request);
    return { success: true, mail: toMailResponse(await this.mailbox.get(session, id)) };
  }

  /** The HTML of a mail, for a frame of the dashboard. */
  @Get(':id/html')
  @Scoped('public')
  async html(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { session } = await this.requests.signedIn(request);
    const { html } = await this.mailbox.get(session, id);
    void reply.headers(MAIL_FRAME_HEADERS);
    return withLinksInTabs(html ?? '');
  }
}
