import type { Notification } from './notification';

/** What of a webhook decides whether it hears of an event. */
export interface WebhookFilter {
  events: readonly string[];
  /** Null: the whole account's. */
  ownerSubAccountId: number | null;
  /** Empty = all. */
  subAccountIds: readonly number[];
  /** Empty = all. */
  channelIds: readonly number[];
  minRating: number | null;
  maxRating: number | null;
  skipBackfill: boolean;
  createdOn: Date;
}

/** Paused webhooks hear too: their deliveries wait for the resume. */
export function hears(webhook: WebhookFilter, notification: Notification): boolean {
  if (!webhook.events.includes(notification.event)) return false;
  // A webhook starts with its creation: replays and late deliveries of the bus are not news to it.
  if (notification.occurredOn < webhook.createdOn) return false;
  if (webhook.skipBackfill && notification.backfill) return false;
  return (
    inSubAccounts(webhook, notification) &&
    inChannels(webhook, notification) &&
    inRatings(webhook, notification)
  );
}

function inSubAccounts(webhook: WebhookFilter, { subAccountId }: Notification): boolean {
  if (webhook.ownerSubAccountId !== null && webhook.ownerSubAccountId !== subAccountId) return false;
  return webhook.subAccountIds.length === 0 || webhook.subAccountIds.includes(subAccountId);
}

function inChannels({ channelIds }: WebhookFilter, { channelId }: Notification): boolean {
  return channelIds.length === 0 || (channelId !== null && channelIds.includes(channelId));
}

/** Bounds are for reviews; one without a rating lies within no bounds. */
function inRatings({ minRating, maxRating }: WebhookFilter, { rating }: Notification): boolean {
  if (rating === undefined || (minRating === null && maxRating === null)) return true;
  return rating !== null && rating >= (minRating ?? -Infinity) && rating <= (maxRating ?? Infinity);
}
