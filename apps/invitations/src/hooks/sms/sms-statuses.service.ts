import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { RequestRow } from '../../requests/request-rows';
import { RequestsRepository } from '../../requests/requests.repository';
import { FeedbackRepository } from '../feedback/feedback.repository';
import { FeedbackService } from '../feedback/feedback.service';
import { feedbackOf, type SmsStatus } from './sms-report';

/** Applies what providers of SMS report of messages. */
@Injectable()
export class SmsStatusesService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestsRepository,
    private readonly repository: FeedbackRepository,
    private readonly feedback: FeedbackService,
    private readonly clock: Clock,
  ) {}

  /** Applies one status in one transaction. The status of an unknown message changes nothing. */
  async apply(provider: string, status: SmsStatus): Promise<void> {
    await this.database.transaction(async (tx) => {
      const message = await this.find(tx, provider, status);
      if (!message) return;
      await this.feedback.apply(tx, message, feedbackOf(provider, status), this.clock.now());
    });
  }

  /**
   * Finds the message by its id at the provider. A report may arrive before that id is stored, or after the answer of the
   * provider was lost. The id of the request finds the message then, unless it has another id at the provider.
   */
  private async find(tx: Tx, provider: string, { providerId, ref }: SmsStatus): Promise<RequestRow | null> {
    const byId =
      providerId === null ? null : await this.repository.findByProviderId(tx, provider, providerId);
    if (byId || ref === null) return byId;
    const byRef = await this.requests.find(tx, ref);
    return byRef?.type === 'sms' && byRef.provider_id === null ? byRef : null;
  }
}
