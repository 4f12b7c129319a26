import { Injectable } from '@nestjs/common';
import { wireDate } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { NewActivity } from '../activity/activity';
import { cancelled, countedAsSent, ENDED, type Sequence, UNMADE, UNSENT } from '../lifecycle/sequence';
import type { Transition } from '../lifecycle/transition';
import { ClaimsRepository } from '../queue/claims.repository';
import { PostponementsRepository } from '../queue/postponements.repository';
import { sendAtOf } from '../queue/unscheduled';
import { RemindersService } from './reminders.service';
import { rootIdOf } from '../requests/request';
import type { RequestChange, RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import { StoredRequestsService } from '../requests/stored-requests.service';
import type { OtherVerdict } from './verdict';

type Move = Extract<OtherVerdict, { kind: 'move' }>;

/** A leased message that is not sent now. */
export interface UnsentMessage {
  row: RequestRow;
  verdict: OtherVerdict;
}

const ENDED_UNSENT = { ...UNSENT, ...ENDED } as const satisfies RequestChange;

/** Records why leased messages are not sent now. The caller holds the locks of their rows. */
@Injectable()
export class UnsentMessagesService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly stored: StoredRequestsService,
    private readonly claims: ClaimsRepository,
    private readonly reminders: RemindersService,
    private readonly postponements: PostponementsRepository,
  ) {}

  async record(tx: Tx, messages: readonly UnsentMessage[], at: Date): Promise<void> {
    if (messages.length === 0) return;
    await this.claims.release(
      tx,
      messages.flatMap(({ row, verdict }) =>
        verdict.kind === 'hold' ? [{ lease: row, delayMs: verdict.delayMs }] : [],
      ),
    );
    const transitions = messages.flatMap(({ row, verdict }) => transitionOf(row, verdict, at));
    const sentBefore = messages.filter(isSentBefore).map(({ row }) => row);
    const ended = messages.filter(({ verdict }) => verdict.kind === 'end').map(({ row }) => row);
    await this.stored.update(tx, [
      ...transitions,
      ...(await this.cancelledAfter(tx, messages, at)),
      ...(await this.reminders.afterDeleted(tx, ended)),
      ...(await this.reminders.afterSent(tx, sentBefore, at)),
    ]);
    await this.postponeOthers(tx, messages);
  }

  /** What makes one message wait does so for all of its profile that are due, unless it concerns the person. */
  private async postponeOthers(tx: Tx, messages: readonly UnsentMessage[]): Promise<void> {
    const profiles = new Set<number>();
    for (const { row, verdict } of messages) {
      if (verdict.kind !== 'move' || profiles.has(row.settings_id) || !isShared(row, verdict)) continue;
      profiles.add(row.settings_id);
      await this.postponements.postponeLike(tx, row, {
        to: verdict.to,
        fault: verdict.fault ?? null,
        // The sender of a message that was made before may be another one.
        unmadeOnly: verdict.reason === 'sending_stopped',
      });
    }
  }

  /** No reminder follows a message that was skipped, or a first message that has ended. */
  private async cancelledAfter(tx: Tx, messages: readonly UnsentMessage[], at: Date): Promise<Transition[]> {
    const last = messages
      .filter((message) => !isSentBefore(message))
      .filter(
        ({ row, verdict }) => verdict.kind === 'skip' || (verdict.kind === 'end' && row.parent_id === null),
      )
      .map(({ row }) => row);
    if (last.length === 0) return [];
    const sequences: Sequence = await this.requests.lockSequences(tx, last.map(rootIdOf));
    const decided = new Set(messages.map(({ row }) => row.id));
    return cancelled(
      sequences.filter(({ id }) => !decided.has(id)),
      { at, source: 'system' },
    );
  }
}

/** Returns true for a message that is not sent once more, and whose reminders go on. */
function isSentBefore({ row, verdict }: UnsentMessage): boolean {
  if (!row.sent_on) return false;
  return verdict.kind === 'skip' || (verdict.kind === 'end' && verdict.status === 'sent');
}

function isShared(row: RequestRow, { reason }: Move): boolean {
  if (reason === 'settings_paused') return true;
  if (reason === 'sending_stopped') return row.rendered === null;
  return reason !== 'too_soon' && row.timezone === null;
}

/**
 * The activity says once that a message waits for this reason. One that waits for its sender is made again, because its settings may name
 * another sender meanwhile.
 */
function moved(row: RequestRow, { to, reason, fault }: Move, at: Date): Transition {
  const sendAt = sendAtOf(to);
  const detail = { reason, ...(sendAt && { send_at: wireDate(sendAt) }) };
  const isKnown = fault !== undefined && row.error_code === fault.code;
  return {
    row,
    change: {
      ...UNSENT,
      ...(reason === 'sending_stopped' && row.sent_on === null && UNMADE),
      ...(fault && { error_code: fault.code, error_msg: fault.msg }),
      status: 'pending',
      due_at: to,
      send_at: sendAt,
    },
    activity: isKnown ? [] : [{ type: 'rescheduled', source: 'scheduler', at, detail }],
    stage: null,
    at,
  };
}

function transitionOf(row: RequestRow, verdict: OtherVerdict, at: Date): Transition[] {
  const made = (change: RequestChange, ...activity: NewActivity[]): Transition[] => [
    { row, change, activity, stage: null, at },
  ];
  switch (verdict.kind) {
    case 'hold':
      return [];
    case 'wait':
      return made({ ...UNSENT, status: 'pending', due_at: null });
    case 'end':
      if (row.sent_on && (verdict.status === 'cancelled' || verdict.status === 'sent'))
        return [countedAsSent(row, at)];
      return verdict.status === 'cancelled'
        ? made(
            { ...ENDED_UNSENT, status: 'cancelled', cancelled_on: at },
            { type: 'cancelled', source: 'scheduler', at },
          )
        : made({ ...ENDED_UNSENT, status: verdict.status });
    case 'skip':
      if (row.sent_on) return [countedAsSent(row, at)];
      return made(
        { ...ENDED_UNSENT, status: 'skipped', skip_reason: verdict.reason },
        { type: 'skipped', source: 'scheduler', at, detail: { reason: verdict.reason } },
      );
    case 'move':
      return [moved(row, verdict, at)];
  }
}
