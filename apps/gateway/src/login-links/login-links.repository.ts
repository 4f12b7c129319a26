import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { hasWorkingKey } from '../sessions/working-key';
import { LoginLinkEntity } from './login-link.entity';

export interface NewLoginLink {
  hash: Buffer;
  userId: number;
  keyId: number | null;
  expiresOn: Date;
}

export interface UsedLoginLink {
  user_id: number;
  account_id: number;
  /** The key that requested the link. */
  key_id: number | null;
  /** Null if that key never expires. */
  key_expires_on: Date | null;
}

@Injectable()
export class LoginLinksRepository {
  constructor(private readonly database: Database) {}

  /** Adds a link. It ends with its key if that expires earlier than the link itself. */
  async add(tx: Tx, { hash, userId, keyId, expiresOn }: NewLoginLink): Promise<void> {
    await queryRows(
      tx,
      `insert into login_links (hash, user_id, key_id, expires_on)
       values ($1, $2, $3, least($4, (select expires_on from keys where id = $3)))`,
      [hash, userId, keyId, expiresOn],
    );
  }

  /** Returns true for an admin without two-factor sign-in whose account requires it. */
  async mustSetUpTwoFactor(tx: Tx, userId: number): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `select from users u join accounts a on a.id = u.account_id
        where u.id = $1 and a.require_two_factor and u.role = 'admin' and u.two_factor_on is null`,
      [userId],
    );
    return rows.length > 0;
  }

  /** Returns the id of the link's user, even if the link was used or has expired. */
  async findUser(hash: Buffer): Promise<number | null> {
    const link = await this.database.read((manager) => manager.findOneBy(LoginLinkEntity, { hash }));
    return link?.user_id ?? null;
  }

  /**
   * Marks the link as used and returns it, or null if it is unknown, used or expired, or if its key was deleted. Locks
   * the user before the link, in the same order as a change of the password, which locks the user and then deletes the
   * link.
   */
  async consume(tx: Tx, hash: Buffer, now: Date): Promise<UsedLoginLink | null> {
    await queryRows(
      tx,
      'select from login_links l join users u on u.id = l.user_id where l.hash = $1 for share of u',
      [hash],
    );
    const [link] = await queryRows<UsedLoginLink>(
      tx,
      `update login_links l set used_on = $2 from users u
        where l.hash = $1 and l.used_on is null and l.expires_on > $2 and u.id = l.user_id
          and ${hasWorkingKey('l.key_id')}
        returning l.user_id, u.account_id, l.key_id, (select expires_on from keys where id = l.key_id) as key_expires_on`,
      [hash, now],
    );
    return link ?? null;
  }
}
