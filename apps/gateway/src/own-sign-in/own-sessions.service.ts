import { Injectable } from '@nestjs/common';
import { ApiError, wireDate } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { AuditService } from '../audit/audit.service';
import { idleLimit, type Session } from '../sessions/session';
import { ownActor } from '../sessions/session-actor';
import type { SignedInRequest } from '../sessions/session-requests.service';
import { SessionsRepository } from '../sessions/sessions.repository';
import { SessionsService } from '../sessions/sessions.service';

export interface OwnSessionResponse {
  /** The hash of the session's token, as hexadecimal text. The token cannot be computed from it. */
  id: string;
  created_on: string;
  last_seen_on: string;
  expires_on: string;
  host: string;
  /** The network of the client address at sign-in: three parts of an IPv4 address, or the /48 of an IPv6 address. */
  network: string;
  agent: string;
  /** True for the session that asks. */
  current: boolean;
}

/** Lets signed-in users see and end their own sessions. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly database: Database,
    private readonly repository: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Returns the sessions that can still be used, at most 100, those used last first. */
  async list(session: Session): Promise<OwnSessionResponse[]> {
    const now = this.clock.now();
    const rows = await this.repository.listOf(session.user_id, now, {
      usual: idleLimit({ remembered: false }, now),
      remembered: idleLimit({ remembered: true }, now),
    });
    return rows.map(({ hash, created_on, last_seen_on, expires_on, host, network, agent }) => ({
      id: hash.toString('hex'),
      created_on: wireDate(created_on),
      last_seen_on: wireDate(last_seen_on),
      expires_on: wireDate(expires_on),
      host,
      network,
      agent,
      current: hash.equals(session.hash),
    }));
  }

  /** Throws 404 if the user has no such session. */
  async end(session: Session, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const host = await this.repository.endOne(tx, session.user_id, Buffer.from(id, 'hex'));
      if (host === null) throw new ApiError('not_found', 'You have no such session; reload the list.');
      const target = { type: 'user', id: session.user_id };
      await this.audit.note(tx, ownActor(session), { action: 'user.session_ended', target, after: { host } });
    });
  }

  /** Ends every session of the user and the unused login links. Returns the `Set-Cookie` value. */
  async endAll({ session, browser }: SignedInRequest): Promise<string> {
    return this.database.transaction(async (tx) => {
      await this.repository.endAllOf(tx, session.user_id);
      const target = { type: 'user', id: session.user_id };
      await this.audit.note(tx, ownActor(session), { action: 'user.signed_out_everywhere', target });
      return (await this.sessions.end(tx, browser.cookies)).cookie;
    });
  }
}
