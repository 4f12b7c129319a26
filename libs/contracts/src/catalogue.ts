import { accountChanged, accountSubAccountDeleted, keyRevoked } from './events/account-events';
import { channelConnected, channelDeleted, channelUpdated, reviewsCollected } from './events/channel-events';
import type { EventDefinition } from './events/define-event';
import { profileError, ratingChanged } from './events/rating-events';
import { reviewCreated, reviewDeleted, reviewUpdated } from './events/review-events';
import { widgetChanged } from './events/widget-events';

const CATALOGUE = [
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
] as const;

/** The nouns of the catalogue, such as `review`. A service declares which of them it consumes. */
export type Noun = (typeof CATALOGUE)[number]['noun'];

/** Every event of the product. `docs/events.md` and `events.json` are generated from this list. */
export const EVENTS: readonly EventDefinition[] = CATALOGUE;

/** Returns the definition of `name` (`review.created`) in `version`, or undefined if this build does not know it. */
export function findEvent(name: string, version: number): EventDefinition | undefined {
  return EVENTS.find((event) => event.name === name && event.version === version);
}
