import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { NewActivity } from '../activity/activity';
import { UNVERIFIED_BOUNCE } from '../fuses/bounce-fuse';
import { BounceFusesService } from '../fuses/bounce-fuses.service';
import { rootIdOf } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import { StoredRequestsService } from '../requests/stored-requests.service';
import { skipReasonOf, type SuppressionReason } from '../suppressions/suppression';
import {
  keyOf,
  type NewSuppression,
  type RecipientKey,
  SuppressionsRepository,
  suppressionOf,
} from '../suppressions/suppressions.repository';
import { PendingRequestsRepository } from './pending-requests.repository';
import {
  afterClick,
  afterDeletion,
  afterFailure,
  afterOpen,
  afterReview,
  afterStop,
  afterSuppression,
  afterUnsubscription,
  type Cause,
  type Sequence,
} from './sequence';
import type { Transition } from './transition';

interface Failure {
  code: string;
  msg: string;
  type?: 'failed' | 'bounced';
  /** The person gets no more messages, for this reason. */
  suppress?: SuppressionReason;
}

/**
 * What happens to a request after it was added: every change that concerns a whole sequence or a person. Each method locks the
 * person first, then the rows of the sequence, and works in the caller's transaction.
 */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly stored: StoredRequestsService,
    private readonly suppressions: SuppressionsRepository,
    private readonly pending: PendingRequestsRepository,
    private readonly fuses: BounceFusesService,
  ) {}

  /** A person followed a link of the message. Returns the message. */
  async clicked(tx: Tx, message: RequestRow, cause: Cause): Promise<RequestRow> {
    return this.apply(tx, message, (sequence, row) => afterClick(sequence, row, cause));
  }

  /** A person opened the mail. Returns the message. */
  async opened(tx: Tx, message: RequestRow, cause: Cause): Promise<RequestRow> {
    return this.apply(tx, message, (_sequence, row) => afterOpen(row, cause));
  }

  /**
   * The person unsubscribed through the message. Ends its sequence and suppresses the person, so that every other pending request to
   * the person is skipped. Returns the message.
   */
  async unsubscribed(
    tx: Tx,
    message: RequestRow,
    cause: Cause,
    reason: SuppressionReason = 'unsubscribed',
  ): Promise<RequestRow> {
    await this.suppressions.lock(tx, [message]);
    const after = await this.apply(tx, message, (sequence, row) => afterUnsubscription(sequence, row, cause));
    await this.suppress(tx, suppressionOf(message, reason), cause);
    return after;
  }

  /**
   * The message failed for good, or bounced later. Ends its sequence. The person of a mail that bounced is suppressed unless too many
   * do at once: then a person of the sub account decides. Returns the message.
   */
  async failed(tx: Tx, message: RequestRow, cause: Cause, failure: Failure): Promise<RequestRow> {
    if (failure.suppress) await this.suppressions.lock(tx, [message]);
    const ended = await this.verified(tx, message, failure, cause);
    const after = await this.apply(tx, message, (sequence, row) => afterFailure(sequence, row, cause, ended));
    if (ended.suppress) await this.suppress(tx, suppressionOf(message, ended.suppress), cause);
    return after;
  }

  /** Suppresses the person of a message that keeps its state. A bounce follows the same rule as in {@link failed}. */
  async noted(tx: Tx, message: RequestRow, cause: Cause, reason: SuppressionReason): Promise<void> {
    await this.suppressions.lock(tx, [message]);
    const { suppress } = await this.verified(tx, message, { code: '', msg: '', suppress: reason }, cause);
    if (suppress) await this.suppress(tx, suppressionOf(message, suppress), cause);
  }

  /** Locks the person of a message and its sequence. Returns the sequence. */
  async lock(tx: Tx, message: RequestRow): Promise<RequestRow[]> {
    await this.suppressions.lock(tx, [message]);
    return this.requests.lockSequences(tx, [rootIdOf(message)]);
  }

  /** The person wrote a review, or the client says so. Ends the sequence. Returns the message. */
  async reviewed(
    tx: Tx,
    message: RequestRow,
    cause: Cause,
    review: { reviewId: number | null; detail?: NewActivity['detail'] } = { reviewId: null },
  ): Promise<RequestRow> {
    return this.apply(tx, message, (sequence, row) => afterReview(sequence, row, cause, review));
  }

  /** Deletes a first message and cancels its reminders, or deletes one reminder. */
  async deleted(tx: Tx, message: RequestRow, cause: Cause): Promise<void> {
    await this.apply(tx, message, (sequence, row) => afterDeletion(sequence, row, cause));
  }

  /** Cancels the pending reminders of the message's sequence. Returns how many there were. */
  async stopped(tx: Tx, message: RequestRow, cause: Cause): Promise<number> {
    const sequence = await this.requests.lockSequences(tx, [rootIdOf(message)]);
    const transitions = afterStop(sequence, cause);
    await this.stored.update(tx, transitions);
    return transitions.length;
  }

  /**
   * Suppresses a person: an entry of the list, a complaint, an inbound STOP. Every pending request to the person is skipped. Returns
   * false if the person was suppressed before.
   */
  async suppress(tx: Tx, suppression: NewSuppression, cause: Pick<Cause, 'at'>): Promise<boolean> {
    await this.skipTo(tx, [suppression], suppression.reason, cause);
    return this.suppressions.add(tx, suppression);
  }

  /**
   * People get no messages any more. Skips every request to them that waits, and cancels the reminders to others of the same
   * sequences. The caller stores why.
   */
  async skipTo(
    tx: Tx,
    people: readonly RecipientKey[],
    reason: SuppressionReason,
    { at }: Pick<Cause, 'at'>,
  ): Promise<void> {
    await this.suppressions.lock(tx, people);
    const messages = await this.requests.lockSequences(tx, await this.pending.sequencesTo(tx, people));
    const keys = new Set(people.map(keyOf));
    const cause = { at, source: 'system' as const };
    await this.stored.update(
      tx,
      afterSuppression(messages, (row) => keys.has(keyOf(row)), skipReasonOf(reason), cause),
    );
  }

  /** Returns the failure without its suppression if a fuse is out. */
  private async verified(tx: Tx, message: RequestRow, failure: Failure, { at }: Cause): Promise<Failure> {
    if (failure.suppress !== 'bounce' || message.type !== 'email') return failure;
    if (await this.fuses.maySuppress(tx, message, at)) return failure;
    const { msg, type } = failure;
    return { code: UNVERIFIED_BOUNCE, msg, ...(type && { type }) };
  }

  private async apply(
    tx: Tx,
    message: RequestRow,
    transitionsOf: (sequence: Sequence, message: RequestRow) => Transition[],
  ): Promise<RequestRow> {
    const sequence = await this.requests.lockSequences(tx, [rootIdOf(message)]);
    const current = sequence.find(({ id }) => id === message.id) as RequestRow;
    const transitions = transitionsOf(sequence, current);
    const rows = await this.stored.update(tx, transitions);
    return rows.find(({ id }) => id === message.id) ?? current;
  }
}
