import {
  type EventDefinition,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  type InvitePayload,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
} from '@plaudit/contracts';
import type { NewActivity } from '../activity/activity';
import type { RequestUpdate } from '../requests/request-rows';

const STAGES = {
  queued: inviteQueued,
  sent: inviteSent,
  opened: inviteOpened,
  clicked: inviteClicked,
  reviewed: inviteReviewed,
  unsubscribed: inviteUnsubscribed,
  failed: inviteFailed,
} as const;

/** What others hear of a request. */
export type Stage = keyof typeof STAGES;

/** Returns the event that reports a stage. */
export function eventOf(stage: Stage): EventDefinition<InvitePayload> {
  return STAGES[stage] as unknown as EventDefinition<InvitePayload>;
}

/** A change of a locked request, with its entries in the activity and the event that it publishes. */
export interface Transition extends RequestUpdate {
  activity: readonly NewActivity[];
  /** Null publishes nothing. */
  stage: Stage | null;
  /** When it happened. */
  at: Date;
}
