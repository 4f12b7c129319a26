import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { SetupLinkEntity } from './setup-link.entity';

/** The first user, whose sign-in the link replaces. */
export interface SetupUser {
  id: number;
  account_id: number;
  /** The main sub account. */
  sub_account_id: number;
}

export interface SetupLink {
  account_id: number;
  used: boolean;
}

export interface NewSetupLink {
  hash: Buffer;
  userId: number;
  keyId: number;
}

/** A link that can be used. The first sign-in deletes the link, so it is not asked for here. */
const OPEN = `l.used_on is null and l.expires_on > now() and not exists (
  select from keys k where k.id = l.key_id and (k.last_used_on is not null or k.deleted_at is not null))`;

@Injectable()
export class SetupLinksRepository {
  constructor(private readonly database: Database) {}

  async add(tx: Tx, { hash, userId, keyId }: NewSetupLink): Promise<void> {
    await tx.insert(SetupLinkEntity, {
      hash,
      user_id: userId,
      key_id: keyId,
      expires_on: () => "now() + interval '7 days'",
    });
  }

  /** Returns the user of the link that can be used, or null if there is none. */
  async findOpen(): Promise<SetupUser | null> {
    const [user] = await this.database.query<SetupUser>(
      `select u.id, u.account_id, s.id as sub_account_id
         from setup_links l join users u on u.id = l.user_id
           join sub_accounts s on s.account_id = u.account_id and s.main
        where ${OPEN}`,
    );
    return user ?? null;
  }

  /** Returns the link with this hash, even if it was used. */
  async find(hash: Buffer): Promise<SetupLink | null> {
    const [link] = await this.database.query<SetupLink>(
      `select u.account_id, l.used_on is not null as used
         from setup_links l join users u on u.id = l.user_id where l.hash = $1`,
      [hash],
    );
    return link ?? null;
  }

  /**
   * Marks the link as used. Returns false if it cannot be used any more. Locks the user before the link, in the same order as a
   * sign-in, which then deletes the link.
   */
  async use(tx: Tx, hash: Buffer): Promise<boolean> {
    await queryRows(
      tx,
      'select from setup_links l join users u on u.id = l.user_id where l.hash = $1 for update of u',
      [hash],
    );
    const used = await queryRows(
      tx,
      `update setup_links l set used_on = now() where l.hash = $1 and ${OPEN} returning 1 as one`,
      [hash],
    );
    return used.length > 0;
  }
}
