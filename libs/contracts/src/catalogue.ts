import { accountChanged, accountSubAccountDeleted, keyRevoked } from './events/account-events';
import {
  channelConnected,
  channelCounted,
  channelDeleted,
  channelUpdated,
  reviewsCollected,
} from './events/channel-events';
import type { EventDefinition } from './events/define-event';
import { profileError, ratingChanged } from './events/rating-events';
import { reviewCounted, reviewCreated, reviewDeleted, reviewUpdated } from './events/review-events';
import { widgetChanged } from './events/widget-events';

/** Every event of the product. `docs/events.md` and `events.json` are generated from this list. */
export const EVENTS: readonly EventDefinition[] = [
  channelConnected,
  channelUpdated,
  channelDeleted,
  reviewsCollected,
  channelCounted,
  reviewCreated,
  reviewUpdated,
  reviewDeleted,
  reviewCounted,
  ratingChanged,
  profileError,
  widgetChanged,
  accountChanged,
  accountSubAccountDeleted,
  keyRevoked,
];

/** Returns the definition of `name` (`review.created`) in `version`, or undefined if this build does not know it. */
export function findEvent(name: string, version: number): EventDefinition | undefined {
  return EVENTS.find((event) => event.name === name && event.version === version);
}
