import { Injectable } from '@nestjs/common';
import type { TraceContext } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { DeliveryState, Trigger } from '../deliveries/delivery';
import { lockLanes } from '../queue/lanes.repository';
import type { Notification } from './notification';

/** What is stored of an event, besides its body. */
export type StoredEvent = Pick<Notification, 'id' | 'event' | 'account_id' | 'sub_account_id' | 'occurredOn'>;

@Injectable()
export class FanOutRepository {
  /**
   * Stores an event. Returns its row id, or null if it was stored before. That happens when an event is replayed after
   * the inbox has forgotten it.
   */
  async storeEvent(
    tx: Tx,
    event: StoredEvent,
    body: Buffer,
    trace: TraceContext = {},
  ): Promise<number | null> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `insert into events (evt_id, account_id, sub_account_id, event, occurred_on, body, created_on, traceparent, tracestate)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp(), $7, $8) on conflict (evt_id) do nothing returning id`,
      [
        event.id,
        event.account_id,
        event.sub_account_id,
        event.event,
        event.occurredOn,
        body,
        trace.traceparent ?? null,
        trace.tracestate ?? null,
      ],
    );
    return row?.id ?? null;
  }

  /**
   * Queues one delivery per webhook and makes the lanes due. It inserts the rows before it locks the lanes: a worker
   * that holds a lane either sees the rows, or this transaction makes the lane due after the worker has released it.
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
    const found = await lockLanes(tx, webhookIds);
    if (found < webhookIds.length) await this.cancelWithoutLane(tx, eventId, webhookIds);
    // A maker may have lost a sub account since the webhooks were read. This statement sees every change before the locks.
    await tx.query(
      `with outside as (
         update deliveries d set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp()
         from events e, webhooks w
         where e.id = $2 and w.id = any ($1) and not (e.sub_account_id = any (w.reach))
           and d.event_id = e.id and d.webhook_id = w.id and d.trigger = ${Trigger.event}
           and d.state = ${DeliveryState.pending}
       )
       update lanes set next_due_at = greatest(least(next_due_at, clock_timestamp()), blocked_until)
       where webhook_id = any ($1)`,
      [webhookIds, eventId],
    );
  }

  /**
   * Cancels deliveries of webhooks that were deleted after the subscribers were read. The deletion did not see these
   * rows.
   */
  private async cancelWithoutLane(tx: Tx, eventId: number, webhookIds: readonly number[]): Promise<void> {
    await tx.query(
      `update deliveries d set state = ${DeliveryState.cancelled}, finished_on = clock_timestamp()
       where d.event_id = $1 and d.webhook_id = any ($2) and d.trigger = ${Trigger.event}
         and d.state = ${DeliveryState.pending}
         and not exists (select from lanes l where l.webhook_id = d.webhook_id)`,
      [eventId, webhookIds],
    );
  }
}
