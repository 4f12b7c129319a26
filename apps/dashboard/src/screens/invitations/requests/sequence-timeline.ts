import type { Schema } from '@plaudit/client';
import type { IconName } from '../../../components/display/icons';
import type { TimelineState } from '../../../components/display/timeline';
import type { InviteRequest } from './request-list';

export type Activity = Schema<'ActivityEntry'>;
export type EventType = Activity['type'] | 'planned' | 'sending' | 'kept';

/** Something that happened to a sequence, or that is planned. */
export interface SequenceEvent {
  key: string;
  type: EventType;
  /** 0 for the first message, 1 to 3 for its reminders. */
  step: number;
  state: TimelineState;
  icon: IconName;
  /** Null if nobody knows when a planned message is sent. `code` says what it waits for. */
  at: string | null;
  isIgnored: boolean;
  isUnconfirmed: boolean;
  source: Activity['source'] | null;
  /** Why it was skipped, moved or ignored. */
  reason: string | null;
  /** The code of an error, and the words of the server. */
  code: string | null;
  msg: string | null;
  confidence: string | null;
}

const ICONS: Readonly<Record<EventType, IconName>> = {
  queued: 'add',
  sent: 'send',
  opened: 'mail',
  clicked: 'link',
  unsubscribed: 'pause',
  reviewed: 'check',
  deferred: 'refresh',
  delivered: 'done',
  failed: 'failed',
  bounced: 'failed',
  complained: 'alert',
  skipped: 'pause',
  cancelled: 'pause',
  rescheduled: 'clock',
  erased: 'lock',
  planned: 'clock',
  sending: 'refresh',
  kept: 'inbox',
};

/** A first message takes these over from its reminders, so both have the entry. */
const SHARED: ReadonlySet<EventType> = new Set(['reviewed', 'unsubscribed', 'erased']);

/**
 * Returns the timeline of a first message and its reminders, oldest first, planned messages last. `activities` has the entries
 * by the id of their request.
 */
export function timelineOf(
  requests: readonly InviteRequest[],
  activities: ReadonlyMap<number, readonly Activity[]>,
): SequenceEvent[] {
  const past = requests.flatMap((request) =>
    (activities.get(request.id) ?? [])
      // All messages of a sequence are queued together.
      .filter(({ type }) => request.step === 0 || type !== 'queued')
      .map((entry) => eventOf(entry, request.step)),
  );
  const next = requests.flatMap(plannedOf);
  return [...withoutRepeats(past.sort(byTime)), ...next.sort(byTime)];
}

function eventOf(
  { id, type: reported, status, source, created_at: at, detail }: Activity,
  step: number,
): SequenceEvent {
  const type = reported === 'sent' && status === 'kept' ? 'kept' : reported;
  return {
    key: `a${id}`,
    type,
    step,
    state: stateOf(type, status),
    icon: type === 'clicked' && status === 'ignored' ? 'eye' : ICONS[type],
    at,
    isIgnored: status === 'ignored',
    isUnconfirmed: status === 'unconfirmed',
    source,
    reason: textOf(detail?.reason),
    code: textOf(detail?.code),
    msg: textOf(detail?.msg),
    confidence: textOf(detail?.confidence),
  };
}

function stateOf(type: EventType, status: Activity['status']): TimelineState {
  if (status === 'ignored') return 'ignored';
  if (type === 'skipped' || type === 'kept') return 'ignored';
  if (type === 'cancelled') return 'cancelled';
  return type === 'reviewed' ? 'won' : 'past';
}

function plannedOf({ id, status, step, send_at: sendAt, schedule, error }: InviteRequest): SequenceEvent[] {
  if (status !== 'pending' && status !== 'sending') return [];
  const isUnscheduled = status === 'pending' && sendAt === null && error !== null;
  const type = status === 'pending' ? 'planned' : 'sending';
  const none = {
    isIgnored: false,
    isUnconfirmed: false,
    source: null,
    reason: null,
    msg: null,
    confidence: null,
  };
  const at = isUnscheduled ? null : (sendAt ?? schedule);
  const code = isUnscheduled ? error.code : null;
  return [{ key: `p${id}`, type, step, state: 'next', icon: ICONS[type], at, code, ...none }];
}

function withoutRepeats(events: readonly SequenceEvent[]): SequenceEvent[] {
  const seen = new Set<EventType>();
  return events.filter(({ type }) => {
    if (!SHARED.has(type)) return true;
    const isFirst = !seen.has(type);
    seen.add(type);
    return isFirst;
  });
}

/** Times of the API sort as texts, unknown ones first. Entries of the same second stay in their order. */
function byTime(a: SequenceEvent, b: SequenceEvent): number {
  const [first, second] = [a.at ?? '', b.at ?? ''];
  return first < second ? -1 : Number(first > second);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
