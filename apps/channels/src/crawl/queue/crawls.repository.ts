import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { claimDue, extendLeases, LeaseLost } from '@plaudit/queue';
import { currentContext } from '@plaudit/runtime';
import { ChannelEntity } from '../../channels/channel.entity';
import type { PlatformMeta } from '../../platforms/platform';
import type { Checkpoint } from '../run/checkpoint';
import { CrawlEntity, PRIORITY } from './crawl.entity';

/** The name of the queue. */
export const CRAWLS = 'crawls';

/** What a successful crawl leaves for the next one. */
type NextCrawl = Pick<CrawlEntity, 'due_at' | 'mode' | 'swept_on' | 'validators' | 'doubted_figures'>;

/** A crawl that a worker has claimed. */
export interface CrawlLease extends CrawlEntity {
  lease_id: string;
}

/** A platform with a due crawl. */
export interface DuePlatform {
  slug: string;
  /** The lowest value of {@link PRIORITY} among its due crawls. */
  priority: number;
}

/** How many pages a crawl has read, and how many reviews they had. */
export type Progress = Pick<CrawlEntity, 'pages_done' | 'reviews_seen'>;

/** The numbers of reviews of one page. */
export interface PageCounts {
  read: number;
  fresh: number;
  changed: number;
}

/** Counts the claim. A crawl without a checkpoint gets a new run number and starts from the beginning. */
const BEGUN = `claimed_at = clock_timestamp(), attempts = attempts + 1,
  run = run + (checkpoint is null)::int,
  pages_done = case when checkpoint is null then 0 else pages_done end,
  reviews_seen = case when checkpoint is null then 0 else reviews_seen end,
  reviews_new = case when checkpoint is null then 0 else reviews_new end,
  reviews_changed = case when checkpoint is null then 0 else reviews_changed end,
  started_at = case when checkpoint is null then clock_timestamp() else started_at end`;

const HELD = 'id = $1 and lease_id = $2';

/** Leaves out crawls of deleted sub accounts, which a late request may have made due. The table's alias is `due`. */
export const OPEN = `not exists (
  select from closed_sub_accounts closed where closed.sub_account_id = due.sub_account_id)`;

/** An index finds these only by a time that stays the same within the statement, which `clock_timestamp()` does not. */
const IS_DUE = `due.due_at <= statement_timestamp()
  and (due.lease_until is null or due.lease_until < statement_timestamp())`;

const PLAN = `
  with waiting as (
    select due.id, due.account_id, due.priority, due.due_at,
      row_number() over (partition by due.account_id, due.priority order by due.due_at, due.id) as round
    from crawls due where due.platform = $1 and ${IS_DUE} and ${OPEN}
  ), served as (
    select account_id, max(claimed_at) as last from crawls where platform = $1 group by account_id
  )
  select waiting.id from waiting join served using (account_id)
  order by waiting.priority, waiting.round, served.last nulls first, waiting.due_at, waiting.id
  limit $2`;

@Injectable()
export class CrawlsRepository {
  constructor(private readonly database: Database) {}

  /** Returns which of the platforms have a due crawl, and the priority of the most urgent one. */
  duePlatforms(slugs: readonly string[]): Promise<DuePlatform[]> {
    return this.database.queryWithin<DuePlatform>(
      'background',
      `select slug, min(rank) as priority from unnest($1::text[]) slug cross join unnest($2::smallint[]) rank
       cross join lateral (
         select from crawls due where due.platform = slug and due.priority = rank and ${IS_DUE} and ${OPEN}
         order by due.due_at limit 1
       ) first
       group by slug`,
      [slugs, Object.values(PRIORITY)],
    );
  }

  /**
   * Returns the ids of at most `limit` due crawls of a platform in the order in which to claim them: by priority, then in
   * rounds with one crawl of each account, so that no account waits for all crawls of another one. Within a round, the account
   * that was served longest ago comes first.
   */
  async plan(slug: string, limit: number): Promise<number[]> {
    const rows = await this.database.queryWithin<{ id: number }>('background', PLAN, [slug, limit]);
    return rows.map(({ id }) => id);
  }

  /**
   * Claims a due crawl. Returns `full` if the platform's maximum of concurrent crawls, counted over all replicas, is reached,
   * and null if the crawl is no longer due. The platform's advisory lock makes the count exact.
   */
  claim(
    { slug, rate }: Pick<PlatformMeta, 'slug' | 'rate'>,
    id: number,
    leaseMs: number,
  ): Promise<CrawlLease | 'full' | null> {
    return this.database.transaction(async (tx) => {
      await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('crawls of ' || $1, 0))", [slug]);
      const [busy] = await queryRows<{ crawls: number }>(
        tx,
        'select count(*)::int as crawls from crawls where platform = $1 and lease_until >= statement_timestamp()',
        [slug],
      );
      if ((busy?.crawls ?? 0) >= rate.crawls) return 'full';
      const [claimed] = await claimDue<CrawlLease>(tx, {
        table: 'crawls',
        batch: 1,
        leaseMs,
        where: `due.platform = $3 and due.id = $4 and ${OPEN}`,
        parameters: [slug, id],
        set: BEGUN,
      });
      return claimed ?? null;
    }, 'background');
  }

  /** Returns the channel of the crawl, or null if it was deleted. */
  channelOf({ channel_id }: CrawlLease): Promise<ChannelEntity | null> {
    return this.database.read((manager) => manager.findOneBy(ChannelEntity, { id: channel_id }));
  }

  /** Extends leases. Returns those that are not lost. */
  extend(leases: readonly CrawlLease[], leaseMs: number): Promise<CrawlLease[]> {
    return extendLeases(this.database, 'crawls', leases, leaseMs);
  }

  /** Stores the checkpoint in the transaction that stores the page. Returns how far the crawl is. Throws {@link LeaseLost}. */
  async progress(
    tx: Tx,
    { id, lease_id }: CrawlLease,
    checkpoint: Checkpoint,
    page: PageCounts,
  ): Promise<Progress> {
    const [kept] = await queryRows<Progress>(
      tx,
      `update crawls set checkpoint = $3, pages_done = pages_done + 1, reviews_seen = reviews_seen + $4,
         reviews_new = reviews_new + $5, reviews_changed = reviews_changed + $6, attempts = 0
       where ${HELD} returning pages_done, reviews_seen`,
      [id, lease_id, JSON.stringify(checkpoint), page.read, page.fresh, page.changed],
    );
    if (!kept) throw new LeaseLost(`crawl ${id}`);
    return kept;
  }

  /** Locks the crawl for its last transaction and returns it. Throws {@link LeaseLost}. */
  async lock(tx: Tx, { id, lease_id }: CrawlLease): Promise<CrawlEntity> {
    const [held] = await queryRows<CrawlEntity>(tx, `select * from crawls where ${HELD} for update`, [
      id,
      lease_id,
    ]);
    if (!held) throw new LeaseLost(`crawl ${id}`);
    return held;
  }

  /** Makes the crawl due again at once. It continues at its checkpoint. Used when a slice ends or the process stops. */
  async release({ id, lease_id }: CrawlLease): Promise<void> {
    await this.database.queryWithin(
      'request',
      `update crawls set lease_id = null, lease_until = null, due_at = clock_timestamp(), attempts = 0 where ${HELD}`,
      [id, lease_id],
    );
  }

  /** Ends a successful crawl and schedules the daily one. */
  async finish(tx: Tx, id: number, next: NextCrawl): Promise<void> {
    await queryRows(
      tx,
      `update crawls set priority = $2, due_at = $3, mode = $4, swept_on = $5, validators = $6, doubted_figures = $7,
         lease_id = null, lease_until = null, checkpoint = null, attempts = 0, traceparent = null where id = $1`,
      [
        id,
        PRIORITY.daily,
        next.due_at,
        next.mode,
        next.swept_on,
        next.validators && JSON.stringify(next.validators),
        JSON.stringify(next.doubted_figures),
      ],
    );
  }

  /**
   * Ends a failed crawl and schedules the next attempt. If `dueAt` is null, there is none. A backfill keeps its
   * checkpoint unless `startOver` is true; an incremental crawl always starts over.
   */
  async postpone(tx: Tx, id: number, dueAt: Date | null, startOver: boolean): Promise<void> {
    await queryRows(
      tx,
      `update crawls set due_at = $2, lease_id = null, lease_until = null, attempts = 0,
         checkpoint = case when $3 or mode <> 'backfill' then null else checkpoint end
       where id = $1`,
      [id, dueAt, startOver],
    );
  }

  /** Stops crawling a locked channel. A crawl in progress loses its lease. */
  async stop(tx: Tx, channelId: number): Promise<void> {
    const stopped = { due_at: null, lease_id: null, lease_until: null, checkpoint: null };
    await tx.update(CrawlEntity, { channel_id: channelId }, stopped);
  }

  /** Returns true if a crawl of the channel is due or in progress. Locks the crawl, so that no worker claims it meanwhile. */
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
  async request(tx: Tx, channelId: number): Promise<void> {
    await queryRows(
      tx,
      `update crawls set due_at = clock_timestamp(), priority = least(priority, $2::smallint), traceparent = $3
       where channel_id = $1`,
      [channelId, PRIORITY.requested, currentContext()?.traceparent ?? null],
    );
  }

  /** Makes the channel's crawl due now, also one in progress, whose worker loses its lease. */
  async restart(tx: Tx, channelId: number): Promise<void> {
    await this.request(tx, channelId);
    await tx.update(
      CrawlEntity,
      { channel_id: channelId },
      { lease_id: null, lease_until: null, attempts: 0 },
    );
  }
}
