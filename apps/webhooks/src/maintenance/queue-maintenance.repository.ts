import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { DeliveryState, Trigger } from '../deliveries/delivery';
import { updateDueTimes } from '../queue/lanes.repository';

/** A delivery whose lease has expired this often is dropped, because it may be what stops the workers. */
const MAX_LEASE_EXPIRIES = 5;
export const MAX_HELD_HOURS = 72;
export const MAX_HELD = 10_000;
export const RETENTION_DAYS = 30;
export const MIN_KEPT_ATTEMPTS = 50;
const PURGE_BATCH = 1_000;

@Injectable()
export class QueueMaintenanceRepository {
  constructor(private readonly database: Database) {}

  /**
   * Ends expired leases, except in lanes that another transaction has locked. Their deliveries are due again at once, or
   * dropped after the fifth expiry. Returns how many leases ended and how many deliveries were dropped.
   */
  endExpiredLeases(): Promise<{ expired: number; dropped: number }> {
    return this.database.transaction(async (tx) => {
      const expired = await queryRows<{ webhook_id: number }>(
        tx,
        `select distinct webhook_id from deliveries
         where state = ${DeliveryState.leased} and lease_until < clock_timestamp()`,
      );
      const ids = await withoutLocked(
        tx,
        expired.map((lane) => lane.webhook_id),
      );
      if (ids.length === 0) return { expired: 0, dropped: 0 };
      const ended = await queryRows<{ state: number }>(tx, END_EXPIRED_LEASES, [ids]);
      await updateDueTimes(tx, ids);
      const dropped = ended.filter(({ state }) => state === DeliveryState.dropped).length;
      return { expired: ended.length, dropped };
    }, 'background');
  }

  /**
   * Drops deliveries of paused webhooks after 72 hours, and the oldest ones of a webhook that holds more than 10,000.
   * Skips rows that a resume or another replica has locked, because waiting for them could deadlock. Returns how many
   * were dropped.
   */
  async expireHeld(): Promise<number> {
    const dropped = await this.database.queryWithin(
      'background',
      `with held as (
         select d.id, d.created_on, row_number() over (partition by d.webhook_id order by d.id desc) as place
         from lanes l join deliveries d on d.webhook_id = l.webhook_id and d.state = ${DeliveryState.pending}
         where l.paused
       ), free as (
         select d.id from deliveries d join held on held.id = d.id
         where d.state = ${DeliveryState.pending}
           and (held.created_on < clock_timestamp() - make_interval(hours => ${MAX_HELD_HOURS}) or held.place > ${MAX_HELD})
         for update of d skip locked
       )
       update deliveries d
       set state = ${DeliveryState.dropped}, last_error = 'expired', finished_on = clock_timestamp()
       from free where d.id = free.id
       returning d.id`,
    );
    return dropped.length;
  }

  /**
   * Deletes data older than 30 days, except the 50 newest attempts of each webhook, their deliveries and the events of these.
   * Also deletes replaced secrets that sign no more. Returns true if there may be more.
   */
  @Chore({ name: 'old_deliveries', everyMs: 3_600_000, per: 'service' })
  async purge(): Promise<boolean> {
    let isLeft = false;
    for (const old of [EXPIRED_SECRETS, OLD_ATTEMPTS, OLD_DELIVERIES, OLD_EVENTS, DELETED_WEBHOOKS]) {
      const removed = await this.database.transaction((tx) => queryRows(tx, old), 'background');
      isLeft ||= removed.length === PURGE_BATCH;
    }
    return isLeft;
  }
}

/**
 * Locks these lanes. Returns them without those that another transaction has locked, and with those that were deleted: all
 * tenants would wait for the one whose lane is locked.
 */
async function withoutLocked(tx: Tx, webhookIds: readonly number[]): Promise<number[]> {
  if (webhookIds.length === 0) return [];
  const lanesIn = async (lock: string): Promise<Set<number>> => {
    const rows = await queryRows<{ webhook_id: number }>(
      tx,
      `select webhook_id from lanes where webhook_id = any ($1) order by webhook_id ${lock}`,
      [webhookIds],
    );
    return new Set(rows.map((lane) => lane.webhook_id));
  };
  const all = await lanesIn('');
  const locked = await lanesIn('for update skip locked');
  return webhookIds.filter((id) => locked.has(id) || !all.has(id));
}

const RETENTION_LIMIT = `clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`;

const OLD_ATTEMPTS = `
  delete from attempts where id in (
    select a.id from attempts a
    where a.started_on < ${RETENTION_LIMIT}
      and (a.id < (select n.id from attempts n where n.webhook_id = a.webhook_id
          order by n.id desc offset ${MIN_KEPT_ATTEMPTS - 1} limit 1)
        or not exists (select from webhooks w where w.id = a.webhook_id and w.deleted_on is null))
    limit ${PURGE_BATCH}) returning id`;

const OLD_DELIVERIES = `
  delete from deliveries where id in (
    select d.id from deliveries d
    where d.state > ${DeliveryState.leased} and d.finished_on < ${RETENTION_LIMIT}
      and not exists (select from attempts a where a.delivery_id = d.id)
    limit ${PURGE_BATCH}) returning id`;

/** A delivery that is kept can be sent again, so its event is kept. Each part of the union has the condition of an index. */
const OLD_EVENTS = `
  delete from events where id in (
    select e.id from events e
    where e.created_on < ${RETENTION_LIMIT} and not exists (
      select from webhooks w cross join lateral (
        select 1 from deliveries d
        where d.webhook_id = w.id and d.event_id = e.id and d.trigger = ${Trigger.event}
        union all
        select 1 from deliveries d
        where d.webhook_id = w.id and d.event_id = e.id and d.trigger = ${Trigger.manual}
      ) sent
      where w.account_id = e.account_id and w.deleted_on is null)
    limit ${PURGE_BATCH}) returning id`;

const EXPIRED_SECRETS = `
  update webhooks set prev_secret_enc = null, prev_secret_until = null where id in (
    select id from webhooks where prev_secret_until < clock_timestamp() limit ${PURGE_BATCH} for update skip locked)
  returning id`;

/** Deletes a soft-deleted webhook with its secrets and its health after the last entry of its log was deleted. */
const DELETED_WEBHOOKS = `
  with deleted as (
    delete from webhooks where id in (
      select w.id from webhooks w
      where w.deleted_on < ${RETENTION_LIMIT} and not exists (select from attempts a where a.webhook_id = w.id)
      limit ${PURGE_BATCH}) returning id
  ), removed_health as (delete from health where webhook_id in (select id from deleted))
  select id from deleted`;

/** A delivery without a lane ends as cancelled, because its webhook was deleted. */
const END_EXPIRED_LEASES = `
  update deliveries d
  set lease_id = null, lease_until = null, lease_expiries = d.lease_expiries + 1, next_attempt_at = clock_timestamp(),
    state = verdict.state,
    last_error = case when verdict.state = ${DeliveryState.dropped} then 'internal' else d.last_error end,
    finished_on = case when verdict.state = ${DeliveryState.pending} then null else clock_timestamp() end
  from (
    select e.id, case
      when not exists (select from lanes l where l.webhook_id = e.webhook_id) then ${DeliveryState.cancelled}
      when e.lease_expiries + 1 >= ${MAX_LEASE_EXPIRIES} then ${DeliveryState.dropped}
      else ${DeliveryState.pending} end as state
    from deliveries e
    where e.state = ${DeliveryState.leased} and e.lease_until < clock_timestamp() and e.webhook_id = any ($1)
  ) verdict
  where d.id = verdict.id and d.state = ${DeliveryState.leased} and d.lease_until < clock_timestamp()
  returning d.state`;
