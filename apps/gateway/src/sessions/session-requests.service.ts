import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { FastifyRequest } from 'fastify';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { mustSetUpTwoFactor, type Session } from './session';
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
   * Throws 400 without a session. Throws 403 for a request of another site, and for an admin who must set up two-factor
   * sign-in first.
   */
  async signedIn(request: FastifyRequest): Promise<SignedInRequest> {
    const found = await this.signedInForSetup(request);
    if (!mustSetUpTwoFactor(found.session)) return found;
    throw new ApiError(
      'forbidden',
      'Your account requires two-factor sign-in of administrators; set it up on /app/security first.',
      { required: 'two_factor' },
    );
  }

  /** Like {@link signedIn}, but accepts an admin who must set up two-factor sign-in. Only for that setup itself. */
  async signedInForSetup(request: FastifyRequest): Promise<SignedInRequest> {
    const browser = await this.requests.browserOf(request);
    const session = await this.sessions.find(browser.cookies, browser.host);
    if (session) return { session, browser };
    throw new ApiError('invalid_credentials', 'Your session has ended; sign in again.');
  }
}
