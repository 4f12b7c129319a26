import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../authentication/caller';
import { provedUntil } from '../sessions/session';
import { actorSessionOf } from '../sessions/session-actor';
import { assertTwoFactorSetUp, sessionEnded } from '../sessions/session-errors';
import { SessionsService } from '../sessions/sessions.service';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import { EnteredSessionReadModel } from './entered-session.read-model';
import { principalOf } from './session-principal';
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
    const hasProof = provedUntil(session, this.clock.now()) !== null;
    return {
      type: 'user',
      id: session.user_id,
      isApp: false,
      principal: this.shared(principalOf(session, session.entered, hasProof)),
      session: actorSessionOf(session, hasProof),
    };
  }

  private shared(principal: Principal): Principal {
    const id = JSON.stringify(principal);
    const known = this.principals.get(id);
    if (known) return known;
    this.principals.set(id, principal);
    return principal;
  }
}
