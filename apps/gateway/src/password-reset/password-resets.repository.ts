import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { INVITATION_DAYS } from '../users/invitation';

export interface NewPasswordReset {
  userId: number;
  hash: Buffer;
}

/** The user of a link. */
export interface ResetUser {
  id: number;
  account_id: number;
}

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly database: Database) {}

  /** Stores links that work for an hour, or as long as the invitation of their user. They replace earlier links of their users. */
  async save(links: readonly NewPasswordReset[]): Promise<void> {
    await this.database.query(
      `insert into password_resets (user_id, hash, expires_on)
       select user_id, hash, greatest(now() + interval '60 minutes', invited_on + make_interval(days => $3))
         from unnest($1::bigint[], $2::bytea[]) as new (user_id, hash) join users on users.id = user_id order by user_id
       on conflict (user_id) do update set hash = excluded.hash, expires_on = excluded.expires_on`,
      [links.map(({ userId }) => userId), links.map(({ hash }) => hash), INVITATION_DAYS],
    );
  }

  /** Returns the user of a link, or null if the link is unknown, used or expired. */
  async findUser(hash: Buffer): Promise<ResetUser | null> {
    const [user] = await this.database.query<ResetUser>(
      `select u.id, u.account_id from password_resets r join users u on u.id = r.user_id
        where r.hash = $1 and r.expires_on > now()`,
      [hash],
    );
    return user ?? null;
  }

  /**
   * Deletes a link. Returns false if it was used, replaced or has expired. Locks the user before the link, in the same order
   * as a change of the password, which locks the user and then deletes the link.
   */
  async use(tx: Tx, { userId, hash }: NewPasswordReset): Promise<boolean> {
    await queryRows(tx, 'select from users where id = $1 for update', [userId]);
    const used = await queryRows(
      tx,
      'delete from password_resets where user_id = $1 and hash = $2 and expires_on > now() returning 1 as one',
      [userId, hash],
    );
    return used.length > 0;
  }
}
