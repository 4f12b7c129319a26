import { Injectable } from '@nestjs/common';
import { type InviteAnsweredPayload, inviteAnswered } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { VisitedMessage } from '../links/visited-messages.service';
import { invitePayload } from '../requests/invite-payload';
import { rootIdOf } from '../requests/request';
import type { RequestRow } from '../requests/request-rows';
import { RequestsRepository } from '../requests/requests.repository';
import type { Answer } from './answer-form';

const RATING_SCALE = 5;

/** Passes reviews of the landing page on to the reviews service, which stores them. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly lifecycle: LifecycleService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Returns true if there is a review for the message, or for another one of its sequence. */
  async isAnswered(tx: Tx, message: RequestRow): Promise<boolean> {
    if (message.reviewed_on !== null || message.parent_id === null) return message.reviewed_on !== null;
    const root = await this.requests.find(tx, message.parent_id);
    return (root?.reviewed_on ?? null) !== null;
  }

  /** Publishes the review and marks the message as reviewed, unless its sequence has a review already. */
  async take(tx: Tx, visited: VisitedMessage, answer: Answer, consentText: string): Promise<void> {
    const sequence = await this.requests.lockSequences(tx, [rootIdOf(visited.message)]);
    if (sequence.some(({ reviewed_on }) => reviewed_on !== null)) return;
    const at = this.clock.now();
    const row = await this.lifecycle.reviewed(tx, visited.message, { at, source: 'recipient' });
    await this.outbox.add(tx, inviteAnswered, {
      accountId: row.account_id,
      subAccountId: row.sub_account_id,
      subject: row.id,
      version: row.version,
      data: payloadOf(row, visited, answer, { consentText, at }),
    });
  }
}

function payloadOf(
  row: RequestRow,
  { settings }: VisitedMessage,
  { rating, text, name }: Answer,
  { consentText, at }: { consentText: string; at: Date },
): InviteAnsweredPayload {
  return {
    ...invitePayload(row, settings.name, at),
    from_name: name,
    from_email: row.type === 'email' && row.recipient !== '' ? row.recipient : null,
    text,
    rating_value: rating,
    rating_scale: RATING_SCALE,
    language: settings.language,
    consent_text: consentText,
  };
}
