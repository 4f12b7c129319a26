import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Scoped } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageRequestsService } from '../page-requests.service';
import { withLinksInTabs } from './mail';
import { MAIL_HTML_HEADERS, MAIL_PAGE_HEADERS, mailboxPage, mailPage } from './mailbox-page';
import { MailboxService } from './mailbox.service';

/** Shows the mails of a mail catcher. */
@ApiExcludeController()
@Controller('app/mailbox')
export class MailboxController {
  constructor(
    private readonly pages: PageRequestsService,
    private readonly mailbox: MailboxService,
  ) {}

  @Get()
  @Scoped('public')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.pages.sendToSignedIn(request, reply, async (visitor) =>
      mailboxPage(visitor, await this.mailbox.list(visitor)),
    );
  }

  @Get(':id')
  @Scoped('public')
  mail(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    return this.pages.sendToSignedIn(request, reply, async (visitor) => ({
      markup: mailPage(visitor, await this.mailbox.get(visitor, id)),
      headers: MAIL_PAGE_HEADERS,
    }));
  }

  /** The HTML of a mail, for the frame of its page. */
  @Get(':id/html')
  @Scoped('public')
  html(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    return this.pages.sendToSignedIn(request, reply, async (visitor) => {
      const { html } = await this.mailbox.get(visitor, id);
      return { markup: withLinksInTabs(html ?? ''), headers: MAIL_HTML_HEADERS };
    });
  }
}
