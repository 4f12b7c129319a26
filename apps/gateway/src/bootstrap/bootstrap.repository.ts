import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { hashApiKey, prefixOfApiKey } from '../keys/api-key';
import { KeyEntity } from '../keys/key.entity';

@Injectable()
export class BootstrapRepository {
  constructor(private readonly database: Database) {}

  /** Runs `work` in a transaction that holds a lock, so that only one gateway at a time bootstraps this database. */
  async exclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('plaudit/bootstrap', 0))");
      return work(tx);
    });
  }

  /** Returns the oldest account with its main sub account, or null if there is no account. */
  async findFirstTenant(tx: Tx): Promise<Tenant | null> {
    const [tenant] = await queryRows<Tenant>(
      tx,
      'select account_id, id as sub_account_id from sub_accounts where main order by account_id limit 1',
    );
    return tenant ?? null;
  }

  /** Returns null if the key was never stored. */
  async findKeyState(tx: Tx, apiKey: string): Promise<'live' | 'deleted' | null> {
    const key = await tx.findOneBy(KeyEntity, { hash: hashApiKey(apiKey) });
    if (!key) return null;
    return key.deleted_at ? 'deleted' : 'live';
  }

  /** Returns true for a key that was used or deleted. */
  async wasUsed(apiKey: string): Promise<boolean> {
    const rows = await this.database.queryWithin(
      'background',
      'select 1 from keys where prefix = $1 and hash = $2 and (last_used_on is not null or deleted_at is not null)',
      [prefixOfApiKey(apiKey), hashApiKey(apiKey)],
    );
    return rows.length > 0;
  }

  /** Returns true for a user with a session, and for one who has another email since. */
  async hasSignedIn(email: string): Promise<boolean> {
    const rows = await this.database.queryWithin(
      'background',
      `select 1 from users u
        where lower(u.email) = lower($1) and not exists (select from sessions s where s.user_id = u.id)`,
      [email],
    );
    return rows.length === 0;
  }
}
