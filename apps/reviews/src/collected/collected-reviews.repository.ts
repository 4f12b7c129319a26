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

interface FoundRow {
  key: string;
  id: number;
  former: number | null;
}

/** What recognises a review that outlived the former channel of its profile. */
export interface SeenReview extends ReviewPlace {
  sub_account_id: number;
  platform: string;
  content_hash: string;
  /** Hex. */
  fingerprint: string;
  posted_on: Date | null;
  from_name: string;
}

export function keyOf({ channel_id, external_id }: ReviewPlace): string {
  return `${channel_id}:${external_id}`;
}

const GIVEN = 'unnest($1::bigint[], $2::text[]) as given (channel_id, external_id)';

/**
 * The rows of the given reviews: those of their channel, and those without a channel or of a deleted channel whose reviews are
 * about to be kept. `former` is their channel before the lock. They are locked by a statement of their own: Postgres checks the
 * conditions of a row again if it waited for it, and would drop a row that lost its channel meanwhile.
 */
const FOUND = `
  with given as (
    select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bytea[], $7::timestamptz[], $8::text[])
      as given (channel_id, external_id, sub_account_id, platform, content_hash, fingerprint, posted_on, from_name)
  ), closing as materialized (
    select channel_id, sub_account_id from channel_copies
    where sub_account_id = any ($3::bigint[]) and cleanup_pending and keep_reviews
  ), found as (
    select given.channel_id || ':' || given.external_id as key, own.id, own.channel_id as former, false as is_kept
    from given join reviews own using (channel_id, external_id)
    union all
    select given.channel_id || ':' || given.external_id, kept.id, kept.channel_id, true
    from given, lateral (
      select review.* from reviews review
      where review.sub_account_id = given.sub_account_id and review.platform = given.platform
        and review.external_id = given.external_id and review.channel_id is null and review.origin = 'channel'
      union all
      select review.* from closing
      join reviews review on review.channel_id = closing.channel_id and review.external_id = given.external_id
      where closing.sub_account_id = given.sub_account_id
        and closing.channel_id <> given.channel_id and review.platform = given.platform
    ) kept
    where kept.content_hash = given.content_hash or kept.fingerprint = given.fingerprint
      or (kept.posted_on, kept.from_name) = (given.posted_on, given.from_name)
  )
  select key, id, former from found order by is_kept, id`;

function columnsOf(places: readonly ReviewPlace[]): [number[], string[]] {
  return [places.map((place) => place.channel_id), places.map((place) => place.external_id)];
}

/** Reads and marks the stored reviews of a page. */
@Injectable()
export class CollectedReviewsRepository {
  /**
   * Locks the stored reviews among these and returns them by {@link keyOf}. It locks in the order of the ids, as every
   * writer does. If the channel's profile was connected before, a review that was kept then is the same review. It is one with
   * the id of the platform and the same content, or the same author and date, because some platforms number the reviews of each profile.
   */
  async lock(tx: Tx, reviews: readonly SeenReview[]): Promise<Map<string, ReviewEntity>> {
    const found = await queryRows<FoundRow>(tx, FOUND, [
      ...columnsOf(reviews),
      reviews.map(({ sub_account_id }) => sub_account_id),
      reviews.map(({ platform }) => platform),
      reviews.map(({ content_hash }) => content_hash),
      reviews.map(({ fingerprint }) => `\\x${fingerprint}`),
      reviews.map(({ posted_on }) => posted_on),
      reviews.map(({ from_name }) => from_name),
    ]);
    const rows = await queryRows<ReviewEntity>(
      tx,
      'select * from reviews where id = any ($1::bigint[]) order by id for update',
      [found.map(({ id }) => id)],
    );
    const free = new Map(rows.map((row) => [row.id, row]));
    const known = new Map<string, ReviewEntity>();
    for (const { key, id, former } of found) {
      const row = free.get(id);
      // Another page may have taken the review before it was locked, or another channel of this transaction.
      const isFree = row && (row.channel_id === null || row.channel_id === former);
      if (!isFree || known.has(key)) continue;
      known.set(key, row);
      free.delete(id);
    }
    return known;
  }

  /** Locks the stored reviews of these channels, in the order of the ids. Leaves out those that outlived a former channel. */
  lockOwn(tx: Tx, places: readonly ReviewPlace[]): Promise<ReviewEntity[]> {
    return queryRows<ReviewEntity>(
      tx,
      `select review.* from ${GIVEN} join reviews review using (channel_id, external_id)
       order by review.id for update of review`,
      columnsOf(places),
    );
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
