import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { Inbox } from '@plaudit/events';
import { DeliveryWorker } from '../sending/delivery-worker';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { renderEnvelope } from './envelope';
import { FanOutRepository } from './fan-out.repository';
import type { Notification } from './notification';
import { hears } from './webhook-filter';

/** Turns an event into one delivery for every webhook that hears of it, once however often the event arrives. */
@Injectable()
export class FanOut {
  constructor(
    private readonly inbox: Inbox,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: FanOutRepository,
    private readonly worker: DeliveryWorker,
  ) {}

  /** `handler`: the calling handler's class name. Commits even when no worker is alive to send. */
  async spread(handler: string, event: DomainEvent, notification: Notification): Promise<void> {
    await this.inbox.once(event, handler, (tx) => this.deliver(tx, notification));
  }

  private async deliver(tx: Tx, notification: Notification): Promise<void> {
    const { accountId, subAccountId, event } = notification;
    const subscribers = await this.webhooks.subscribers(tx, accountId, subAccountId, event);
    const hearing = subscribers.filter((webhook) => hears(webhook, notification)).map(({ id }) => id);
    if (hearing.length === 0) return;
    const eventId = await this.deliveries.keepEvent(tx, notification, renderEnvelope(notification));
    if (eventId === null) return;
    await this.deliveries.queue(tx, eventId, hearing);
    afterCommit(tx, () => this.worker.poke());
  }
}
