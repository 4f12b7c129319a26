import { Injectable } from '@nestjs/common';
import { webhookDeliveryNotice } from '@plaudit/contracts';
import { NoticeNotifier } from '@plaudit/events';
import { Chore } from '@plaudit/runtime';
import { WebhookTenantsReadModel } from './webhook-tenants.read-model';

const PUBLISH_MS = 1_000;
/** Of more webhooks with attempts in one second, nobody is told. */
const MAX_WEBHOOKS = 10_000;

/**
 * Tells who watches a webhook that its log has new attempts: once a second for each webhook and replica, however many there are.
 * A delivery knows no tenant, so one statement asks for those of all webhooks.
 */
@Injectable()
export class DeliveryNoticesPublisher {
  private attempted = new Set<number>();

  constructor(
    private readonly tenants: WebhookTenantsReadModel,
    private readonly notices: NoticeNotifier,
  ) {}

  note(webhookId: number): void {
    if (this.attempted.size < MAX_WEBHOOKS) this.attempted.add(webhookId);
  }

  @Chore({ name: 'delivery_notices', everyMs: PUBLISH_MS, per: 'process' })
  async publish(): Promise<void> {
    if (this.attempted.size === 0) return;
    const ids = [...this.attempted];
    this.attempted = new Set();
    for (const { id, account_id: accountId, sub_account_id: subAccountId } of await this.tenants.of(ids))
      this.notices.send(webhookDeliveryNotice, { accountId, subAccountId }, id, { webhook_id: id });
  }
}
