import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { readRecipient, recipientKeyOf } from '../../recipients/recipient';
import type { RequestRow } from '../../requests/request-rows';
import { RequestsRepository } from '../../requests/requests.repository';
import { FeedbackRepository } from '../feedback/feedback.repository';
import { FeedbackService } from '../feedback/feedback.service';
import { feedbackOf, type MailReport } from './mail-report';

/** A report that names only the recipient concerns the last mail of so many days. */
const MAX_DAYS = 60;
const DAY_MS = 86_400_000;

/** Applies what mail services and mail servers report of mails. */
@Injectable()
export class MailReportsService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestsRepository,
    private readonly repository: FeedbackRepository,
    private readonly feedback: FeedbackService,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies each report in one transaction. Reports of unknown mails change nothing. `strangers` may have written reports that
   * no signature protects: these find a mail only by its Message-ID or return path, which contain a random part.
   */
  async apply(reports: readonly MailReport[], { strangers }: { strangers: boolean }): Promise<void> {
    for (const report of reports) {
      await this.database.transaction(async (tx) => {
        const message = await this.find(tx, report, strangers);
        if (!message) return;
        await this.feedback.apply(tx, message, feedbackOf(about(message, report)), this.clock.now());
      });
    }
  }

  /** Finds the mail by its Message-ID or return path, else by the id of the request, else by the recipient. */
  private async find(tx: Tx, report: MailReport, strangers: boolean): Promise<RequestRow | null> {
    const { messageId, tag, requestId, recipient } = report;
    const byMessage = messageId === null ? null : await this.repository.findByMessageId(tx, messageId);
    const byName = byMessage ?? (tag === null ? null : await this.repository.findByTag(tx, tag));
    if (byName || strangers) return byName;
    const key = recipient === null ? null : keyOf(recipient);
    const byId = requestId === null ? null : await this.requests.find(tx, requestId);
    if (byId?.type === 'email' && (key === null || byId.recipient_key.equals(key))) return byId;
    if (key === null) return null;
    const since = new Date(this.clock.now().getTime() - MAX_DAYS * DAY_MS);
    return this.repository.findNewestTo(tx, { type: 'email', recipient_key: key }, since);
  }
}

/**
 * A mailbox may forward its mail. If the bounce is about another address than that of the mail, the mail has arrived, so the report
 * is only noted.
 */
function about(message: RequestRow, report: MailReport): MailReport {
  const key = report.recipient === null ? null : keyOf(report.recipient);
  const isOther = key !== null && !key.equals(message.recipient_key);
  return isOther && report.verdict !== 'complaint' ? { ...report, verdict: 'later' } : report;
}

/** Returns null for text that is no email address. */
function keyOf(recipient: string): Buffer | null {
  try {
    return recipientKeyOf('email', readRecipient({ recipient, type: 'email' }).recipient);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
