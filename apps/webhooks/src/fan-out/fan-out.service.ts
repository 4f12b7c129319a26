import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { QueueNotifier } from '@plaudit/queue';
import { currentContext } from '@plaudit/runtime';
import { DELIVERIES } from '../queue/claimed-delivery';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { renderEnvelope } from './envelope';
import { FanOutRepository } from './fan-out.repository';
import type { Notification } from './notification';
import { matches } from './webhook-filter';

/** Turns an event into one delivery per subscribed webhook. */
@Injectable()
export class FanOutService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: FanOutRepository,
    private readonly notifier: QueueNotifier,
  ) {}

  /** Queues the deliveries of a notification. The worker sends them after the transaction commits. */
  async queueDeliveries(tx: Tx, notification: Notification): Promise<void> {
    const subscribers = await this.webhooks.subscribers(tx, notification, notification.event);
    const matching = subscribers.filter((webhook) => matches(webhook, notification)).map(({ id }) => id);
    if (matching.length === 0) return;
    const body = renderEnvelope(notification);
    const eventId = await this.deliveries.storeEvent(tx, notification, body, currentContext() ?? {});
    if (eventId === null) return;
    await this.deliveries.queue(tx, eventId, matching);
    this.notifier.queued(tx, DELIVERIES);
  }
}
