import { Injectable } from '@nestjs/common';
import { type ChannelPayload, type Tenant, tenantOf } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { currentContext, type ListPage } from '@plaudit/runtime';
import { type DayOutcome, SHOWN_DAYS } from '../crawl/outcome/daily-checks';
import type { ProfileKey } from '../platforms/platform';
import { CrawlEntity } from '../crawl/queue/crawl.entity';
import { ChannelEntity } from './channel.entity';

/** A channel with the state of its crawl. */
export interface ChannelRow extends ChannelEntity {
  /** Null if the channel is in no property, also if its property was deleted and `group_id` is not cleared yet. */
  group_name: string | null;
  crawling: boolean;
  /** True while a worker holds the crawl. */
  leased: boolean;
  /** When the crawl in progress, or else the last one, began. */
  started_at: Date | null;
  next_crawl_on: Date | null;
  /** Pages and reviews that the crawl in progress, or else the last one, has read. */
  pages_done: number;
  reviews_seen: number;
  /** The UTC day of the statement, `YYYY-MM-DD`. */
  today: string;
  /** How the crawls of the last days ended, by UTC day. */
  checks: Record<string, DayOutcome>;
}

interface NewChannel extends Tenant {
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
  group_id: number | null;
  meta: Readonly<Record<string, unknown>> | null;
}

/** Columns that may change after the insert, except `version` and `updated_on`, which follow from the change. */
export type StoredChanges = Partial<
  Pick<
    ChannelEntity,
    | 'name'
    | 'auto_approve'
    | 'auto_approve_4_stars'
    | 'stores'
    | 'countries'
    | 'group_id'
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
    | 'notices'
  >
>;

/**
 * Selects {@link ChannelRow}s. A crawl is also in progress between two slices and after its worker died. It then has a
 * checkpoint and is due.
 */
export const CHANNEL_ROWS = `
  select channels.*, channel_groups.name as group_name, crawls.pages_done, crawls.reviews_seen, crawls.started_at,
    coalesce(crawls.lease_until > now(), false) as leased,
    coalesce(crawls.lease_until > now() or (crawls.checkpoint is not null and crawls.due_at <= now()), false) as crawling,
    crawls.due_at as next_crawl_on, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today,
    coalesce((
      select jsonb_object_agg(checked.day, checked.outcome) from daily_checks checked
      where checked.channel_id = channels.id and checked.day > (now() at time zone 'UTC')::date - ${SHOWN_DAYS}
    ), '{}') as checks
  from channels join crawls on crawls.channel_id = channels.id
    left join channel_groups on channel_groups.id = channels.group_id`;
const OWNED = 'channels.account_id = $1 and channels.sub_account_id = $2';
const SELECTED = `($3::timestamptz is null or (channels.updated_on >= $3 and channels.updated_on < $4::timestamptz))
  and ($5::bigint[] is null or channels.group_id in (
    select id from channel_groups where account_id = $1 and sub_account_id = $2 and id = any ($5)))`;

/** A channel as its last event carries it. */
export interface LastState {
  version: number;
  data: ChannelPayload;
}

/** Selects the channels that changed at `since` or later, and before `until`. */
export interface ChangeTimes {
  since: Date;
  until: Date;
}

/** Which channels a list has. Null selects all. */
export interface ChannelSelection {
  changed: ChangeTimes | null;
  /** The ids of properties. */
  groups: readonly number[] | null;
}

@Injectable()
export class ChannelsRepository {
  constructor(private readonly database: Database) {}

  /** Returns at most `limit` channels with a greater id than `afterId`, in the order in which they were connected. */
  list(tenant: Tenant, { afterId, limit }: ListPage, selection: ChannelSelection): Promise<ChannelRow[]> {
    return this.database.query<ChannelRow>(
      `${CHANNEL_ROWS} where ${OWNED} and ${SELECTED} and channels.id > $6 order by channels.id limit $7`,
      [...tenantIds(tenant), ...selected(selection), afterId, limit],
    );
  }

  async count(tenant: Tenant, selection: ChannelSelection): Promise<number> {
    const sql = `select count(*)::int as count from channels where ${OWNED} and ${SELECTED}`;
    const [row] = await this.database.query<{ count: number }>(sql, [
      ...tenantIds(tenant),
      ...selected(selection),
    ]);
    return row?.count ?? 0;
  }

  async find(tenant: Tenant, id: number): Promise<ChannelRow | null> {
    const sql = `${CHANNEL_ROWS} where ${OWNED} and channels.id = $3`;
    const [row] = await this.database.query<ChannelRow>(sql, [...tenantIds(tenant), id]);
    return row ?? null;
  }

  async findByIdentity(tx: Tx, tenant: Tenant, type: string, identity: string): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `select id from channels where ${OWNED} and type = $3 and identity = $4`,
      [...tenantIds(tenant), type, identity],
    );
    return row?.id ?? null;
  }

  /** Returns how many channels the sub account has, by platform slug. */
  async countByType(tenant: Tenant): Promise<Map<string, number>> {
    const rows = await this.database.query<{ type: string; count: number }>(
      `select type, count(*)::int as count from channels where ${OWNED} group by type`,
      tenantIds(tenant),
    );
    return new Map(rows.map(({ type, count }) => [type, count]));
  }

  /**
   * Returns how many channels count against the plan. Locks the account until the transaction ends, so that concurrent
   * requests cannot exceed the limit together.
   */
  async countForLimits(tx: Tx, tenant: Tenant, type: string): Promise<{ ofType: number; ofAccount: number }> {
    await queryRows(tx, "select pg_advisory_xact_lock(hashtextextended('channels of ' || $1, 0))", [
      tenant.account_id,
    ]);
    const [counts] = await queryRows<{ ofType: number; ofAccount: number }>(
      tx,
      `select count(*) filter (where sub_account_id = $2 and type = $3)::int as "ofType", count(*)::int as "ofAccount"
       from channels where account_id = $1
         and not exists (select from closed_sub_accounts closed where closed.sub_account_id = channels.sub_account_id)`,
      [...tenantIds(tenant), type],
    );
    return counts ?? { ofType: 0, ofAccount: 0 };
  }

  /** Stores the channel and makes its first crawl due. Returns null if the sub account has the profile already. */
  async insert(tx: Tx, channel: NewChannel): Promise<number | null> {
    const [added] = await queryRows<{ id: number }>(
      tx,
      `insert into channels (account_id, sub_account_id, type, profile_key, identity, name, url, score, rating_scale,
         reviews, stores, countries, meta, group_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict (sub_account_id, type, identity) do nothing returning id`,
      [
        ...tenantIds(channel),
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
        channel.meta && JSON.stringify(channel.meta),
        channel.group_id,
      ],
    );
    if (!added) return null;
    await tx.insert(CrawlEntity, {
      ...tenantOf(channel),
      channel_id: added.id,
      platform: channel.type,
      traceparent: currentContext()?.traceparent ?? null,
    });
    await queryRows(
      tx,
      'insert into channel_owners (account_id, sub_account_id) values ($1, $2) on conflict do nothing',
      tenantIds(channel),
    );
    return added.id;
  }

  /** Stores encrypted tokens, which are bound to the id of the channel. */
  async setCredentials(tx: Tx, id: number, credentials: Buffer): Promise<void> {
    await tx.update(ChannelEntity, { id }, { credentials });
  }

  /** Locks the channel until the transaction ends. Lock a channel before its crawl, never after, to avoid deadlocks. */
  async lock(tx: Tx, id: number): Promise<ChannelRow | null> {
    const sql = `${CHANNEL_ROWS} where channels.id = $1 for update of channels`;
    const [row] = await queryRows<ChannelRow>(tx, sql, [id]);
    return row ?? null;
  }

  /** Locks the channel like {@link lock}. Returns null if it does not belong to the tenant. */
  async lockOwned(tx: Tx, tenant: Tenant, id: number): Promise<ChannelRow | null> {
    const sql = `${CHANNEL_ROWS} where ${OWNED} and channels.id = $3 for update of channels`;
    const [row] = await queryRows<ChannelRow>(tx, sql, [...tenantIds(tenant), id]);
    return row ?? null;
  }

  /**
   * Writes columns of a channel and returns them with `updated_on`, which is the begin of the transaction. The caller must
   * hold the lock of the channel.
   */
  async save<Changes extends StoredChanges>(
    tx: Tx,
    id: number,
    changes: Changes,
  ): Promise<Changes & Pick<ChannelEntity, 'updated_on'>> {
    const columns = Object.keys(changes);
    const assignments = columns.map((column, index) => `${column} = $${index + 2}, `);
    const [saved] = await queryRows<Pick<ChannelEntity, 'updated_on'>>(
      tx,
      `update channels set ${assignments.join('')}updated_on = now() where id = $1 returning updated_on`,
      [
        id,
        ...Object.entries(changes).map(([column, value]) =>
          column === 'notices' ? JSON.stringify(value) : value,
        ),
      ],
    );
    if (!saved) throw new Error(`Channel ${id} does not exist; lock it before saving it`);
    return { ...changes, ...saved };
  }

  /** Raises the version of a locked channel by `events`. Returns the new version, which belongs to the last event. */
  async raiseVersion(tx: Tx, id: number, events = 1): Promise<number> {
    const sql = 'update channels set version = version + $2 where id = $1 returning version';
    const [row] = await queryRows<{ version: number }>(tx, sql, [id, events]);
    if (!row) throw new Error(`Channel ${id} does not exist; lock it before raising its version`);
    return row.version;
  }

  /** Records that the sub account is deleted. Returns the ids of its channels, in the order in which to lock them. */
  async closeSubAccount(tx: Tx, tenant: Tenant): Promise<number[]> {
    await queryRows(
      tx,
      'insert into closed_sub_accounts (sub_account_id) values ($1) on conflict do nothing',
      [tenant.sub_account_id],
    );
    const sql = `select id from channels where ${OWNED} order by id`;
    return (await queryRows<{ id: number }>(tx, sql, tenantIds(tenant))).map(({ id }) => id);
  }

  /** Deletes the channel with its crawl and seen reviews. Its rating history, its owner and this state of it are kept. */
  async delete(tx: Tx, id: number, { version, data }: LastState): Promise<void> {
    await queryRows(
      tx,
      `with deleted as (delete from channels where id = $1 returning id, account_id, sub_account_id)
       insert into deleted_channels (channel_id, account_id, sub_account_id, version, last_state)
       select id, account_id, sub_account_id, $2, $3 from deleted`,
      [id, version, JSON.stringify(data)],
    );
  }
}

/** Returns the parameters of {@link SELECTED}. */
function selected({ changed, groups }: ChannelSelection): unknown[] {
  return [changed?.since ?? null, changed?.until ?? null, groups];
}

function tenantIds({ account_id, sub_account_id }: Tenant): [number, number] {
  return [account_id, sub_account_id];
}
