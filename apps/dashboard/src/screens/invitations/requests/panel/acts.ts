import type { InviteRequest } from '../request-list';

/** What a person can do to a request. */
export type Act = 'send' | 'reviewed' | 'stop' | 'edit' | 'delete';

/** Returns what the API allows for a request of a sequence. */
export function possibleActs(request: InviteRequest, sequence: readonly InviteRequest[]): Act[] {
  const isPending = request.status === 'pending';
  const first = sequence.find(({ step }) => step === 0);
  // A reminder can be sent only after the message before it.
  const isNext = sequence.every(({ step, status }) => step >= request.step || status !== 'pending');
  const isReviewed = request.status === 'reviewed' || first?.status === 'reviewed';
  const possible: Readonly<Record<Act, boolean>> = {
    send: isPending && isNext,
    reviewed: !isReviewed && request.recipient !== '',
    stop: pendingReminders(sequence).length > 0,
    edit: isPending,
    delete: true,
  };
  return (['send', 'reviewed', 'stop', 'edit', 'delete'] as const).filter((act) => possible[act]);
}

export function pendingReminders(sequence: readonly InviteRequest[]): InviteRequest[] {
  return sequence.filter(({ step, status }) => step > 0 && status === 'pending');
}

/** Returns how many messages are not sent if the request is deleted: those of the sequence, or the reminder alone. */
export function cancelledByDelete(request: InviteRequest, sequence: readonly InviteRequest[]): number {
  const own = request.status === 'pending' ? 1 : 0;
  return request.step === 0 ? own + pendingReminders(sequence).length : own;
}
