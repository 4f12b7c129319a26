import { MIN_DISTANCE_MS } from '../schedule/min-distance';
import { nextInWindow } from '../schedule/send-window';
import type { RequestStatus, SkipReason } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import type { InviteSettings } from '../settings/invite-settings';
import { skipReasonOf, type SuppressionReason } from '../suppressions/suppression';
import type { ProfileState } from './sending-context.service';
import type { OtherMessages, Sequence } from './sending-facts.read-model';

const DAY_MS = 86_400_000;
/** A business that is unknown may only not have arrived yet. */
const UNKNOWN_BUSINESS_MS = 15 * 60_000;
/** A message of a paused profile is sent so long after an admin has taken the profile over, at most. */
const PAUSED_MS = 5 * 60_000;
const PAUSED = {
  code: 'settings_paused',
  msg: 'The settings profile is paused, because the key or user that chose its addresses was removed.',
};

/** Why a message is sent later. */
export type MoveReason = 'send_window' | 'too_soon' | 'daily_limit' | 'settings_paused' | 'sending_stopped';

/** What a request says about its delay until it is sent, where its activity does not say enough. */
export interface DelayFault {
  code: string;
  msg: string;
}

/** What happens to a leased message. */
export type SendDecision =
  | { kind: 'send' }
  /** It ends without being sent, for a reason that is on the row or in its sequence. */
  | { kind: 'end'; status: Extract<RequestStatus, 'cancelled' | 'reviewed' | 'sent' | 'unsubscribed'> }
  | { kind: 'skip'; reason: SkipReason }
  | { kind: 'move'; to: Date; reason: MoveReason; fault?: DelayFault }
  /** It is due again later, as if it had not been looked at. */
  | { kind: 'hold'; delayMs: number }
  /** A reminder waits for the message before it. */
  | { kind: 'wait' };

export interface SendFacts {
  now: Date;
  settings: InviteSettings | null;
  profile: ProfileState | null;
  business: { invite: boolean; deleted: boolean } | null;
  suppression: SuppressionReason | null;
  others: OtherMessages | null;
  /** Null for a first message. */
  sequence: Sequence | null;
}

/**
 * Decides whether a leased message is sent now. One that a client has sent at once ignores the time, the window, the distance and the
 * cooldown, but never a suppression. No message is sent with a paused profile, which nobody can take over once it is deleted.
 */
export function sendDecision(row: RequestRow, facts: SendFacts): SendDecision {
  return (
    endOf(row, facts) ?? skipOf(row, facts) ?? (row.manual ? null : laterOf(row, facts)) ?? { kind: 'send' }
  );
}

function endOf(row: RequestRow, { sequence, business }: SendFacts): SendDecision | null {
  if (row.deleted_on || row.recipient === '' || business?.deleted)
    return { kind: 'end', status: 'cancelled' };
  if (row.unsubscribed_on) return { kind: 'end', status: 'unsubscribed' };
  if (row.reviewed_on) return { kind: 'end', status: 'reviewed' };
  if (row.sent_on && hasArrived(row)) return { kind: 'end', status: 'sent' };
  if (sequence?.ended) return { kind: 'end', status: 'cancelled' };
  return sequence && !sequence.predecessorSent ? { kind: 'wait' } : null;
}

/** What is sent once more because an answer is missing may have turned out to be there. */
function hasArrived({ delivery, opened_on, clicked_on }: RequestRow): boolean {
  return delivery === 'confirmed' || opened_on !== null || clicked_on !== null;
}

function skipOf(row: RequestRow, facts: SendFacts): SendDecision | null {
  const { settings, profile, business, suppression, now } = facts;
  if (suppression) return { kind: 'skip', reason: skipReasonOf(suppression) };
  if (!settings || (profile?.paused_on && profile.deleted))
    return { kind: 'skip', reason: 'profile_deleted' };
  if (profile?.paused_on)
    return {
      kind: 'move',
      to: new Date(now.getTime() + PAUSED_MS),
      reason: 'settings_paused',
      fault: PAUSED,
    };
  if (!business) return { kind: 'hold', delayMs: UNKNOWN_BUSINESS_MS };
  if (!business.invite) return { kind: 'skip', reason: 'plan_limit' };
  return isInCooldown(row, settings, facts) ? { kind: 'skip', reason: 'cooldown' } : null;
}

/** Reminders are exempt. A first message that is on its way counts as sent. */
function isInCooldown(row: RequestRow, { cooldown }: InviteSettings, { others, now }: SendFacts): boolean {
  if (row.step > 0 || row.ignore_cooldown || row.manual || cooldown.days === 0 || !others) return false;
  if (others.firstInFlight) return true;
  const { lastFirstOn } = others;
  return lastFirstOn !== null && now.getTime() - lastFirstOn.getTime() < cooldown.days * DAY_MS;
}

function laterOf(row: RequestRow, { now, settings, others }: SendFacts): SendDecision | null {
  const { send_window: window } = settings as InviteSettings;
  const earliest = earliestOf(now, others);
  const to = nextInWindow(earliest, window, row.timezone);
  if (to <= now) return null;
  return { kind: 'move', to, reason: earliest > now ? 'too_soon' : 'send_window' };
}

function earliestOf(now: Date, others: OtherMessages | null): Date {
  if (others?.inFlight) return new Date(now.getTime() + MIN_DISTANCE_MS);
  const last = others?.lastOn?.getTime() ?? Number.NEGATIVE_INFINITY;
  return new Date(Math.max(now.getTime(), last + MIN_DISTANCE_MS));
}
