import type { StatusTone } from '../../../components/display/labels';
import type { IconName } from '../../../components/display/icons';
import type { InviteRequest, RequestStatus } from './request-list';

export type Stage = 'queued' | 'sent' | 'opened' | 'clicked' | 'reviewed';
export const STAGES: readonly Stage[] = ['queued', 'sent', 'opened', 'clicked', 'reviewed'];

/** A status as it is shown. A message that was sent to nobody has a status of its own. */
export type ShownStatus = RequestStatus | 'kept';

/** Returns the status to show for a request. */
export function shownStatus({ status, delivery }: InviteRequest): ShownStatus {
  return status === 'sent' && delivery === 'kept' ? 'kept' : status;
}

/** How a status looks. A skipped request is no error. */
export const STATUS_LOOKS: Readonly<Record<ShownStatus, { tone: StatusTone; icon?: IconName }>> = {
  pending: { tone: 'quiet' },
  sending: { tone: 'busy' },
  sent: { tone: 'busy', icon: 'send' },
  kept: { tone: 'warn', icon: 'inbox' },
  reviewed: { tone: 'good' },
  unsubscribed: { tone: 'quiet', icon: 'pause' },
  failed: { tone: 'bad' },
  cancelled: { tone: 'quiet', icon: 'close' },
  skipped: { tone: 'quiet', icon: 'pause' },
};

/** Returns what a request has reached. A click without an opening is possible, because many mail programs load no images. */
export function reachedStages(request: InviteRequest): Stage[] {
  const reached: Record<Stage, boolean> = {
    queued: request.status !== 'skipped',
    sent: request.sent_on !== null && request.delivery !== 'kept',
    opened: request.opened_on !== null,
    clicked: request.clicked_on !== null,
    reviewed: request.reviewed_on !== null || request.status === 'reviewed',
  };
  return STAGES.filter((stage) => reached[stage]);
}

/** The line below the status: a text with a time, the reason of a skip, or the words of a server. */
export type StatusNote =
  | { key: 'note_at' | 'note_opened' | 'note_clicked'; at: string }
  | { key: 'note_unconfirmed' }
  | { reason: NonNullable<InviteRequest['skip_reason']> }
  | { code: string; msg: string };

/** Returns what a person wants to know first about the status of a request, or null if there is nothing more. */
export function noteOf(request: InviteRequest): StatusNote | null {
  const { status, skip_reason: reason, error } = request;
  if (status === 'skipped') return reason ? { reason } : null;
  if (error && (status === 'failed' || status === 'pending'))
    return { code: error.code, msg: error.msg || error.code };
  if (status === 'sent') return sentNote(request);
  const at = momentOf(request);
  return at ? { key: 'note_at', at } : null;
}

function sentNote({
  delivery,
  clicked_on: clicked,
  opened_on: opened,
  sent_on: sent,
}: InviteRequest): StatusNote | null {
  if (delivery === 'unconfirmed') return { key: 'note_unconfirmed' };
  if (clicked) return { key: 'note_clicked', at: clicked };
  if (opened) return { key: 'note_opened', at: opened };
  return sent ? { key: 'note_at', at: sent } : null;
}

function momentOf(request: InviteRequest): string | null {
  const moments: Readonly<Record<RequestStatus, string | null>> = {
    pending: request.send_at ?? request.schedule,
    sending: null,
    sent: request.sent_on,
    reviewed: request.reviewed_on,
    unsubscribed: request.unsubscribed_on,
    failed: null,
    cancelled: request.cancelled_on,
    skipped: null,
  };
  return moments[request.status];
}
