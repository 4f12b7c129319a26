import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import type { ActivityType, NewActivity } from '../../activity/activity';
import { UNVERIFIED_BOUNCE } from '../../fuses/bounce-fuse';
import { LifecycleService } from '../../lifecycle/lifecycle.service';
import type { RequestRow } from '../../requests/request-rows';
import { StoredRequestsService } from '../../requests/stored-requests.service';
import { OperatorRepliesMetrics } from '../../stops/operator-replies.metrics';
import type { SuppressionReason } from '../../suppressions/suppression';
import type { Feedback, FeedbackKind } from './feedback';
import { FeedbackRepository } from './feedback.repository';

/** More reports of a delay are dropped, so that the activity of a message stays short. */
const MAX_DELAYS = 20;

/** The entry in the activity by which a repeated report is recognised. */
const ENTRIES: Readonly<Record<FeedbackKind, ActivityType>> = {
  delivered: 'delivered',
  hard: 'bounced',
  failed: 'bounced',
  soft: 'deferred',
  complaint: 'complained',
  opted_out: 'failed',
};

/** The code of reports that blame our relay, login or sender. */
const OPERATOR = 'smtp_operator';

const SUPPRESSIONS: Readonly<Partial<Record<FeedbackKind, SuppressionReason>>> = {
  hard: 'bounce',
  complaint: 'complaint',
  opted_out: 'stop',
};

/** Applies what providers, mail servers and people report after a message was sent. A repeated report changes nothing. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly lifecycle: LifecycleService,
    private readonly stored: StoredRequestsService,
    private readonly feedback: FeedbackRepository,
    private readonly metrics: OperatorRepliesMetrics,
  ) {}

  /** Applies one report to one message in the caller's transaction. Returns false for a repeated report. */
  async apply(tx: Tx, message: RequestRow, feedback: Feedback, at: Date): Promise<boolean> {
    const sequence = await this.lifecycle.lock(tx, message);
    const current = sequence.find(({ id }) => id === message.id);
    if (!current || (await this.isKnown(tx, current, feedback))) return false;
    // A stranger's server can say this of any mail, so it is counted and stops nothing.
    if (feedback.code === OPERATOR) afterCommit(tx, () => this.metrics.replied('report'));
    if (feedback.kind === 'delivered') await this.confirm(tx, current, feedback, at);
    else if (endsMessage(current, feedback.kind)) await this.end(tx, current, feedback, at);
    else await this.note(tx, current, feedback, at);
    return true;
  }

  private async isKnown(tx: Tx, { id }: RequestRow, feedback: Feedback): Promise<boolean> {
    const { kind, source, code, eventId } = feedback;
    const type = entryOf(kind, source);
    if (kind === 'delivered' || kind === 'complaint') return this.feedback.hasActivity(tx, id, type, {});
    if (kind === 'hard' && (await this.feedback.hasActivity(tx, id, type, { code: UNVERIFIED_BOUNCE })))
      return true;
    if (kind !== 'soft') return this.feedback.hasActivity(tx, id, type, { code });
    if (eventId !== null && (await this.feedback.hasActivity(tx, id, type, { event: eventId }))) return true;
    return (await this.feedback.countActivity(tx, id, type)) >= MAX_DELAYS;
  }

  /** The report may come before the answer that the attempt waits for. */
  private async confirm(tx: Tx, row: RequestRow, { source }: Feedback, at: Date): Promise<void> {
    const isOpen = row.delivery === 'unconfirmed' || row.status === 'sending';
    const change = isOpen ? { delivery: 'confirmed' as const } : {};
    await this.stored.update(tx, [
      { row, change, activity: [{ type: 'delivered', source, at }], stage: null, at },
    ]);
  }

  private async end(tx: Tx, row: RequestRow, { kind, source, code, msg }: Feedback, at: Date): Promise<void> {
    const suppress = SUPPRESSIONS[kind];
    const type = entryOf(kind, source);
    await this.lifecycle.failed(
      tx,
      row,
      { source, at },
      { code, msg, type: type === 'bounced' ? 'bounced' : 'failed', ...(suppress && { suppress }) },
    );
  }

  /** Writes the entry, which leaves the state of the message, and suppresses the person if the report says so. */
  private async note(tx: Tx, row: RequestRow, feedback: Feedback, at: Date): Promise<void> {
    const { kind, source, code, msg, eventId } = feedback;
    const entry: NewActivity = {
      type: entryOf(kind, source),
      source,
      status: kind === 'complaint' ? 'ok' : 'error',
      at,
      detail: { code, msg, ...(eventId !== null && { event: eventId }) },
    };
    await this.stored.update(tx, [{ row, change: {}, activity: [entry], stage: null, at }]);
    const reason = SUPPRESSIONS[kind];
    if (reason !== undefined) await this.lifecycle.noted(tx, row, { source, at }, reason);
  }
}

/** A message of the phone that does not arrive has failed. Only mails bounce. */
function entryOf(kind: FeedbackKind, source: Feedback['source']): ActivityType {
  return kind === 'failed' && source === 'sms' ? 'failed' : ENTRIES[kind];
}

/** A message that the person unsubscribed from, reviewed or that was deleted keeps its state. */
function endsMessage({ status, deleted_on }: RequestRow, kind: FeedbackKind): boolean {
  if (kind === 'soft' || kind === 'complaint' || deleted_on !== null) return false;
  return status === 'sent' || status === 'sending' || status === 'pending';
}
