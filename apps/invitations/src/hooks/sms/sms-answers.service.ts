import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { LifecycleService } from '../../lifecycle/lifecycle.service';
import { recipientKeyOf } from '../../recipients/recipient';
import type { RequestRow } from '../../requests/request-rows';
import { SuppressionsRepository, suppressionOf } from '../../suppressions/suppressions.repository';
import { FeedbackRepository } from '../feedback/feedback.repository';
import type { SmsAnswer } from './sms-report';

/** The sub accounts that an answer concerns: those that wrote to the person most recently. */
const MAX_SUB_ACCOUNTS = 100;

/**
 * Applies the words with which people stop and allow messages. All sub accounts send from one number, so an answer concerns each
 * of them that sent the person a message.
 */
@Injectable()
export class SmsAnswersService {
  constructor(
    private readonly database: Database,
    private readonly lifecycle: LifecycleService,
    private readonly suppressions: SuppressionsRepository,
    private readonly feedback: FeedbackRepository,
    private readonly clock: Clock,
  ) {}

  /** Changes each sub account in a transaction of its own. A repeated answer changes nothing. */
  async apply({ from, meaning }: SmsAnswer): Promise<void> {
    if (meaning !== 'stop' && meaning !== 'start') return;
    const person = { type: 'sms' as const, recipient_key: recipientKeyOf('sms', from) };
    const newest = await this.database.transaction((tx) =>
      this.feedback.newestOfEach(tx, person, MAX_SUB_ACCOUNTS),
    );
    for (const message of newest) {
      await this.database.transaction((tx) =>
        meaning === 'stop' ? this.stop(tx, message) : this.start(tx, message),
      );
    }
  }

  /** A deleted message keeps its state. */
  private async stop(tx: Tx, message: RequestRow): Promise<void> {
    const at = this.clock.now();
    if (message.deleted_on === null) {
      await this.lifecycle.unsubscribed(tx, message, { at, source: 'inbound_sms' }, 'stop');
      return;
    }
    await this.lifecycle.suppress(tx, suppressionOf(message, 'stop'), { at });
  }

  /** Allows messages again only if the person stopped them by SMS. */
  private async start(tx: Tx, message: RequestRow): Promise<void> {
    await this.suppressions.lock(tx, [message]);
    await this.suppressions.remove(tx, message, ['stop']);
  }
}
