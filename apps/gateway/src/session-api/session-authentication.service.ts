import { Injectable } from '@nestjs/common';
import type { Principal, PrincipalSession } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../authentication/caller';
import { mustSetUpTwoFactor, provedUntil, type Session } from '../sessions/session';
import { actorSessionOf } from '../sessions/session-actor';
import { assertTwoFactorSetUp, sessionEnded } from '../sessions/session-errors';
import { SessionsService } from '../sessions/sessions.service';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { EnteredSessionReadModel } from './entered-session.read-model';
import { principalOf, principalSessionOf } from './session-principal';
import { notEntered, SUB_ACCOUNT_HEADER, subAccountIn } from './sub-account-header';

const MAX_PRINCIPALS = 10_000;

/**
 * Authenticates the requests of the dashboard below /app/api by their session. Nothing about a session is cached, so a
 * session that ended and a right that was taken away stop counting with the next request.
 */
@Injectable()
export class SessionAuthenticationService {
  /** Equal principals are one object, so that PrincipalTokensService signs them once in a while and not for each request. */
  private readonly principals = new LRUCache<string, Principal>({ max: MAX_PRINCIPALS });

  constructor(
    private readonly requests: BrowserRequestsService,
    private readonly sessions: SessionsService,
    private readonly entered: EnteredSessionReadModel,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the user of a request in the sub account of its header. Throws 403 for a request of another site and for an admin
   * who must set up two-factor sign-in first, 401 without a session, 400 without the header and 404 for a sub account that
   * the user may not enter.
   */
  async authenticate(request: FastifyRequest): Promise<Caller> {
    const { host, cookies } = await this.requests.browserOf(request);
    const header = request.headers[SUB_ACCOUNT_HEADER];
    const hash = this.sessions.hashIn(cookies);
    const found = hash && (await this.entered.find(hash, subAccountIn(header)));
    const session = await this.sessions.accept(found, host);
    if (!session) throw sessionEnded();
    assertTwoFactorSetUp(session);
    if (!session.entered) throw notEntered(header);
    const hasProof = this.hasProof(session);
    return {
      type: 'user',
      id: session.user_id,
      isApp: false,
      principal: this.shared(principalOf(session, session.entered, hasProof)),
      session: actorSessionOf(session, hasProof),
    };
  }

  /**
   * Returns the session of a browser that another site may have sent here, or undefined if it has none that may act. The
   * session says who sits at the browser, and not that this person wants the request.
   */
  async sessionOf(request: FastifyRequest): Promise<PrincipalSession | undefined> {
    const { cookie } = request.headers;
    const hash = this.sessions.hashIn(cookie);
    const host = hash && (await this.requests.hostOf(request));
    const session = host && (await this.sessions.find(cookie, host));
    if (!session || mustSetUpTwoFactor(session)) return undefined;
    return principalSessionOf(session, this.hasProof(session));
  }

  private hasProof(session: Session): boolean {
    return provedUntil(session, this.clock.now()) !== null;
  }

  private shared(principal: Principal): Principal {
    const id = JSON.stringify(principal);
    const known = this.principals.get(id);
    if (known) return known;
    this.principals.set(id, principal);
    return principal;
  }
}
