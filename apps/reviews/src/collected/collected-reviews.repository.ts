import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReviewEntity } from '../reviews/review.entity';
import type { ReviewUpdate } from '../reviews/review-rows';

export type CollectedUpdate = ReviewUpdate<ReviewEntity>;

/** Reads and marks the stored reviews of a page. */
@Injectable()
export class CollectedReviewsRepository {
  /**
   * Locks the channel's reviews with these external ids and returns them by external id. It locks in the order of the
   * ids, as every writer does.
   */
  async lock(tx: Tx, channelId: number, externalIds: readonly string[]): Promise<Map<string, ReviewEntity>> {
    const rows = await queryRows<ReviewEntity & { external_id: string }>(
      tx,
      'select * from reviews where channel_id = $1 and external_id = any ($2::text[]) order by id for update',
      [channelId, externalIds],
    );
    return new Map(rows.map((row) => [row.external_id, row]));
  }

  /** Returns those of these external ids whose review the user has deleted. */
  async deletedAmong(tx: Tx, channelId: number, externalIds: readonly string[]): Promise<Set<string>> {
    const rows = await queryRows<{ external_id: string }>(
      tx,
      'select external_id from tombstones where channel_id = $1 and external_id = any ($2::text[])',
      [channelId, externalIds],
    );
    return new Set(rows.map((row) => row.external_id));
  }

  /** Notes the version of a page that shows readers nothing new, so that older pages are recognised as older. */
  async noteSeen(tx: Tx, updates: readonly CollectedUpdate[], version: number): Promise<void> {
    if (updates.length === 0) return;
    await queryRows(
      tx,
      `update reviews review
       set collected_version = $3, content_hash = coalesce(given.content_hash, review.content_hash)
       from unnest($1::bigint[], $2::text[]) as given (id, content_hash)
       where review.id = given.id`,
      [updates.map(({ stored }) => stored.id), updates.map(({ change }) => change.content_hash), version],
    );
  }
}
