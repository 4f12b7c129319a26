import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { ReplySettingsEntity } from './reply-settings.entity';

@Injectable()
export class ReplySettingsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the signature of the sub account, or null if it has none of its own. */
  async signature({ account_id, sub_account_id }: Tenant): Promise<string | null> {
    const found = await this.database.read((manager) =>
      manager.findOneBy(ReplySettingsEntity, { account_id, sub_account_id }),
    );
    return found?.signature ?? null;
  }

  /** Stores a signature. Null removes the one that is stored. */
  async save({ account_id, sub_account_id }: Tenant, signature: string | null): Promise<void> {
    if (signature === null) {
      await this.database.transaction((tx) => this.delete(tx, { account_id, sub_account_id }));
      return;
    }
    await this.database.query(
      `insert into reply_settings (account_id, sub_account_id, signature) values ($1, $2, $3)
       on conflict (account_id, sub_account_id) do update set signature = excluded.signature`,
      [account_id, sub_account_id, signature],
    );
  }

  async delete(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<void> {
    await tx.delete(ReplySettingsEntity, { account_id, sub_account_id });
  }
}
