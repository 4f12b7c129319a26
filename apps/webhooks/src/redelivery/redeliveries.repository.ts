import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { DeliveryState, Trigger } from '../deliveries/delivery';
import { lockLanes, spreadStepMs, updateDueTimes } from '../queue/lanes.repository';
import { LaneEntity } from '../queue/lane.entity';
import {
  MAX_ATTEMPTS_OF_DELIVERY,
  MAX_RECOVERED,
  type RecoveryRange,
  type Resendable,
} from './redelivery-rules';

export interface KnownDelivery {
  id: number;
  webhook_id: number;
  event: string;
}

export interface Recovery {
  recovered: number;
  /** True if more deliveries were found than are sent again. */
  more: boolean;
}

/** Selects a row if the maker of the webhook of `d` may no longer read the sub account of the event `e`. */
const OUTSIDE = 'select from webhooks w where w.id = d.webhook_id and not (e.sub_account_id = any (w.reach))';

/** Makes deliveries that ended due once more. The caller locks their lane first. */
@Injectable()
export class RedeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Returns a delivery by its public id, or null. */
  async find(publicId: string): Promise<KnownDelivery | null> {
    const [row] = await this.database.query<KnownDelivery>(
      `select d.id, d.webhook_id, e.event from deliveries d join events e on e.id = d.event_id
       where d.public_id = $1`,
      [publicId],
    );
    return row ?? null;
  }

  /** Locks the lane of the webhook, so that no worker claims or completes its deliveries until the transaction ends. */
  async lock(tx: Tx, webhookId: number): Promise<void> {
    await lockLanes(tx, [webhookId]);
  }

  /** Returns what decides whether the delivery can be sent again, or null if it was purged. */
  async findResendable(tx: Tx, id: number): Promise<Resendable | null> {
    const [row] = await queryRows<Resendable>(
      tx,
      `select d.state, d.attempts,
         exists (select from closed_sub_accounts c where c.sub_account_id = e.sub_account_id)
           or exists (${OUTSIDE}) as closed
       from deliveries d join events e on e.id = d.event_id where d.id = $1`,
      [id],
    );
    return row ?? null;
  }

  /**
   * Makes a delivery the next of its lane. One that waits keeps its schedule. While the circuit breaker is open, the delivery is
   * the probe that decides whether it closes.
   */
  async sendNow(tx: Tx, { id, webhook_id }: KnownDelivery): Promise<void> {
    await tx.query(
      `update deliveries set ${REOPENED},
         trigger = case when state = ${DeliveryState.pending} then trigger else ${Trigger.manual} end,
         next_attempt_at = least(clock_timestamp(), (
           select min(first.next_attempt_at) - interval '1 microsecond' from deliveries first
           where first.webhook_id = $2 and first.state = ${DeliveryState.pending}))
       where id = $1`,
      [id, webhook_id],
    );
    await tx.update(LaneEntity, { webhook_id }, { blocked_until: () => "'-infinity'" });
    await updateDueTimes(tx, [webhook_id]);
  }

  /**
   * Sends again what was dropped in this time, the oldest first, spread like the deliveries of a resume. Leaves out deliveries
   * of other events than these, and those that would fail again for certain.
   */
  async recover(
    tx: Tx,
    webhookId: number,
    events: readonly string[],
    { since, until }: RecoveryRange,
  ): Promise<Recovery> {
    const [row] = await queryRows<Recovery>(tx, RECOVER, [webhookId, since, until, events]);
    await updateDueTimes(tx, [webhookId]);
    return row ?? { recovered: 0, more: false };
  }
}

const REOPENED = `state = ${DeliveryState.pending}, finished_on = null, lease_expiries = 0`;

/** The index deliveries_dropped_idx has the deliveries of `found` in their order. */
export const RECOVER = `
  with found as (
    select d.id from deliveries d join events e on e.id = d.event_id
    where d.webhook_id = $1 and d.state = ${DeliveryState.dropped} and d.finished_on >= $2 and d.finished_on < $3
      and e.event = any ($4) and d.attempts < ${MAX_ATTEMPTS_OF_DELIVERY}
      and d.last_error is distinct from 'payload_too_large'
      and not exists (select from closed_sub_accounts c where c.sub_account_id = e.sub_account_id)
      and not exists (${OUTSIDE})
    order by d.finished_on, d.id limit ${MAX_RECOVERED + 1}
  ), chosen as (
    select id, row_number() over (order by id) - 1 as place, count(*) over () as total
    from (select id from found limit ${MAX_RECOVERED}) oldest
  ), sent as (
    update deliveries d
    set ${REOPENED}, trigger = ${Trigger.manual},
      next_attempt_at = statement_timestamp()
        + make_interval(secs => chosen.place * ${spreadStepMs('chosen.total')} / 1000)
    from chosen where d.id = chosen.id
    returning 1
  )
  select (select count(*)::int from sent) as recovered,
    (select count(*) from found) > ${MAX_RECOVERED} as more`;
