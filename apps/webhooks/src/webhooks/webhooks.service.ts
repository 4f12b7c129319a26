import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { LanesRepository } from '../sending/lanes.repository';
import { EndpointPolicy } from './endpoint-policy';
import type { HealthEntity } from './health.entity';
import type { WebhookEntity } from './webhook.entity';
import { assertOwnSubAccounts, assertRatingBounds } from './webhook-input';
import { WebhookMaker } from './webhook-maker';
import { scopeOf, webhookLimit } from './webhook-scope';
import { WebhooksRepository } from './webhooks.repository';

interface WebhookView {
  webhook: WebhookEntity;
  health: HealthEntity | null;
}

/** What a customer does with webhooks. A change and its effect on deliveries are one transaction. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly lanes: LanesRepository,
    private readonly endpoints: EndpointPolicy,
    private readonly maker: WebhookMaker,
  ) {}

  async list(principal: Principal): Promise<WebhookView[]> {
    const webhooks = await this.webhooks.list(scopeOf(principal));
    const health = await this.webhooks.healthOf(webhooks.map(({ id }) => id));
    return webhooks.map((webhook) => ({ webhook, health: health.get(webhook.id) ?? null }));
  }

  async get(principal: Principal, id: number): Promise<WebhookView> {
    const webhook = await this.webhooks.find(scopeOf(principal), id);
    if (!webhook) throw notFound('webhook', id);
    const health = await this.webhooks.healthOf([id]);
    return { webhook, health: health.get(id) ?? null };
  }

  /** Checks run in this order: url and events, sub accounts, the address now, duplicate, plan limit. */
  async add(principal: Principal, body: object): Promise<{ webhook: WebhookEntity; secret: string }> {
    const input = this.endpoints.readInput(body, true);
    const { webhook, secret } = this.maker.make(principal, input);
    assertOwnSubAccounts(webhook.ownerSubAccountId, webhook.subAccountIds);
    assertRatingBounds(webhook.minRating, webhook.maxRating);
    await this.endpoints.assertPublic(webhook.url);
    return this.database.transaction(async (tx) => {
      await this.webhooks.lockAccount(tx, webhook.accountId);
      await this.assertUnique(tx, webhook);
      await this.assertWithinPlan(tx, principal);
      const saved = await this.webhooks.save(tx, webhook);
      await this.lanes.open(tx, saved.id, !saved.active);
      return { webhook: saved, secret };
    });
  }

  async update(principal: Principal, id: number, body: object): Promise<WebhookView> {
    // The id decides first: what is wrong with a body is no business of somebody else's.
    await this.get(principal, id);
    const changes = this.endpoints.readInput(body, false);
    if (changes.url !== undefined) await this.endpoints.assertPublic(changes.url);
    await this.database.transaction(async (tx) => {
      await this.webhooks.lockAccount(tx, principal.account_id);
      const webhook = await this.webhooks.findForUpdate(tx, scopeOf(principal), id);
      if (!webhook) throw notFound('webhook', id);
      const wasActive = webhook.active;
      this.maker.change(webhook, changes);
      assertOwnSubAccounts(webhook.ownerSubAccountId, webhook.subAccountIds);
      assertRatingBounds(webhook.minRating, webhook.maxRating);
      await this.assertUnique(tx, webhook);
      await this.webhooks.save(tx, webhook);
      if (wasActive && !webhook.active) await this.lanes.pause(tx, id);
      if (!wasActive && webhook.active) await this.lanes.resume(tx, id);
    });
    return this.get(principal, id);
  }

  /** Pending retries are cancelled in the same transaction; what is in flight ends as cancelled. */
  async delete(principal: Principal, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const webhook = await this.webhooks.findForUpdate(tx, scopeOf(principal), id);
      if (!webhook) throw notFound('webhook', id);
      this.maker.bury(webhook);
      await this.webhooks.save(tx, webhook);
      await this.lanes.close(tx, id);
    });
  }

  private async assertUnique(tx: Tx, webhook: WebhookEntity): Promise<void> {
    const existing = await this.webhooks.findDuplicate(tx, webhook);
    if (existing === null) return;
    throw new ApiError(
      'duplicate_webhook',
      `The webhook with id ${existing} has this url already; update that one.`,
      {
        field: 'url',
        existing_id: existing,
      },
    );
  }

  private async assertWithinPlan(tx: Tx, principal: Principal): Promise<void> {
    const limit = webhookLimit(principal);
    const used = await this.webhooks.count(tx, principal.account_id);
    if (used < limit) return;
    throw new ApiError(
      'webhook_limit_reached',
      `The plan allows ${limit} webhooks and ${used} exist; delete one.`,
      {
        limit,
        used,
      },
    );
  }
}
