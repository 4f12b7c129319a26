import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { ProfileKey } from '../platforms/platform';
import type { ChannelEntity } from './channel.entity';

/** A channel with what its crawl is up to. */
export interface ChannelRow extends ChannelEntity {
  crawling: boolean;
  next_crawl_on: Date | null;
}

export interface Owner {
  account_id: number;
  sub_account_id: number;
}

interface NewChannel extends Owner {
  type: string;
  profile_key: ProfileKey;
  identity: string;
  name: string;
  url: string | null;
  score: number | null;
  rating_scale: number;
  reviews: number | null;
  stores: readonly string[] | null;
  countries: readonly string[] | null;
  credentials: Buffer | null;
  meta: Readonly<Record<string, unknown>> | null;
}

/** Columns that change after the channel was made; `version` has its own way. */
export type StoredChanges = Partial<
  Pick<
    ChannelEntity,
    | 'name'
    | 'auto_approve'
    | 'auto_approve_4_stars'
    | 'stores'
    | 'countries'
    | 'score'
    | 'rating_scale'
    | 'reviews'
    | 'status'
    | 'error_code'
    | 'error_msg'
    | 'consecutive_failures'
    | 'refreshed_on'
    | 'last_checked'
    | 'last_success_on'
    | 'last_review_on'
    | 'updated_on'
  >
>;

// A crawl is also under way between two slices and after its worker died: it has a place to go on from and is due.
const WITH_CRAWL = `
  select channels.*,
    coalesce(crawls.lease_until > now() or (crawls.checkpoint is not null and crawls.due_at <= now()), false) as crawling,
    crawls.due_at as next_crawl_on
  from channels join crawls on crawls.channel_id = channels.id`;
const OWNED = 'channels.account_id = $1 and channels.sub_account_id = $2';

@Injectable()
export class ChannelsRepository {
  constructor(private readonly database: Database) {}

  /** In the order in which they were connected. */
  list(owner: Owner): Promise<ChannelRow[]> {
    return this.database.query<ChannelRow>(
      `${WITH_CRAWL} where ${OWNED} order by channels.id`,
      ownerOf(owner),
    );
  }

  async find(owner: Owner, id: number): Promise<ChannelRow | null> {
    const sql = `${WITH_CRAWL} where ${OWNED} and channels.id = $3`;
    const [row] = await this.database.query<ChannelRow>(sql, [...ownerOf(owner), id]);
    return row ?? null;
  }

  async findByIdentity(owner: Owner, type: string, identity: string): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }>(
      `select id from channels where ${OWNED} and type = $3 and identity = $4`,
      [...ownerOf(owner), type, identity],
    );
    return row?.id ?? null;
  }

  /** Channels of the sub account by platform slug. */
  async countByType(owner: Owner): Promise<Map<string, number>> {
    const rows = await this.database.query<{ type: string; count: number }>(
      `select type, count(*)::int as count from channels where ${OWNED} group by type`,
      ownerOf(owner),
    );
    return new Map(rows.map(({ type, count }) => [type, count]));
  }

  /** Channels that count against the plan. Holds the account until the transaction ends, so that none slips in. */
  async countForLimits(tx: Tx, owner: Owner, type: string): Promise<{ ofType: number; ofAccount: number }> {
    await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('channels of ' || $1, 0))", [
      owner.account_id,
    ]);
    const [counts] = await queryRows<{ ofType: number; ofAccount: number }>(
      tx,
      `select count(*) filter (where sub_account_id = $2 and type = $3)::int as "ofType", count(*)::int as "ofAccount"
       from channels where account_id = $1
         and not exists (select from closed_sub_accounts closed where closed.sub_account_id = channels.sub_account_id)`,
      [...ownerOf(owner), type],
    );
    return counts ?? { ofType: 0, ofAccount: 0 };
  }

  /** Stores the channel with its first crawl due at once; null when the sub account has the profile already. */
  async insert(tx: Tx, channel: NewChannel): Promise<number | null> {
    const [added] = await queryRows<{ id: number }>(
      tx,
      `insert into channels (account_id, sub_account_id, type, profile_key, identity, name, url, score, rating_scale,
         reviews, stores, countries, credentials, meta)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict (sub_account_id, type, identity) do nothing returning id`,
      [
        ...ownerOf(channel),
        channel.type,
        JSON.stringify(channel.profile_key),
        channel.identity,
        channel.name,
        channel.url,
        channel.score,
        channel.rating_scale,
        channel.reviews,
        channel.stores,
        channel.countries,
        channel.credentials,
        channel.meta && JSON.stringify(channel.meta),
      ],
    );
    if (!added) return null;
    await queryRows(
      tx,
      'insert into crawls (channel_id, account_id, sub_account_id, platform) values ($1, $2, $3, $4)',
      [added.id, ...ownerOf(channel), channel.type],
    );
    return added.id;
  }

  /** The channel, locked until the transaction ends. Lock it before its crawl, never after. */
  async lock(tx: Tx, id: number): Promise<ChannelRow | null> {
    const sql = `${WITH_CRAWL} where channels.id = $1 for update of channels`;
    const [row] = await queryRows<ChannelRow>(tx, sql, [id]);
    return row ?? null;
  }

  /** {@link lock} for one that must belong to the caller. */
  async lockOwned(tx: Tx, owner: Owner, id: number): Promise<ChannelRow | null> {
    const sql = `${WITH_CRAWL} where ${OWNED} and channels.id = $3 for update of channels`;
    const [row] = await queryRows<ChannelRow>(tx, sql, [...ownerOf(owner), id]);
    return row ?? null;
  }

  /** Writes columns of a locked channel. */
  async save(tx: Tx, id: number, changes: StoredChanges): Promise<void> {
    const columns = Object.keys(changes);
    const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
    await queryRows(tx, `update channels set ${assignments.join(', ')} where id = $1`, [
      id,
      ...Object.values(changes),
    ]);
  }

  /** Makes room for `events` events about a locked channel; returns the version of the last. */
  async bump(tx: Tx, id: number, events = 1): Promise<number> {
    const sql = 'update channels set version = version + $2 where id = $1 returning version';
    const [row] = await queryRows<{ version: number }>(tx, sql, [id, events]);
    if (!row) throw new Error(`channel ${id} was not locked before its version was raised`);
    return row.version;
  }

  /** Notes that the sub account is no more; the ids of its channels, in the order to lock them in. */
  async close(tx: Tx, owner: Owner): Promise<number[]> {
    await queryRows(
      tx,
      'insert into closed_sub_accounts (sub_account_id) values ($1) on conflict do nothing',
      [owner.sub_account_id],
    );
    const sql = `select id from channels where ${OWNED} order by id`;
    return (await queryRows<{ id: number }>(tx, sql, ownerOf(owner))).map(({ id }) => id);
  }

  /** Takes everything that hangs on the channel along. */
  async delete(tx: Tx, id: number): Promise<void> {
    await queryRows(tx, 'delete from channels where id = $1', [id]);
  }

  /** Counts a review in or out; returns whose list shows the number, or null when the channel is gone. */
  async countReview(tx: Tx, id: number, by: 1 | -1): Promise<Owner | null> {
    const [row] = await queryRows<Owner>(
      tx,
      'update channels set collected_reviews = collected_reviews + $2 where id = $1 returning account_id, sub_account_id',
      [id, by],
    );
    return row ?? null;
  }
}

function ownerOf({ account_id, sub_account_id }: Owner): [number, number] {
  return [account_id, sub_account_id];
}
