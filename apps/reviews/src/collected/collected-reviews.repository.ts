import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReviewEntity } from '../reviews/review.entity';
import type { ReviewUpdate } from '../reviews/review-rows';

export type CollectedUpdate = ReviewUpdate<ReviewEntity>;

/** What identifies a collected review. */
export interface ReviewPlace {
  channel_id: number;
  external_id: string;
}

export function keyOf({ channel_id, external_id }: ReviewPlace): string {
  return `${channel_id}:${external_id}`;
}

const GIVEN = 'unnest($1::bigint[], $2::text[]) as given (channel_id, external_id)';

function columnsOf(places: readonly ReviewPlace[]): [number[], string[]] {
  return [places.map((place) => place.channel_id), places.map((place) => place.external_id)];
}

/** Reads and marks the stored reviews of a page. */
@Injectable()
export class CollectedReviewsRepository {
  /**
   * Locks the stored reviews among these and returns them by {@link keyOf}. It locks in the order of the ids, as every
   * writer does.
   */
  async lock(tx: Tx, places: readonly ReviewPlace[]): Promise<Map<string, ReviewEntity>> {
    const rows = await queryRows<ReviewEntity & ReviewPlace>(
      tx,
      `select review.* from ${GIVEN} join reviews review using (channel_id, external_id)
       order by review.id for update of review`,
      columnsOf(places),
    );
    return new Map(rows.map((row) => [keyOf(row), row]));
  }

  /** Returns the keys of those of these reviews that the user has deleted. */
  async deletedAmong(tx: Tx, places: readonly ReviewPlace[]): Promise<Set<string>> {
    const rows = await queryRows<ReviewPlace>(
      tx,
      `select tombstone.channel_id, tombstone.external_id
       from ${GIVEN} join tombstones tombstone using (channel_id, external_id)`,
      columnsOf(places),
    );
    return new Set(rows.map(keyOf));
  }

  /** Notes the version of a page that shows readers nothing new, so that older pages are recognised as older. */
  async noteSeen(tx: Tx, updates: readonly CollectedUpdate[]): Promise<void> {
    if (updates.length === 0) return;
    await queryRows(
      tx,
      `update reviews review
       set collected_version = given.version, content_hash = coalesce(given.content_hash, review.content_hash)
       from unnest($1::bigint[], $2::text[], $3::integer[]) as given (id, content_hash, version)
       where review.id = given.id`,
      [
        updates.map(({ stored }) => stored.id),
        updates.map(({ change }) => change.content_hash),
        updates.map(({ change }) => change.collected_version),
      ],
    );
  }
}
