import { Injectable } from '@nestjs/common';
import type { InviteType, Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { Any } from 'typeorm';
import type { BouncedMail, BounceRate } from './bounce-fuse';
import { BounceFuseEntity } from './bounce-fuse.entity';
import { GoneMailEntity } from './gone-mail.entity';

const HOUR = "interval '1 hour'";
/** Mail servers give up after five days, and report it then. */
const KEPT_COUNTS = "interval '7 days'";
const KEPT_DECISIONS = "interval '30 days'";
const PURGED_AT_ONCE = 5_000;

const SLOT_SECONDS = 300;
/** Mails are counted for the servers of their recipients in slots of this length. */
const SLOT = `interval '${SLOT_SECONDS} seconds'`;

/** Returns the SQL of the beginning of the slot that has the time of this expression. */
export function slotOf(at: string): string {
  return `to_timestamp(floor(extract(epoch from ${at}) / ${SLOT_SECONDS}) * ${SLOT_SECONDS})`;
}

export type BounceFuse = BounceFuseEntity;

/** A mail that came back, and the domain of its recipient. */
export interface GoneMail extends BouncedMail {
  server: string;
  /** When it was sent, or refused. */
  at: Date;
}

/** A mail that waits for a decision about its person. */
export interface HeldMail extends Tenant {
  request_id: number;
  type: InviteType;
  /** Empty after the person was erased. */
  recipient: string;
  recipient_key: Buffer;
}

/** Since when mails count for a fuse of the sub account, and how many there are. */
export interface CountedRate extends BounceRate {
  /** Null: the mails to all servers. */
  server: string | null;
  counted_from: Date;
}

/** Of the account, of the account at one server, and of all other accounts at that server. */
type CountedRates = [ofAccount: CountedRate, ofServer: CountedRate, ofOthers: CountedRate];

/** Mails that came back, and the fuses that they blew. */
@Injectable()
export class BounceFusesRepository {
  constructor(private readonly database: Database) {}

  /** Counts a mail that came back. A repetition counts nothing. */
  async count(tx: Tx, { id, account_id, sub_account_id, server, at }: GoneMail): Promise<void> {
    await queryRows(
      tx,
      `insert into gone_mails (request_id, account_id, sub_account_id, server, sent_on)
       values ($1, $2, $3, $4, $5) on conflict (request_id) do nothing`,
      [id, account_id, sub_account_id, server, at],
    );
  }

  /** Returns the id of a fuse of the sub account that is out for the server, and keeps it so until the transaction ends. */
  async holdOpen(tx: Tx, { sub_account_id, server }: GoneMail): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `select id from bounce_fuses
       where sub_account_id = $1 and decided_on is null and (server is null or server = $2)
       order by id limit 1 for share`,
      [sub_account_id, server],
    );
    return row?.id ?? null;
  }

  /** Returns what a person decided about the mails of a fuse; null if this mail is not one of them. */
  async decisionOn(tx: Tx, { sub_account_id, server, at }: GoneMail): Promise<boolean | null> {
    const [row] = await queryRows<{ suppress: boolean }>(
      tx,
      `select suppress from bounce_fuses
       where sub_account_id = $1 and (server is null or server = $2) and counted_from <= $3 and decided_on >= $3
       order by id desc limit 1`,
      [sub_account_id, server, at],
    );
    return row?.suppress ?? null;
  }

  /**
   * Returns how many mails of the hour came back: those of the account, those of the account to the server, and those of all other
   * accounts to the server. What was decided before is not counted again. Of the other accounts, those whose own fuse is out and the
   * one with the most mails that came back are left out, so that no single account can blow the fuse of others.
   */
  async rates(tx: Tx, { account_id, sub_account_id, server, sent_on, at }: GoneMail): Promise<CountedRates> {
    const isOnItsWay = sent_on === null;
    const values = [account_id, sub_account_id, server, at, isOnItsWay];
    return (await queryRows<CountedRate>(tx, RATES, values)) as CountedRates;
  }

  /** Blows a fuse. Returns its id, or that of the one that another transaction has blown. */
  async blow(
    tx: Tx,
    { account_id, sub_account_id }: GoneMail,
    { server, counted_from, mails, gone }: CountedRate,
  ): Promise<{ id: number; isNew: boolean }> {
    const [added] = await queryRows<{ id: number }>(
      tx,
      `insert into bounce_fuses (account_id, sub_account_id, server, counted_from, blown_on, mails, gone)
       values ($1, $2, $3, $4, clock_timestamp(), $5, $6) on conflict do nothing returning id`,
      [account_id, sub_account_id, server, counted_from, mails, gone],
    );
    if (added) return { id: added.id, isNew: true };
    const [known] = await queryRows<{ id: number }>(
      tx,
      `select id from bounce_fuses where sub_account_id = $1 and server is not distinct from $2 and decided_on is null for share`,
      [sub_account_id, server],
    );
    return { id: known!.id, isNew: false };
  }

  /** Has a mail wait for the decision about a fuse. */
  async attach(tx: Tx, requestId: number, fuseId: number): Promise<void> {
    await tx.update(GoneMailEntity, { request_id: requestId }, { fuse_id: fuseId });
  }

  /** Locks a fuse of the sub account. Until the transaction ends, no mail begins to wait for the decision, and nobody else decides. */
  async lock(tx: Tx, subAccountId: number, id: number): Promise<BounceFuse | null> {
    const [row] = await queryRows<BounceFuse>(
      tx,
      'select * from bounce_fuses where sub_account_id = $1 and id = $2 for update',
      [subAccountId, id],
    );
    return row ?? null;
  }

  /** Stores what a person decided about a locked fuse. The fuse stays out until {@link close}. */
  async decide(tx: Tx, id: number, suppress: boolean, undo: boolean): Promise<void> {
    await tx.update(BounceFuseEntity, { id }, { suppress, undo });
  }

  /** Returns mails that wait for the decision, the oldest first. */
  async heldBy(tx: Tx, fuseId: number, limit: number): Promise<HeldMail[]> {
    return queryRows<HeldMail>(
      tx,
      `select back.request_id, r.account_id, r.sub_account_id, r.type, r.recipient, r.recipient_key
       from gone_mails back join requests r on r.id = back.request_id
       where back.fuse_id = $1 order by back.request_id limit $2`,
      [fuseId, limit],
    );
  }

  /** These requests do not wait for the decision any more. Adds how many people were suppressed. */
  async release(tx: Tx, id: number, requestIds: readonly number[], suppressed: number): Promise<void> {
    await tx.update(GoneMailEntity, { request_id: Any([...requestIds]) }, { fuse_id: null });
    await tx.increment(BounceFuseEntity, { id }, 'suppressed', suppressed);
  }

  /** No request waits for the decision any more. */
  async releaseAll(tx: Tx, id: number): Promise<void> {
    await tx.update(GoneMailEntity, { fuse_id: id }, { fuse_id: null });
  }

  /** Puts a locked fuse back whose decision was carried out. Returns null if requests wait for it. */
  async close(tx: Tx, id: number, undone: number): Promise<BounceFuse | null> {
    const [row] = await queryRows<BounceFuse>(
      tx,
      `update bounce_fuses set decided_on = clock_timestamp(), undone = $2
       where id = $1 and not exists (select from gone_mails where fuse_id = $1) returning *`,
      [id, undone],
    );
    return row ?? null;
  }

  /** Returns how many fuses of the last day wait for a decision. */
  async countOpen(): Promise<number> {
    const [row] = await this.database.queryWithin<{ count: number }>(
      'background',
      "select count(*)::int as count from bounce_fuses where decided_on is null and blown_on > now() - interval '1 day'",
    );
    return row?.count ?? 0;
  }

  /**
   * Deletes some of what no fuse needs any more, and what belongs to deleted sub accounts, for which mails may come back late. Returns
   * true if there may be more.
   */
  @Chore({ name: 'old_bounce_counts', everyMs: 600_000, per: 'service' })
  async purge(): Promise<boolean> {
    const old = [
      `server_sends where (account_id, server, slot) in (
         select account_id, server, slot from server_sends where slot < now() - ${KEPT_COUNTS} limit ${PURGED_AT_ONCE})`,
      `gone_mails where request_id in (
         select request_id from gone_mails where sent_on < now() - ${KEPT_COUNTS} and fuse_id is null limit ${PURGED_AT_ONCE})`,
      `gone_mails where request_id in (
         select request_id from gone_mails join businesses using (sub_account_id) where deleted limit ${PURGED_AT_ONCE})`,
      `bounce_fuses where decided_on < now() - ${KEPT_DECISIONS}
         or sub_account_id in (select sub_account_id from businesses where deleted)`,
    ];
    let purged = 0;
    for (const rows of old)
      purged += (await this.database.queryWithin('background', `delete from ${rows} returning 1 as one`))
        .length;
    return purged > 0;
  }
}

/**
 * Mails count for an hour, but not before the last decision. The hour begins with a slot, so that those that came back are counted for
 * the same time as those that were sent.
 */
const SINCE = (server: string): string => `greatest(${slotOf(`$4::timestamptz - ${HOUR}`)} + ${SLOT}, (
    select max(fuse.decided_on) from bounce_fuses fuse
    where fuse.sub_account_id = $2 and fuse.server is not distinct from ${server}::text))`;

/**
 * Mails that a server has answered are counted in slots of five minutes. While mails are refused, those that are on their way count,
 * too: otherwise the first few of a batch would decide about all.
 */
const RATES = `
  with since as (
    select ${SINCE('null')} as of_account, ${SINCE('$3')} as of_server
  ), on_their_way as (
    select account_id, lower(split_part(recipient, '@', 2)) as server from requests
    where $5 and lease_until is not null and status = 'sending' and type = 'email' and prepared_at is not null
  ), own as (
    select sent as mails, 0 as gone from server_sends, since
    where account_id = $1 and server = '' and slot >= since.of_account and slot <= $4
    union all
    select 1, 0 from on_their_way where account_id = $1
    union all
    select 0, 1 from gone_mails, since
    where account_id = $1 and sent_on >= since.of_account and sent_on <= $4
  ), to_server as (
    select account_id, sent as mails, 0 as gone from server_sends, since
    where server = $3 and slot >= since.of_server and slot <= $4
    union all
    select account_id, 1, 0 from on_their_way where server = $3
    union all
    select account_id, 0, 1 from gone_mails, since
    where server = $3 and sent_on >= since.of_server and sent_on <= $4
  ), by_account as (
    select account_id, sum(mails) as mails, sum(gone) as gone,
      row_number() over (order by sum(gone) desc, account_id) as place
    from to_server group by account_id
  ), rates as (
    select 1 as place, null::text as server, sum(mails) as mails, sum(gone) as gone from own
    union all
    select 2, $3::text, sum(mails), sum(gone) from by_account where account_id = $1
    union all
    select 3, $3::text, sum(mails), sum(gone) from by_account where place > 1 and not exists (
      select from bounce_fuses fuse
      where fuse.account_id = by_account.account_id and fuse.server is null and fuse.decided_on is null)
  )
  select rates.server, case when rates.server is null then since.of_account else since.of_server end as counted_from,
    coalesce(rates.mails, 0)::int as mails, coalesce(rates.gone, 0)::int as gone
  from rates, since order by rates.place`;
