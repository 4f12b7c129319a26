import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Owner } from '../accounts/new-accounts.repository';
import { hashApiKey } from '../keys/api-key';

@Injectable()
export class BootstrapRepository {
  constructor(private readonly database: Database) {}

  /** One bootstrap at a time over all gateways of this database. */
  async exclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('plaudit/bootstrap', 0))");
      return work(tx);
    });
  }

  /** The oldest account with its main sub account, or null before the first. */
  async findFirstOwner(tx: Tx): Promise<Owner | null> {
    const [row] = await queryRows<{ account_id: number; id: number }>(
      tx,
      'select account_id, id from sub_accounts where main order by account_id limit 1',
    );
    return row ? { accountId: row.account_id, mainSubAccountId: row.id } : null;
  }

  /** `deleted` when it is there but was deleted, null when it never was. */
  async findKeyState(tx: Tx, apiKey: string): Promise<'live' | 'deleted' | null> {
    const [row] = await queryRows<{ deleted: boolean }>(
      tx,
      'select deleted_at is not null as deleted from keys where hash = $1',
      [hashApiKey(apiKey)],
    );
    if (!row) return null;
    return row.deleted ? 'deleted' : 'live';
  }
}
