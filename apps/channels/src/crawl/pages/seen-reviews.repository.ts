import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { type ComparedReview, GONE_AFTER, type SeenReview } from './collected-page';

/** The number that stands for a file instead of a crawl. The first crawl of a channel has number 1. */
export const IMPORTED = 0;

/** Stores which reviews of a channel were read, and a hash of each. */
@Injectable()
export class SeenReviewsRepository {
  async find(tx: Tx, channelId: number, externalIds: readonly string[]): Promise<Map<string, SeenReview>> {
    const rows = await queryRows<SeenReview>(
      tx,
      `select external_id, content_hash, posted_on, posted_precision, run, missed, imported, hidden
       from seen_reviews where channel_id = $1 and external_id = any($2)`,
      [channelId, externalIds],
    );
    return new Map(rows.map((row) => [row.external_id, row]));
  }

  /** Returns the ids that reviews with these derived ids have kept, by derived id. */
  async keptIds(tx: Tx, channelId: number, derivedIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await queryRows<{ derived_id: string; external_id: string }>(
      tx,
      `select derived_id, external_id from seen_reviews where channel_id = $1 and derived_id = any($2) and derived_id is not null`,
      [channelId, derivedIds],
    );
    return new Map(rows.map((row) => [row.derived_id, row.external_id]));
  }

  /** Returns those of the ids whose reviews crawl number `run` has not read. Those that are gone are left out. */
  async unread(tx: Tx, channelId: number, run: number, ids: readonly string[]): Promise<string[]> {
    const rows = await queryRows<{ external_id: string }>(
      tx,
      `select external_id from seen_reviews
       where channel_id = $1 and external_id = any($2) and run <> $3 and missed < $4`,
      [channelId, ids, run, GONE_AFTER],
    );
    return rows.map(({ external_id }) => external_id);
  }

  /** Stores the ids that reviews keep, by derived id. */
  async keepIds(tx: Tx, channelId: number, kept: ReadonlyMap<string, string>): Promise<void> {
    await queryRows(
      tx,
      `update seen_reviews seen set derived_id = kept.derived_id from unnest($2::text[], $3::text[]) kept (derived_id, external_id)
       where seen.channel_id = $1 and seen.external_id = kept.external_id`,
      [channelId, [...kept.keys()], [...kept.values()]],
    );
  }

  /** Records all reviews of a page as read in crawl number `run`. {@link IMPORTED} stands for a file. */
  async save(tx: Tx, channelId: number, run: number, compared: readonly ComparedReview[]): Promise<void> {
    if (compared.length === 0) return;
    await queryRows(
      tx,
      `insert into seen_reviews
         (channel_id, run, imported, external_id, content_hash, posted_on, posted_precision, hidden)
       select $1, $2::int, $2::int = ${IMPORTED}, seen.*
       from unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::boolean[]) seen
       on conflict (channel_id, external_id) do update set
         run = excluded.run, imported = excluded.imported, missed = 0, content_hash = excluded.content_hash,
         posted_on = excluded.posted_on, posted_precision = excluded.posted_precision,
         hidden = seen_reviews.hidden and excluded.hidden`,
      [
        channelId,
        run,
        compared.map(({ review }) => review.externalId),
        compared.map(({ hash }) => hash),
        compared.map(({ posted }) => posted.date),
        compared.map(({ posted }) => posted.precision),
        compared.map(({ review }) => review.removed),
      ],
    );
  }

  /**
   * Counts the collected reviews of a channel that a crawl has read and that are not gone. `missed` are those that crawl number `run` did not read, and
   * `doubted` those that an earlier complete crawl did not read either.
   */
  async countFound(
    tx: Tx,
    channelId: number,
    run: number,
  ): Promise<{ known: number; missed: number; doubted: number }> {
    const [counts] = await queryRows<{ known: number; missed: number; doubted: number }>(
      tx,
      `select count(*)::int as known, count(*) filter (where run <> $2)::int as missed,
         count(*) filter (where missed > 0)::int as doubted
       from seen_reviews where channel_id = $1 and missed < $3 and not imported and not hidden`,
      [channelId, run, GONE_AFTER],
    );
    return counts ?? { known: 0, missed: 0, doubted: 0 };
  }

  /**
   * Counts complete crawl number `run` against the crawled reviews that it did not read. Returns the ids of those that it was the
   * third one to miss.
   */
  async countMissed(tx: Tx, channelId: number, run: number): Promise<string[]> {
    const rows = await queryRows<{ external_id: string }>(
      tx,
      `with counted as (
         update seen_reviews set missed = missed + 1
         where channel_id = $1 and run <> $2 and missed < $3 and not imported and not hidden returning external_id, missed
       )
       select external_id from counted where missed = $3 order by external_id`,
      [channelId, run, GONE_AFTER],
    );
    return rows.map(({ external_id }) => external_id);
  }
}
