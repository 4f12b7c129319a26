import { Injectable } from '@nestjs/common';
import { claimDue, Database, queryRows, type Tx } from '@plaudit/database';
import type { ChannelEntity } from '../channels/channel.entity';
import type { PlatformMeta } from '../platforms/platform';
import type { Checkpoint } from './checkpoint';
import { type CrawlEntity, PRIORITY } from './crawl.entity';

/** A crawl that this worker holds. */
export interface CrawlLease extends CrawlEntity {
  lease_id: string;
}

/** Somebody else has the crawl by now, or its channel is gone: nothing may be written any more. */
export class LeaseLost extends Error {
  constructor(crawlId: number) {
    super(`the lease of crawl ${crawlId} is lost`);
    this.name = 'LeaseLost';
  }
}

// First crawls before refreshes; then the account that was served longest ago, so that accounts take turns.
const FAIR_ORDER = `due.priority,
  (select max(turn.claimed_at) from crawls turn where turn.account_id = due.account_id and turn.platform = due.platform) nulls first,
  due.due_at, due.id`;

const HELD = 'id = $1 and lease_id = $2';

// A late request may have made a crawl due whose sub account is no more.
const OPEN = `not exists (
  select from closed_sub_accounts closed where closed.sub_account_id = due.sub_account_id)`;

@Injectable()
export class CrawlsRepository {
  constructor(private readonly database: Database) {}

  /** Slugs of platforms with something to do. */
  async duePlatforms(): Promise<string[]> {
    const rows = await this.database.query<{ platform: string }>(
      `select distinct platform from crawls due
       where due_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp()) and ${OPEN}`,
    );
    return rows.map(({ platform }) => platform);
  }

  /**
   * Takes the next due crawl of a platform, or null when none is due or as many as the platform bears are under way
   * over all replicas. The platform's lock makes the count exact.
   */
  claim({ slug, rate }: Pick<PlatformMeta, 'slug' | 'rate'>, leaseMs: number): Promise<CrawlLease | null> {
    return this.database.transaction(async (tx) => {
      await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('crawls of ' || $1, 0))", [slug]);
      const [busy] = await queryRows<{ crawls: number }>(
        tx,
        'select count(*)::int as crawls from crawls where platform = $1 and lease_until >= clock_timestamp()',
        [slug],
      );
      if ((busy?.crawls ?? 0) >= rate.crawls) return null;
      const [claimed] = await claimDue<CrawlLease>(tx, {
        table: 'crawls',
        batch: 1,
        leaseMs,
        where: `due.platform = $3 and ${OPEN}`,
        parameters: [slug],
        orderBy: FAIR_ORDER,
      });
      return claimed ? this.begin(tx, claimed) : null;
    });
  }

  /** Counts the claim; a crawl without a place to go on from begins anew. */
  private async begin(tx: Tx, { id, lease_id }: CrawlLease): Promise<CrawlLease> {
    const [begun] = await queryRows<CrawlLease>(
      tx,
      `update crawls set claimed_at = clock_timestamp(), attempts = attempts + 1,
         run = run + (checkpoint is null)::int,
         pages_done = case when checkpoint is null then 0 else pages_done end,
         reviews_seen = case when checkpoint is null then 0 else reviews_seen end,
         started_at = case when checkpoint is null then clock_timestamp() else started_at end
       where ${HELD} returning *`,
      [id, lease_id],
    );
    if (!begun) throw new LeaseLost(id);
    return begun;
  }

  /** The channel as it is now; null when it was deleted. */
  async channelOf({ channel_id }: CrawlLease): Promise<ChannelEntity | null> {
    const [channel] = await this.database.query<ChannelEntity>('select * from channels where id = $1', [
      channel_id,
    ]);
    return channel ?? null;
  }

  /** False when the lease is lost. */
  async heartbeat({ id, lease_id }: CrawlLease, leaseMs: number): Promise<boolean> {
    const kept = await this.database.query(
      `update crawls set lease_until = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
       where ${HELD} returning 1 as one`,
      [id, lease_id, leaseMs],
    );
    return kept.length > 0;
  }

  /** Stores how far the crawl is, with the page in whose transaction this runs. Throws {@link LeaseLost}. */
  async progress(
    tx: Tx,
    { id, lease_id }: CrawlLease,
    checkpoint: Checkpoint,
    reviews: number,
  ): Promise<void> {
    const kept = await queryRows(
      tx,
      `update crawls set checkpoint = $3, pages_done = pages_done + 1, reviews_seen = reviews_seen + $4, attempts = 0
       where ${HELD} returning 1 as one`,
      [id, lease_id, JSON.stringify(checkpoint), reviews],
    );
    if (kept.length === 0) throw new LeaseLost(id);
  }

  /** Locks the crawl for its last transaction and returns its state. Throws {@link LeaseLost}. */
  async hold(tx: Tx, { id, lease_id }: CrawlLease): Promise<CrawlEntity> {
    const [held] = await queryRows<CrawlEntity>(tx, `select * from crawls where ${HELD} for update`, [
      id,
      lease_id,
    ]);
    if (!held) throw new LeaseLost(id);
    return held;
  }

  /** Back into the queue at once, to go on where it is: the slice is over, or the process stops. */
  async release({ id, lease_id }: CrawlLease): Promise<void> {
    await this.database.query(
      `update crawls set lease_id = null, lease_until = null, due_at = clock_timestamp(), attempts = 0 where ${HELD}`,
      [id, lease_id],
    );
  }

  /** The crawl is done; the next one is part of the daily round. */
  async finish(tx: Tx, id: number, dueAt: Date): Promise<void> {
    await queryRows(
      tx,
      `update crawls set mode = 'incremental', priority = $3, due_at = $2, lease_id = null, lease_until = null,
         checkpoint = null, attempts = 0 where id = $1`,
      [id, dueAt, PRIORITY.daily],
    );
  }

  /** The crawl failed; it is tried again at `dueAt`, or never. Only a first crawl keeps its place. */
  async postpone(tx: Tx, id: number, dueAt: Date | null, startOver: boolean): Promise<void> {
    await queryRows(
      tx,
      `update crawls set due_at = $2, lease_id = null, lease_until = null, attempts = 0,
         checkpoint = case when $3 or mode <> 'backfill' then null else checkpoint end
       where id = $1`,
      [id, dueAt, startOver],
    );
  }

  /** No crawl of the locked channel from here on; one that is under way has lost its lease. */
  async stop(tx: Tx, channelId: number): Promise<void> {
    await queryRows(
      tx,
      'update crawls set due_at = null, lease_id = null, lease_until = null, checkpoint = null where channel_id = $1',
      [channelId],
    );
  }

  /** True when a crawl of the channel waits or is under way. Locks it against a claim meanwhile. */
  async isQueued(tx: Tx, channelId: number): Promise<boolean> {
    const [crawl] = await queryRows<{ queued: boolean }>(
      tx,
      `select coalesce(due_at <= clock_timestamp() or lease_until >= clock_timestamp(), false) as queued
       from crawls where channel_id = $1 for update`,
      [channelId],
    );
    return crawl?.queued ?? false;
  }

  /** Makes the channel's crawl due now. */
  async ask(tx: Tx, channelId: number): Promise<void> {
    await queryRows(
      tx,
      'update crawls set due_at = clock_timestamp(), priority = least(priority, $2::smallint) where channel_id = $1',
      [channelId, PRIORITY.asked],
    );
  }
}
