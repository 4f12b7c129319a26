import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Session } from './session';
import type { SessionEntity } from './session.entity';

export type NewSession = Omit<SessionEntity, 'user'>;
export type EndedSession = Pick<Session, 'user_id' | 'account_id' | 'host'>;

/** Ids of the keys that work: neither deleted, alone or with their sub account, nor expired. */
export const LIVE_KEY_IDS = `select k.id from keys k join sub_accounts sub on sub.id = k.sub_account_id
  where k.deleted_at is null and sub.deleted_at is null and (k.expires_on is null or k.expires_on > now())`;

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

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
      `select s.hash, s.host, s.last_seen_on, s.expires_on, s.user_id,
              u.email, u.role, to_json(u.sub_accounts) as sub_accounts, u.account_id
         from sessions s join users u on u.id = s.user_id
        where s.hash = $1 and (s.key_id is null or s.key_id in (${LIVE_KEY_IDS}))`,
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
    return ended ?? null;
  }

  /** Deletes all sessions and login links of a user. Call it when the user's password or rights change. */
  async endAllOf(tx: Tx, userId: number): Promise<void> {
    await queryRows(tx, 'delete from sessions where user_id = $1', [userId]);
    await queryRows(tx, 'delete from login_links where user_id = $1', [userId]);
  }
}
