import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mustSetUpTwoFactor, type Session } from '../sessions/session';
import { SessionsService } from '../sessions/sessions.service';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { SignInHostsService } from '../sign-in/sign-in-hosts.service';
import { MailboxClient } from './mailbox/mailbox.client';
import { PAGE_HEADERS } from './page-layout';
import type { SignedInVisitor } from './signed-in-user';

const SECURITY = '/app/security';
const SIGN_IN = '/app/sign-in';
const FOUND = 302;

/** The markup of a page, with its headers if they differ from those of other pages, or the path of the page to go to instead. */
export type Page = string | { markup: string; headers: Readonly<Record<string, string>> } | { goTo: string };

type Render<S> = (session: S) => Promise<Page>;

/** Sends pages to browsers. A request to an unknown host is redirected to the host of PUBLIC_URL. */
@Injectable()
export class PageRequestsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly requests: BrowserRequestsService,
    private readonly hosts: SignInHostsService,
    private readonly mailbox: MailboxClient,
  ) {}

  /** Sends a page for everybody. The session is null for a visitor who is not signed in. */
  async send(request: FastifyRequest, reply: FastifyReply, render: Render<Session | null>): Promise<void> {
    const host = await this.requests.hostOf(request);
    if (!host) {
      await reply.redirect(`${this.hosts.own.origin}${request.url.split('?')[0]}`, FOUND);
      return;
    }
    const session = await this.sessions.find(request.headers.cookie, host);
    const page = await render(session);
    if (typeof page === 'string') await reply.headers(PAGE_HEADERS).send(page);
    else if ('goTo' in page) await reply.redirect(page.goTo, FOUND);
    else await reply.headers(page.headers).send(page.markup);
  }

  /**
   * Sends a page for signed-in users. Redirects other visitors to the sign-in page, and admins who must set up two-factor
   * sign-in to the page that does it.
   */
  async sendToSignedIn(
    request: FastifyRequest,
    reply: FastifyReply,
    render: Render<SignedInVisitor>,
  ): Promise<void> {
    const path = request.url.split('?')[0];
    await this.send(request, reply, async (session) => {
      if (!session) return { goTo: SIGN_IN };
      if (mustSetUpTwoFactor(session) && path !== SECURITY) return { goTo: SECURITY };
      return render({ ...session, hasMailbox: this.mailbox.exists });
    });
  }
}
