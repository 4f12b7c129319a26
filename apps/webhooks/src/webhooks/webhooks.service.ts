import { Injectable } from '@nestjs/common';
import {
  ApiError,
  assertMayForward,
  assertMayTakeOver,
  makerOf,
  notFound,
  type Principal,
  type SubAccountDeletedPayload,
} from '@plaudit/contracts';
import { assertMakerStands, type Creation, Database, type Tx } from '@plaudit/database';
import type { EventWith } from '@plaudit/events';
import { LanesRepository } from '../queue/lanes.repository';
import type { HealthEntity } from './health.entity';
import { makerColumns, makesAnew, widenedField } from './maker-rules';
import { WebhookInputService } from './webhook-input.service';
import { assertConsistent, assertMayReceive, ownerOf, sendsNothing, webhookLimit } from './webhook-rules';
import type { WebhookEntity } from './webhook.entity';
import { WebhookFactory } from './webhook.factory';
import type { WebhookAddInput, WebhookUpdateInput } from './webhooks.dto';
import { WebhooksRepository } from './webhooks.repository';

export interface WebhookAndHealth {
  webhook: WebhookEntity;
  health: HealthEntity | null;
}

/** A webhook and its signing secret, which is stored only encrypted. */
export interface NewWebhook {
  webhook: WebhookEntity;
  secret: string;
}

/** Adds, changes and deletes webhooks. Each change and its effect on the queue share one transaction. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly lanes: LanesRepository,
    private readonly inputs: WebhookInputService,
    private readonly factory: WebhookFactory,
  ) {}

  async list(principal: Principal): Promise<WebhookAndHealth[]> {
    const webhooks = await this.webhooks.list(principal);
    const health = await this.webhooks.healthOf(webhooks.map(({ id }) => id));
    return webhooks.map((webhook) => ({ webhook, health: health.get(webhook.id) ?? null }));
  }

  async get(principal: Principal, id: number): Promise<WebhookAndHealth> {
    const webhook = await this.webhooks.find(principal, id);
    if (!webhook) throw notFound('webhook', id, principal);
    const health = await this.webhooks.healthOf([id]);
    return { webhook, health: health.get(id) ?? null };
  }

  /**
   * Checks in this order: the text of the URL, the events, the caller's scopes and end, the settings, the address that the host
   * resolves to, the ids of the filters, the duplicate, the plan limit.
   */
  async add<Body>(
    principal: Principal,
    input: WebhookAddInput,
    creation: Creation<NewWebhook, Body>,
  ): Promise<Body> {
    const checked = this.inputs.read(input);
    const { webhook, secret } = this.factory.create(principal, checked);
    assertMayReceive(principal, webhook.events);
    assertMayForward(principal, 'url');
    assertConsistent(webhook);
    await this.inputs.assertExisting(checked, { ...webhook, sub_account_ids: [], channel_ids: [] });
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        await assertMakerStands(tx, makerOf(principal), ownerOf(principal));
        await this.webhooks.lockAccount(tx, webhook.account_id);
        await this.assertUnique(tx, webhook);
        await this.assertWithinPlan(tx, principal);
        const saved = await this.webhooks.save(tx, webhook);
        this.factory.seal(saved, secret);
        await this.webhooks.save(tx, saved);
        await this.lanes.create(tx, saved.id, !saved.active);
        return { webhook: saved, secret };
      }),
    );
  }

  /** A caller who resumes it or changes its URL becomes the maker of the webhook. Only an admin changes that of a removed maker. */
  async update(principal: Principal, id: number, input: WebhookUpdateInput): Promise<WebhookAndHealth> {
    // Throws 404 before any check that depends on the account, so that another account's id looks like an unknown one.
    const { webhook: current } = await this.get(principal, id);
    const changes = this.inputs.read(input);
    await this.inputs.assertExisting(changes, current);
    await this.database.transaction(async (tx) => {
      await assertMakerStands(tx, makerOf(principal), ownerOf(principal));
      await this.webhooks.lockAccount(tx, principal.account_id);
      const webhook = await this.webhooks.findForUpdate(tx, principal, id);
      if (!webhook) throw notFound('webhook', id, principal);
      const before = { ...webhook };
      this.factory.change(webhook, changes);
      if (!sendsNothing(changes)) assertMayReceive(principal, webhook.events);
      const widened = widenedField(before, webhook);
      if (widened !== null) {
        assertMayForward(principal, widened);
        if (before.disabled_reason === 'maker_removed') assertMayTakeOver(principal, widened);
      }
      if (makesAnew(before, webhook)) Object.assign(webhook, makerColumns(principal));
      assertConsistent(webhook);
      await this.assertUnique(tx, webhook);
      await this.webhooks.save(tx, webhook);
      if (webhook.url !== before.url) await this.lanes.forgive(tx, id);
      if (before.active && !webhook.active) await this.lanes.pause(tx, id);
      if (!before.active && webhook.active) await this.lanes.resume(tx, id);
    });
    return this.get(principal, id);
  }

  /** Also cancels pending retries. An attempt that is in flight is logged, and its delivery ends as cancelled. */
  async delete(principal: Principal, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const webhook = await this.webhooks.findForUpdate(tx, principal, id);
      if (!webhook) throw notFound('webhook', id, principal);
      await this.softDelete(tx, webhook);
    });
  }

  /** Deletes the webhooks of a deleted sub account and cancels every pending delivery of its events. */
  async closeSubAccount(tx: Tx, event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    const { id } = event.data;
    await this.webhooks.lockAccount(tx, event.accountid);
    await this.webhooks.closeSubAccount(tx, id);
    const webhooks = await this.webhooks.findAllForUpdate(tx, event.accountid);
    await this.lanes.cancelSubAccount(
      tx,
      webhooks.map((webhook) => webhook.id),
      id,
    );
    for (const webhook of webhooks.filter(({ owner_sub_account_id }) => owner_sub_account_id === id)) {
      await this.softDelete(tx, webhook);
    }
  }

  private async softDelete(tx: Tx, webhook: WebhookEntity): Promise<void> {
    this.factory.softDelete(webhook);
    await this.webhooks.save(tx, webhook);
    await this.lanes.delete(tx, webhook.id);
  }

  private async assertUnique(tx: Tx, webhook: WebhookEntity): Promise<void> {
    const existing = await this.webhooks.findDuplicate(tx, webhook);
    if (existing === null) return;
    const msg = `The webhook with id ${existing} has this url already; update that one.`;
    throw new ApiError('duplicate_webhook', msg, { field: 'url', existing_id: existing });
  }

  private async assertWithinPlan(tx: Tx, principal: Principal): Promise<void> {
    const limit = webhookLimit(principal);
    const used = await this.webhooks.count(tx, principal.account_id);
    if (used < limit) return;
    const msg = `The plan allows ${limit} webhooks and ${used} exist; delete one.`;
    throw new ApiError('webhook_limit_reached', msg, { limit, used });
  }
}
