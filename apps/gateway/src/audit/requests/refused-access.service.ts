import { Injectable, Logger } from '@nestjs/common';
import { warnOfFailure } from '@plaudit/runtime';
import type { FastifyRequest } from 'fastify';
import { readRequestPath } from '../../proxy/request-path';
import { findDestination } from '../../proxy/route-table';
import { SessionsService } from '../../sessions/sessions.service';
import { BrowserRequestsService } from '../../sign-in/browser-requests.service';
import { RequestOriginService } from '../request-origin.service';
import { routeOf } from './observed-change';
import { type RefusedActor, RefusalsRepository } from './refusals.repository';

/** Records requests of keys and signed-in users that lack a right, and of keys from an address that is not allowed. */
@Injectable()
export class RefusedAccessService {
  private readonly logger = new Logger(RefusedAccessService.name);

  constructor(
    private readonly refusals: RefusalsRepository,
    private readonly sessions: SessionsService,
    private readonly browsers: BrowserRequestsService,
    private readonly origins: RequestOriginService,
  ) {}

  /** Records a response with status 403. Its `required`, if it has one, names the missing right. Never throws. */
  async record(request: FastifyRequest, body: unknown): Promise<void> {
    try {
      const actor = await this.actorOf(request);
      if (!actor) return;
      const after = {
        method: request.method,
        route: routeOf(pathOf(request)),
        required: request.refusedAddress ? 'allowed_ips' : requiredIn(body),
      };
      await this.refusals.addAccess(actor, after, this.origins.of(request.raw, request.id));
    } catch (error) {
      warnOfFailure(this.logger, 'Could not record a refused request in the audit log', error);
    }
  }

  private async actorOf(request: FastifyRequest): Promise<RefusedActor | null> {
    const { refusedAddress: refused } = request;
    if (refused) return { accountId: refused.accountId, type: 'key', id: refused.keyId };
    const caller = request.admitted?.caller;
    if (caller) return { accountId: caller.principal.account_id, type: caller.type, id: caller.id };
    const host = await this.browsers.hostOf(request);
    const session = host && (await this.sessions.find(request.headers.cookie, host));
    return session && { accountId: session.account_id, type: 'user', id: session.user_id };
  }
}

function pathOf({ admitted, raw }: FastifyRequest): string {
  if (admitted) return admitted.destination.path;
  const target = readRequestPath(raw.url ?? '');
  return (target && findDestination(target.path)?.path) ?? '';
}

function requiredIn(body: unknown): string | null {
  const { required } = (body ?? {}) as { required?: unknown };
  return typeof required === 'string' ? required : null;
}
