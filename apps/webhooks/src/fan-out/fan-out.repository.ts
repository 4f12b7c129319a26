import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { DeliveryState, Trigger } from '../deliveries/delivery';
import { lockLanes } from '../sending/lanes.repository';
import type { Notification } from './notification';

@Injectable()
export class FanOutRepository {
  /** The stored event's id, or null when it was stored before: a replay older than the inbox remembers. */
  async keepEvent(tx: Tx, notification: Notification, body: Buffer): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `insert into events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp()) on conflict (evt_id) do nothing returning id`,
      [
        notification.id,
        notification.accountId,
        notification.subAccountId,
        notification.event,
        notification.occurredOn,
        body,
      ],
    );
    return row?.id ?? null;
  }

  /**
   * Rows first, then the lanes, in the order of their ids and in the same transaction: a worker that holds a lane
   * either sees the rows or is followed by this update.
   */
  async queue(tx: Tx, eventId: number, webhookIds: readonly number[]): Promise<void> {
    await tx.query(
      `insert into deliveries (public_id, webhook_id, event_id, state, trigger, attempts, next_attempt_at,
         lease_expiries, created_on)
       select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), webhook_id, $1, ${DeliveryState.pending},
         ${Trigger.event}, 0, clock_timestamp(), 0, clock_timestamp()
       from unnest($2::bigint[]) as webhook_id
       on conflict (webhook_id, event_id) where trigger = ${Trigger.event} do nothing`,
      [eventId, webhookIds],
    );
    const open = await lockLanes(tx, webhookIds);
    if (open < webhookIds.length) await this.cancelUnheard(tx, eventId, webhookIds);
    await tx.query(
      `update lanes set next_due_at = greatest(least(next_due_at, clock_timestamp()), blocked_until)
       where webhook_id = any ($1)`,
      [webhookIds],
    );
  }

  /** A webhook that was deleted since the subscribers were read has no lane any more, and its deletion saw no rows. */
  private async cancelUnheard(tx: Tx, eventId: number, webhookIds: readonly number[]): Promise<void> {
    await tx.query(
      `update deliveries d set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp()
       where d.event_id = $1 and d.webhook_id = any ($2) and d.trigger = ${Trigger.event}
         and d.state = ${DeliveryState.pending}
         and not exists (select from lanes l where l.webhook_id = d.webhook_id)`,
      [eventId, webhookIds],
    );
  }
}
