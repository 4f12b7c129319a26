import { Injectable } from '@nestjs/common';
import { afterCommit, Database, queryRows, type Tx } from '@plaudit/database';
import type { Session } from './session';
import type { SessionEntity } from './session.entity';
import { hasWorkingKey } from './working-key';

export type NewSession = Omit<SessionEntity, 'user'>;
export type OwnSession = Omit<SessionEntity, 'user' | 'user_id'>;
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

  async add(tx: Tx, session: NewSession): Promise<void> {
    const { hash, user_id, host, network, agent, key_id, created_on, last_seen_on, expires_on } = session;
    await queryRows(
      tx,
      `insert into sessions (hash, user_id, host, network, agent, key_id, created_on, last_seen_on, expires_on)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [hash, user_id, host, network, agent, key_id, created_on, last_seen_on, expires_on],
    );
  }

  /**
   * Returns the session even if it has expired. Returns null if the key that requested its link expired or was
   * deleted, alone or with its sub account.
   */
  async find(hash: Buffer): Promise<Session | null> {
    const [row] = await this.database.query<Session>(
      `select s.hash, s.host, s.last_seen_on, s.expires_on, s.key_id, s.user_id,
              u.email, u.role, to_json(u.sub_accounts) as sub_accounts, u.account_id,
              u.two_factor_on, a.require_two_factor
         from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
        where s.hash = $1 and ${hasWorkingKey('s.key_id')}`,
      [hash],
    );
    return row ?? null;
  }

  async markSeen(hash: Buffer, now: Date): Promise<void> {
    await this.database.query('update sessions set last_seen_on = $2 where hash = $1', [hash, now]);
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
  async listOf(userId: number, { now, idleSince }: { now: Date; idleSince: Date }): Promise<OwnSession[]> {
    return this.database.query<OwnSession>(
      `select hash, host, network, agent, created_on, last_seen_on, expires_on from sessions
        where user_id = $1 and expires_on > $2 and last_seen_on > $3
          and ${hasWorkingKey('sessions.key_id')} order by last_seen_on desc, hash limit $4`,
      [userId, now, idleSince, MAX_LISTED],
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
   * Deletes all sessions and login links of a user. Call it when the user's password or rights change. Locks the user
   * first: a sign-in in progress holds the user, and its session would otherwise be missed.
   */
  async endAllOf(tx: Tx, userId: number): Promise<void> {
    await queryRows(tx, 'select from users where id = $1 for update', [userId]);
    await queryRows(tx, 'delete from sessions where user_id = $1', [userId]);
    await queryRows(tx, 'delete from login_links where user_id = $1', [userId]);
    afterCommit(tx, () => this.ended(userId));
  }
}
