import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

@Injectable()
export class ChannelReviewsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns how many reviews of a channel the sub account has. Reads the index of the newest reviews of a channel only. */
  async count(subAccountId: number, channelId: number): Promise<number> {
    const [counted] = await this.database.query<{ count: number }>(
      'select count(*)::int as count from reviews where sub_account_id = $1 and channel_id = $2',
      [subAccountId, channelId],
    );
    return counted?.count ?? 0;
  }
}
