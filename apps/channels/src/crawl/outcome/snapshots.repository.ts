import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { KnownFigures } from './official-figures';

/** Stores the rating history: one row per channel and UTC day. A later crawl of the day overwrites the row. */
@Injectable()
export class SnapshotsRepository {
  async store(tx: Tx, channelId: number, figures: KnownFigures, checkedOn: Date): Promise<void> {
    await queryRows(
      tx,
      `insert into snapshots (channel_id, day, score, rating_scale, reviews, checked_on)
       values ($1, ($5::timestamptz at time zone 'UTC')::date, $2, $3, $4, $5)
       on conflict (channel_id, day) do update set score = excluded.score, rating_scale = excluded.rating_scale,
         reviews = excluded.reviews, checked_on = excluded.checked_on`,
      [channelId, figures.score, figures.rating_scale, figures.reviews, checkedOn],
    );
  }
}
