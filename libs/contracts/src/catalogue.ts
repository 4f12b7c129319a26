import type { DomainEvent } from './envelope';
import {
  accountAccessReduced,
  accountChanged,
  accountSubAccountDeleted,
  keyRevoked,
} from './events/account-events';
import {
  channelConnected,
  channelCounted,
  channelCrawlProgress,
  channelDeleted,
  channelUpdated,
  reviewsCollected,
  reviewsRemoved,
} from './events/channel-events';
import { channelCrawled } from './events/crawl-events';
import type { EventDefinition } from './events/define-event';
import { forwardingProviderPaused, forwardingSettingsPaused } from './events/forwarding-events';
import {
  inviteAnswered,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
} from './events/invite-events';
import { profileError, ratingChanged, ratingSnapshot } from './events/rating-events';
import { reviewCounted, reviewCreated, reviewDeleted, reviewUpdated } from './events/review-events';
import { SNAPSHOTS } from './events/snapshot-events';
import { webhookDisabled } from './events/webhook-events';
import { widgetChanged } from './events/widget-events';

const CATALOGUE = [
  channelConnected,
  channelUpdated,
  channelDeleted,
  reviewsCollected,
  reviewsRemoved,
  channelCrawlProgress,
  channelCrawled,
  channelCounted,
  reviewCreated,
  reviewUpdated,
  reviewDeleted,
  reviewCounted,
  ratingChanged,
  ratingSnapshot,
  profileError,
  inviteQueued,
  inviteSent,
  inviteOpened,
  inviteClicked,
  inviteReviewed,
  inviteUnsubscribed,
  inviteFailed,
  inviteAnswered,
  widgetChanged,
  webhookDisabled,
  forwardingProviderPaused,
  forwardingSettingsPaused,
  accountChanged,
  accountSubAccountDeleted,
  accountAccessReduced,
  keyRevoked,
] as const;

/** The nouns of the catalogue, such as `review`. A service declares which of them it consumes. */
export type Noun = (typeof CATALOGUE)[number]['noun'];
export const NOUNS: readonly Noun[] = [...new Set(CATALOGUE.map(({ noun }) => noun))];

/** Every event that is published. Pages of snapshots are in SNAPSHOTS. `docs/events.md` and `events.json` are generated from both. */
export const EVENTS: readonly EventDefinition[] = CATALOGUE;

/** The message of one definition. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Payload, infer Name, infer Version>
    ? DomainEvent<Payload, Name, Version>
    : never;

/** Any event of the product. A comparison of `type` tells TypeScript which payload `data` is. */
export type PlauditEvent = EventOf<(typeof CATALOGUE)[number]>;

/** Every kind of message that a consumer may receive: published events and pages of snapshots. */
export const KINDS: readonly EventDefinition[] = [...EVENTS, ...SNAPSHOTS];

/** Returns the definition of `name` (`review.created`) in `version`, or undefined if this build does not know it. */
export function findEvent(name: string, version: number): EventDefinition | undefined {
  return KINDS.find((event) => event.name === name && event.version === version);
}
