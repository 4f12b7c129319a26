import { Injectable } from '@nestjs/common';
import { notFound } from '@plaudit/contracts';
import { Clock, worksFor } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { assertTwoFactorSetUp, sessionEnded } from '../sessions/session-errors';
import { SessionsService } from '../sessions/sessions.service';
import { BrowserRequestsService } from '../sign-in/browser-requests.service';
import type { SignInHost } from '../sign-in/sign-in-hosts.service';
import type { StreamOwner } from './event-stream';
import { OpenSessionsReadModel } from './open-sessions.read-model';

/** Decides who may open a stream of live events. */
@Injectable()
export class LiveAccessService {
  constructor(
    private readonly requests: BrowserRequestsService,
    private readonly sessions: SessionsService,
    private readonly openSessions: OpenSessionsReadModel,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the signed-in user of a request. Throws 403 for a request of another site, 401 without a session, and 404 if the
   * user may not enter the sub account.
   */
  async ownerOf(request: FastifyRequest, subAccountId: number): Promise<StreamOwner> {
    const host = await this.hostOf(request);
    const session = await this.sessions.find(request.headers.cookie, host);
    if (!session) throw sessionEnded();
    assertTwoFactorSetUp(session);
    worksFor(session.account_id);
    const sessionHash = session.hash.toString('hex');
    const [granted] = await this.openSessions.granted([{ sessionHash, subAccountId }], this.clock.now());
    if (!granted) throw notFound('sub account', subAccountId, { main: true });
    const { user_id: userId, account_id: accountId } = session;
    return { sessionHash, userId, accountId, subAccountId, whole: granted.whole };
  }

  /** A browser sends neither header for an EventSource over plain http. Then the cookie's SameSite=Lax keeps other sites away. */
  private async hostOf(request: FastifyRequest): Promise<SignInHost> {
    const { 'sec-fetch-site': site, origin } = request.headers;
    const host = site === undefined && origin === undefined ? await this.requests.hostOf(request) : null;
    return host ?? (await this.requests.browserOf(request)).host;
  }
}
