import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';

/** What texts about a channel need of it. */
export interface KnownChannel extends Tenant {
  id: number;
  name: string;
}

@Injectable()
export class ChannelsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns the channel if it belongs to this sub account, as GET /channels/get/{id} does, also for keys of the main one. */
  async find(channelId: number, { account_id, sub_account_id }: Tenant): Promise<KnownChannel | null> {
    const [row] = await this.database.query<KnownChannel>(
      `select id, account_id, sub_account_id, name from channels
       where id = $1 and account_id = $2 and sub_account_id = $3 and not deleted`,
      [channelId, account_id, sub_account_id],
      'find_channel',
    );
    return row ?? null;
  }

  /** Returns true if there is a copy of the channel, of any account, also if the channel is deleted. */
  async isCopied(channelId: number): Promise<boolean> {
    const rows = await this.database.query('select from channels where id = $1', [channelId]);
    return rows.length > 0;
  }
}
