import { Injectable, Logger } from '@nestjs/common';
import { webhookDisabled, type WebhookDisabledPayload, wireDate } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { warnOfFailure } from '@plaudit/runtime';
import { LanesRepository } from '../queue/lanes.repository';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksEnv } from '../webhooks.env';
import {
  disableReason,
  type DisableRule,
  disableRule,
  type FailureStreak,
  isGivenUp,
  type Suspect,
  withoutQuery,
} from './disable-rule';
import { type ActiveWebhook, DisabledWebhooksRepository } from './disabled-webhooks.repository';

/**
 * Disables webhooks whose endpoints are gone or have failed for days, or whose makers were removed, and publishes `webhook.disabled`. What waits is held as in a
 * pause. Each webhook has a transaction of its own, which locks the webhook before its lane, as every change of a webhook does.
 */
@Injectable()
export class DisablingService {
  private readonly logger = new Logger(DisablingService.name);
  private readonly rule: DisableRule;

  constructor(
    private readonly database: Database,
    private readonly webhooks: DisabledWebhooksRepository,
    private readonly lanes: LanesRepository,
    private readonly outbox: Outbox,
    env: WebhooksEnv,
  ) {
    this.rule = disableRule(env);
  }

  /** Never rejects. If a webhook cannot be disabled now, the next failed attempt tries again. */
  async disable(suspects: readonly Suspect[]): Promise<void> {
    for (const suspect of suspects) {
      try {
        await this.database.transaction((tx) => this.disableOne(tx, suspect), 'background');
      } catch (error) {
        const message = `Could not disable webhook ${suspect.webhookId}; the next failed attempt tries again`;
        warnOfFailure(this.logger, message, error);
      }
    }
  }

  /** Pauses an active webhook whose maker was removed. The caller has locked the webhook. */
  async disableWithoutMaker(
    tx: Tx,
    webhook: ActiveWebhook & Pick<WebhookEntity, 'maker_name'>,
  ): Promise<void> {
    const lane = await this.webhooks.lockStreak(tx, webhook.id);
    if (!lane) return;
    await this.switchOff(tx, webhook, lane.now, {
      reason: 'maker_removed',
      maker: webhook.maker_name ?? '',
      failing_since: wireDate(lane.now),
      last_status: null,
      last_error: 'none',
    });
  }

  private async disableOne(tx: Tx, suspect: Suspect): Promise<void> {
    const webhook = await this.webhooks.lockActive(tx, suspect.webhookId);
    const streak = webhook && (await this.webhooks.lockStreak(tx, webhook.id));
    if (!webhook || !streak || !this.isDue(suspect, webhook, streak)) return;
    await this.switchOff(tx, webhook, streak.now, {
      reason: disableReason(suspect),
      failing_since: wireDate(streak.failing_since ?? suspect.startedOn),
      last_status: suspect.lastStatus,
      last_error: suspect.lastError,
    });
  }

  private async switchOff(
    tx: Tx,
    webhook: ActiveWebhook,
    now: Date,
    cause: Omit<WebhookDisabledPayload, 'id' | 'url' | 'disabled_on'>,
  ): Promise<void> {
    const { reason } = cause;
    const version = await this.webhooks.disable(tx, webhook.id, reason, now);
    await this.lanes.pause(tx, webhook.id);
    await this.outbox.add(tx, webhookDisabled, {
      accountId: webhook.account_id,
      subAccountId: webhook.owner_sub_account_id ?? 0,
      subject: webhook.id,
      version,
      data: {
        id: webhook.id,
        url: withoutQuery(webhook.url),
        ...cause,
        disabled_on: wireDate(now),
      },
    });
    this.logger.log({ message: 'Disabled a webhook', webhook_id: webhook.id, reason });
  }

  /** Decides again under the locks: another replica may have recorded a success, or the owner may have changed the webhook. */
  private isDue(suspect: Suspect, webhook: ActiveWebhook, streak: FailureStreak & { now: Date }): boolean {
    // An answer to a request from before a change may be about the address before.
    if (suspect.isGone) return suspect.startedOn >= webhook.updated_on;
    return isGivenUp(streak, streak.now, this.rule);
  }
}
