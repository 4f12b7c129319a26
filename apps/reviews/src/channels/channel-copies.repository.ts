import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';

/** What an event of a channel tells of it. */
export interface ChannelCopy {
  channel_id: number;
  account_id: number;
  sub_account_id: number;
  name: string;
  /** aggregateversion of that event. */
  version: number;
}

/** A deleted channel that still has reviews, which are kept without it or removed. */
export interface ChannelCleanup {
  channel_id: number;
  keep_reviews: boolean;
}

/** The event of a channel's connection has version 1. */
const BEFORE_CONNECTED = 0;

const LOCK = "hashtextextended('channel:' || $1, 0)";

/** The channels that reviews know of, and the lock under which each one's pages are taken in. */
@Injectable()
export class ChannelCopiesRepository {
  constructor(private readonly database: Database) {}

  /** Keeps the newest version; a copy that is marked deleted stays so, whatever arrives late. */
  async save(tx: Tx, copy: ChannelCopy): Promise<void> {
    await queryRows(
      tx,
      `insert into channel_copies (channel_id, account_id, sub_account_id, name, version)
       values ($1, $2, $3, $4, $5)
       on conflict (channel_id) do update set name = excluded.name, version = excluded.version
         where channel_copies.version < excluded.version and channel_copies.deleted_on is null`,
      [copy.channel_id, copy.account_id, copy.sub_account_id, copy.name, copy.version],
    );
  }

  /** Waits for the pages that are being taken in; later ones find the channel deleted. */
  async markDeleted(tx: Tx, copy: ChannelCopy, keepReviews: boolean): Promise<void> {
    await queryRows(tx, `select pg_advisory_xact_lock(${LOCK})`, [String(copy.channel_id)]);
    await queryRows(
      tx,
      `insert into channel_copies
         (channel_id, account_id, sub_account_id, name, version, deleted_on, cleanup_pending, keep_reviews)
       values ($1, $2, $3, $4, $5, now(), true, $6)
       on conflict (channel_id) do update
         set deleted_on = now(), cleanup_pending = true, keep_reviews = excluded.keep_reviews, version = excluded.version`,
      [copy.channel_id, copy.account_id, copy.sub_account_id, copy.name, copy.version, keepReviews],
    );
  }

  /**
   * False once the channel is deleted. Until the transaction ends it holds off the channel's deletion and its other
   * pages, which several replicas may have in hand. A page may overtake the event of its channel's connection, whose
   * name is then remembered from the page.
   */
  async admits(tx: Tx, copy: Omit<ChannelCopy, 'version'>): Promise<boolean> {
    await queryRows(tx, `select pg_advisory_xact_lock(${LOCK})`, [String(copy.channel_id)]);
    const [known] = await queryRows<{ deleted: boolean }>(
      tx,
      'select deleted_on is not null as deleted from channel_copies where channel_id = $1',
      [copy.channel_id],
    );
    if (!known) await this.save(tx, { ...copy, version: BEFORE_CONNECTED });
    return !known?.deleted;
  }

  /** A deleted channel whose reviews are still to be dealt with, or null. */
  async nextCleanup(): Promise<ChannelCleanup | null> {
    const [cleanup] = await this.database.query<ChannelCleanup>(
      'select channel_id, keep_reviews from channel_copies where cleanup_pending order by channel_id limit 1',
    );
    return cleanup ?? null;
  }

  /** One replica at a time works on a channel's reviews. */
  async lockForCleanup(tx: Tx, channelId: number): Promise<void> {
    await queryRows(tx, 'select 1 from channel_copies where channel_id = $1 for update', [channelId]);
  }

  /** No page of the channel comes in any more, so nothing has to be remembered as deleted. */
  async finishCleanup(tx: Tx, channelId: number): Promise<void> {
    await queryRows(tx, 'update channel_copies set cleanup_pending = false where channel_id = $1', [
      channelId,
    ]);
    await queryRows(tx, 'delete from tombstones where channel_id = $1', [channelId]);
  }
}
