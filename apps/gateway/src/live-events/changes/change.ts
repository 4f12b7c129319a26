import {
  channelConnected,
  channelDeleted,
  channelUpdated,
  type DomainEvent,
  type EventDefinition,
  inviteAnswered,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
  profileError,
  ratingChanged,
  REVIEW_STATUSES,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
  webhookDisabled,
  widgetChanged,
} from '@plaudit/contracts';

/** The names of the messages about changes, as the dashboard knows them. */
export type ChangeName =
  'review.changed' | 'channel.changed' | 'invite.changed' | 'widget.changed' | 'webhook.delivery';

/** What the dashboard learns of an event: which object changed and how. It has no text that a person wrote. */
export interface Change {
  name: ChangeName;
  /** What happened, such as `created`. */
  kind: string;
  id: number;
  /** Only of a review. */
  channelId: number | null;
  /** Only of a review. */
  status: string | null;
}

const NAMES = new Map<EventDefinition, ChangeName>([
  [reviewCreated, 'review.changed'],
  [reviewUpdated, 'review.changed'],
  [reviewDeleted, 'review.changed'],
  [channelConnected, 'channel.changed'],
  [channelUpdated, 'channel.changed'],
  [channelDeleted, 'channel.changed'],
  [ratingChanged, 'channel.changed'],
  [profileError, 'channel.changed'],
  [inviteQueued, 'invite.changed'],
  [inviteSent, 'invite.changed'],
  [inviteOpened, 'invite.changed'],
  [inviteClicked, 'invite.changed'],
  [inviteReviewed, 'invite.changed'],
  [inviteUnsubscribed, 'invite.changed'],
  [inviteFailed, 'invite.changed'],
  [inviteAnswered, 'invite.changed'],
  [widgetChanged, 'widget.changed'],
  [webhookDisabled, 'webhook.delivery'],
]);

/** Of these events, the verb alone would not say what happened to the channel. */
const KINDS = new Map<string, string>([
  [ratingChanged.name, 'rating'],
  [profileError.name, 'error'],
]);

/** The kinds of events that the dashboard hears of. */
export const LIVE_PATTERNS: readonly string[] = [...NAMES.keys()].map(({ pattern }) => pattern);

const BY_PATTERN = new Map([...NAMES].map(([{ pattern }, name]) => [pattern, name]));

/** Returns what the dashboard learns of an event, or null if that is nothing. */
export function changeOf(event: DomainEvent): Change | null {
  const name = BY_PATTERN.get(`${event.type}.v${event.dataversion}`);
  const id = Number(event.subject);
  if (!name || !Number.isSafeInteger(id) || id <= 0) return null;
  const kind = KINDS.get(event.type) ?? event.type.slice(event.type.indexOf('.') + 1);
  if (name !== 'review.changed') return { name, kind, id, channelId: null, status: null };
  const { channel_id: channel, status } = (event.data ?? {}) as Record<string, unknown>;
  return {
    name,
    kind,
    id,
    channelId: typeof channel === 'number' && Number.isSafeInteger(channel) ? channel : null,
    status: REVIEW_STATUSES.find((known) => known === status) ?? null,
  };
}
