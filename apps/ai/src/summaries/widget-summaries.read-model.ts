import { Injectable } from '@nestjs/common';
import type { StoredSummaryRequest, WidgetSummary } from '@plaudit/contracts';
import { Database } from '@plaudit/database';

/** Reads the summary that a widget shows. */
@Injectable()
export class WidgetSummariesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the summary that is based on the most reviews among those of the channels. Returns null if none of them has one. Channels of
   * other sub accounts and deleted ones do not count.
   */
  async find({
    account_id,
    sub_account_id,
    channel_ids,
  }: StoredSummaryRequest): Promise<WidgetSummary | null> {
    const [row] = await this.database.query<WidgetSummary>(
      `select summary.channel_id, summary.summary as text, summary.based_on_reviews
       from channels channel join summaries summary on summary.channel_id = channel.id
       where channel.id = any ($1::bigint[]) and channel.account_id = $2 and channel.sub_account_id = $3
         and not channel.deleted and summary.summary is not null
       order by summary.based_on_reviews desc, summary.channel_id limit 1`,
      [channel_ids, account_id, sub_account_id],
      'find_widget_summary',
    );
    return row ?? null;
  }
}
