import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import type { Session } from './session';
import { assertTwoFactorSetUp, sessionEnded } from './session-errors';
import { type Browser, SessionsService } from './sessions.service';

/** A signed-in user and the browser that sent the request. */
export interface SignedInRequest {
  session: Session;
  browser: Browser;
}

/** Finds the session of a request that one of our own pages sent. API keys have no session. */
@Injectable()
export class SessionRequestsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly requests: BrowserRequestsService,
  ) {}

  /**
   * Throws 401 without a session. Throws 403 for a request of another site, and for an admin who must set up two-factor
   * sign-in first.
   */
  async signedIn(request: FastifyRequest): Promise<SignedInRequest> {
    const found = await this.signedInForSetup(request);
    assertTwoFactorSetUp(found.session);
    return found;
  }

  /** Like {@link signedIn}, but accepts an admin who must set up two-factor sign-in. Only for that setup itself. */
  async signedInForSetup(request: FastifyRequest): Promise<SignedInRequest> {
    const { browser, session } = await this.look(request);
    if (session) return { session, browser };
    throw sessionEnded();
  }

  /** Returns the session, or null without one. Throws 403 for a request of another site. */
  async find(request: FastifyRequest): Promise<Session | null> {
    return (await this.look(request)).session;
  }

  private async look(request: FastifyRequest): Promise<{ browser: Browser; session: Session | null }> {
    const browser = await this.requests.browserOf(request);
    return { browser, session: await this.sessions.find(browser.cookies, browser.host) };
  }
}
