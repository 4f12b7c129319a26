import type { WebhookEntity } from '../webhooks/webhook.entity';
import type { Notification } from './notification';

/** The fields of a webhook that decide which events are sent to it. */
export type WebhookFilter = Pick<
  WebhookEntity,
  | 'events'
  | 'owner_sub_account_id'
  | 'sub_account_ids'
  | 'reach'
  | 'channel_ids'
  | 'min_rating'
  | 'max_rating'
  | 'skip_backfill'
  | 'created_on'
>;

/**
 * Returns true if the event is sent to the webhook. Paused webhooks match too: their deliveries are held until the
 * resume.
 */
export function matches(webhook: WebhookFilter, notification: Notification): boolean {
  if (!webhook.events.includes(notification.event)) return false;
  // Replays and late events of the bus from before the webhook existed are not sent.
  if (notification.occurredOn < webhook.created_on) return false;
  if (webhook.skip_backfill && notification.backfill) return false;
  return (
    inSubAccounts(webhook, notification) &&
    inChannels(webhook, notification) &&
    inRatings(webhook, notification)
  );
}

function inSubAccounts(
  { owner_sub_account_id, sub_account_ids, reach }: WebhookFilter,
  { sub_account_id }: Notification,
): boolean {
  if (owner_sub_account_id !== null && owner_sub_account_id !== sub_account_id) return false;
  if (reach !== null && !reach.includes(sub_account_id)) return false;
  return sub_account_ids.length === 0 || sub_account_ids.includes(sub_account_id);
}

/** The list does not apply to invitations, which belong to no channel. A review without a channel matches no list. */
function inChannels({ channel_ids }: WebhookFilter, { channelId }: Notification): boolean {
  if (channelId === undefined) return true;
  return channel_ids.length === 0 || (channelId !== null && channel_ids.includes(channelId));
}

/** Limits apply to reviews only. A review without a rating does not match any limit. */
function inRatings({ min_rating, max_rating }: WebhookFilter, { rating }: Notification): boolean {
  if (rating === undefined || (min_rating === null && max_rating === null)) return true;
  return rating !== null && rating >= (min_rating ?? -Infinity) && rating <= (max_rating ?? Infinity);
}
