import { Injectable } from '@nestjs/common';
import type { DomainEvent, ForwardingPausedPayload, WebhookDisabledPayload } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { Chores, Clock } from '@plaudit/runtime';
import { UserMailClient } from './user-mail.client';
import { AdminMailsRepository } from './admin-mails.repository';
import { USER_MAILS } from './due-mails.service';
import { isTooOld } from './mail-schedule';

/** Informs the admins of an account by mail. */
@Injectable()
export class AdminMailsService {
  constructor(
    private readonly mails: AdminMailsRepository,
    private readonly client: UserMailClient,
    private readonly chores: Chores,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores one mail to each admin who may see the webhook. The worker sends them after the transaction commits. Stores nothing
   * without a mail server, and nothing for an old event, which may be replayed.
   */
  async webhookDisabled(tx: Tx, event: DomainEvent<WebhookDisabledPayload>): Promise<void> {
    if (this.isNews(event)) this.sendAfter(tx, await this.mails.addAboutWebhook(tx, event));
  }

  /** Does the same for settings that send nothing elsewhere any more. */
  async forwardingPaused(tx: Tx, event: DomainEvent<ForwardingPausedPayload>): Promise<void> {
    if (this.isNews(event)) this.sendAfter(tx, await this.mails.addAboutForwarding(tx, event));
  }

  private isNews({ time }: DomainEvent): boolean {
    return this.client.isConfigured && !isTooOld(new Date(time), this.clock.now());
  }

  private sendAfter(tx: Tx, added: number): void {
    if (added > 0) afterCommit(tx, () => void this.chores.run(USER_MAILS));
  }
}
