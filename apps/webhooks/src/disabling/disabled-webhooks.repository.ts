import { Injectable } from '@nestjs/common';
import type { WebhookDisableReason } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import type { FailureStreak } from './disable-rule';

export type ActiveWebhook = Pick<
  WebhookEntity,
  'id' | 'account_id' | 'owner_sub_account_id' | 'url' | 'updated_on'
>;

@Injectable()
export class DisabledWebhooksRepository {
  /** Locks a webhook until the transaction ends. Returns null if it is not active, or was deleted. */
  async lockActive(tx: Tx, id: number): Promise<ActiveWebhook | null> {
    const [webhook] = await queryRows<ActiveWebhook>(
      tx,
      `select id, account_id, owner_sub_account_id, url, updated_on from webhooks
       where id = $1 and active and deleted_on is null for update`,
      [id],
    );
    return webhook ?? null;
  }

  /** Locks the lane of a webhook and returns its failures, and the time of the database. */
  async lockStreak(tx: Tx, id: number): Promise<(FailureStreak & { now: Date }) | null> {
    const [lane] = await queryRows<FailureStreak & { now: Date }>(
      tx,
      'select failure_streak, failing_since, clock_timestamp() as now from lanes where webhook_id = $1 for update',
      [id],
    );
    return lane ?? null;
  }

  /** Disables a locked webhook. Returns its new version. */
  async disable(tx: Tx, id: number, reason: WebhookDisableReason, now: Date): Promise<number> {
    const [row] = await queryRows<{ version: number }>(
      tx,
      `update webhooks set active = false, disabled_reason = $2, paused_on = $3, updated_on = $3, version = version + 1
       where id = $1 returning version`,
      [id, reason, now],
    );
    return row!.version;
  }
}
