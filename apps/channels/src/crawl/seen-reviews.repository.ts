import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { JudgedReview, SeenReview } from './collected-page';

/** What was published of each review of a channel. */
@Injectable()
export class SeenReviewsRepository {
  async find(tx: Tx, channelId: number, externalIds: readonly string[]): Promise<Map<string, SeenReview>> {
    const rows = await queryRows<SeenReview>(
      tx,
      `select external_id, content_hash, posted_on, posted_precision, run
       from seen_reviews where channel_id = $1 and external_id = any($2)`,
      [channelId, externalIds],
    );
    return new Map(rows.map((row) => [row.external_id, row]));
  }

  /** Notes a whole page as met in crawl number `run`. */
  async note(tx: Tx, channelId: number, run: number, judged: readonly JudgedReview[]): Promise<void> {
    if (judged.length === 0) return;
    await queryRows(
      tx,
      `insert into seen_reviews (channel_id, run, external_id, content_hash, posted_on, posted_precision)
       select $1, $2, met.* from unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[]) met
       on conflict (channel_id, external_id) do update set
         run = excluded.run, content_hash = excluded.content_hash,
         posted_on = excluded.posted_on, posted_precision = excluded.posted_precision`,
      [
        channelId,
        run,
        judged.map(({ review }) => review.externalId),
        judged.map(({ hash }) => hash),
        judged.map(({ posted }) => posted.date),
        judged.map(({ posted }) => posted.precision),
      ],
    );
  }
}
