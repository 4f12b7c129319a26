import { Injectable } from '@nestjs/common';
import { afterCommit, Database, queryRows, type Tx } from '@plaudit/database';
import type { Session } from './session';
import { LoginLinkEntity } from '../login-links/login-link.entity';
import { SessionEntity } from './session.entity';
import { SESSION_BY_HASH, SESSION_COLUMNS, SESSION_TABLES } from './session.sql';
import { hasWorkingKey } from './working-key';

export type NewSession = Omit<SessionEntity, 'user'>;
export type OwnSession = Omit<SessionEntity, 'user' | 'user_id' | 'proved_on'>;

/** Sessions that were last used at or before these times have expired. */
export interface IdleLimits {
  usual: Date;
  remembered: Date;
}
export type EndedSession = Pick<Session, 'user_id' | 'account_id' | 'host'>;

/** Nobody reads a longer list, and a script that signs in often could make it arbitrarily long. */
const MAX_LISTED = 100;

@Injectable()
export class SessionsRepository {
  private ended: (userId: number) => void = () => {};

  constructor(private readonly database: Database) {}

  /** Calls `listener` with the user of sessions that this process ended, after the commit. */
  onEnded(listener: (userId: number) => void): void {
    this.ended = listener;
  }

  /** The first session of a user ends the setup link of the installation, because a person has the user's password. */
  async add(tx: Tx, session: NewSession): Promise<void> {
    const { hash, user_id, host, network, agent, key_id, created_on, last_seen_on, expires_on } = session;
    await queryRows(
      tx,
      `with ended as (delete from setup_links where user_id = $2 and used_on is null)
       insert into sessions
         (hash, user_id, host, network, agent, key_id, created_on, last_seen_on, expires_on, proved_on, remembered)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        hash,
        user_id,
        host,
        network,
        agent,
        key_id,
        created_on,
        last_seen_on,
        expires_on,
        session.proved_on,
        session.remembered,
      ],
    );
  }

  /**
   * Returns the session even if it has expired. Returns null if the key that requested its link expired or was
   * deleted, alone or with its sub account.
   */
  async find(hash: Buffer): Promise<Session | null> {
    const [row] = await this.database.query<Session>(
      `select ${SESSION_COLUMNS} from ${SESSION_TABLES} where ${SESSION_BY_HASH}`,
      [hash],
    );
    return row ?? null;
  }

  /** Notes that the session is in use, unless another request did so after `staleOn`. */
  async markSeen(hash: Buffer, now: Date, staleOn: Date): Promise<void> {
    await this.database.query(
      'update sessions set last_seen_on = $2 where hash = $1 and last_seen_on <= $3',
      [hash, now, staleOn],
    );
  }

  /** Notes that the user sent the password. */
  async markProved(hash: Buffer, now: Date): Promise<void> {
    await this.database.query('update sessions set proved_on = $2 where hash = $1', [hash, now]);
  }

  /** Deletes the session and returns it, or null if there is none. */
  async end(tx: Tx, hash: Buffer): Promise<EndedSession | null> {
    const [ended] = await queryRows<EndedSession>(
      tx,
      `delete from sessions s using users u where s.hash = $1 and u.id = s.user_id
        returning s.user_id, u.account_id, s.host`,
      [hash],
    );
    if (ended) afterCommit(tx, () => this.ended(ended.user_id));
    return ended ?? null;
  }

  /** Returns the sessions of a user that can still be used, those used last first. */
  async listOf(userId: number, now: Date, { usual, remembered }: IdleLimits): Promise<OwnSession[]> {
    return this.database.query<OwnSession>(
      `select hash, host, network, agent, created_on, last_seen_on, expires_on, remembered from sessions
        where user_id = $1 and expires_on > $2 and last_seen_on > case when remembered then $4::timestamptz else $3 end
          and ${hasWorkingKey('sessions.key_id')} order by last_seen_on desc, hash limit $5`,
      [userId, now, usual, remembered, MAX_LISTED],
    );
  }

  /** Deletes one session of a user. Returns its host, or null if the user has no such session. */
  async endOne(tx: Tx, userId: number, hash: Buffer): Promise<string | null> {
    const [ended] = await queryRows<{ host: string }>(
      tx,
      'delete from sessions where user_id = $1 and hash = $2 returning host',
      [userId, hash],
    );
    if (ended) afterCommit(tx, () => this.ended(userId));
    return ended?.host ?? null;
  }

  /**
   * Deletes all sessions, login links and links for a new password of a user. Call it when the user's password or rights
   * change. An invited user keeps the link for the first password, so store a password before. Locks the user first: a
   * sign-in in progress holds the user, and its session would otherwise be missed.
   */
  async endAllOf(tx: Tx, userId: number): Promise<void> {
    await queryRows(tx, 'select from users where id = $1 for update', [userId]);
    await tx.delete(SessionEntity, { user_id: userId });
    await tx.delete(LoginLinkEntity, { user_id: userId });
    await queryRows(
      tx,
      'delete from password_resets r using users u where r.user_id = $1 and u.id = $1 and u.invited_on is null',
      [userId],
    );
    afterCommit(tx, () => this.ended(userId));
  }
}
