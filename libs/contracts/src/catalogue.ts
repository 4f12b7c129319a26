import { accountChanged, accountSubAccountDeleted, keyRevoked } from './events/account-events';
import { channelConnected, channelDeleted, channelUpdated, reviewsCollected } from './events/channel-events';
import type { EventDefinition } from './events/define-event';
import { profileError, ratingChanged } from './events/rating-events';
import { reviewCreated, reviewDeleted, reviewUpdated } from './events/review-events';
import { SNAPSHOTS } from './events/snapshot-events';
import { widgetChanged } from './events/widget-events';

/** Every event that is published. Pages of snapshots are in SNAPSHOTS instead. `docs/events.md` and `events.json` are generated from this list. */
export const EVENTS: readonly EventDefinition[] = [
  channelConnected,
  channelUpdated,
  channelDeleted,
  reviewsCollected,
  reviewCreated,
  reviewUpdated,
  reviewDeleted,
  ratingChanged,
  profileError,
  widgetChanged,
  accountChanged,
  accountSubAccountDeleted,
  keyRevoked,
];

const KINDS: readonly EventDefinition[] = [...EVENTS, ...SNAPSHOTS];

/** Returns the definition of `name` (`review.created`) in `version`, or undefined if this build does not know it. */
export function findEvent(name: string, version: number): EventDefinition | undefined {
  return KINDS.find((event) => event.name === name && event.version === version);
}
