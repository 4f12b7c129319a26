import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Clock, Randomness, Secrets } from '@plaudit/runtime';
import { WebhookEntity } from './webhook.entity';
import type { WebhookChanges } from './webhook-input';
import { scopeOf } from './webhook-scope';

const SECRET_BYTES = 32;
const HINT_LETTERS = 4;

/** New webhooks and changed ones, as plain values. */
@Injectable()
export class WebhookMaker {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly secrets: Secrets,
  ) {}

  make(principal: Principal, input: WebhookChanges): { webhook: WebhookEntity; secret: string } {
    const secret = `whsec_${this.randomness.bytes(SECRET_BYTES).toString('base64')}`;
    const now = this.clock.now();
    const active = input.active ?? true;
    const webhook = Object.assign(new WebhookEntity(), {
      accountId: principal.account_id,
      ownerSubAccountId: scopeOf(principal).ownerSubAccountId,
      url: input.url,
      events: input.events,
      subAccountIds: input.subAccountIds ?? [],
      channelIds: input.channelIds ?? [],
      minRating: input.minRating ?? null,
      maxRating: input.maxRating ?? null,
      skipBackfill: input.skipBackfill ?? false,
      active,
      // A signed-in person has no key: the webhook comes from the dashboard.
      format: principal.key_id === null ? 'legacy' : 'standard',
      description: input.description ?? null,
      secretEnc: this.secrets.encrypt(secret),
      secretHint: `whsec_…${secret.slice(-HINT_LETTERS)}`,
      previousSecretEnc: null,
      previousSecretUntil: null,
      pausedOn: active ? null : now,
      disabledReason: active ? null : 'manual',
      testCalls: 0,
      testedSince: null,
      createdOn: now,
      updatedOn: now,
      deletedOn: null,
    });
    return { webhook, secret };
  }

  /** Lays what was sent over the webhook. Pausing or resuming twice changes nothing the second time. */
  change(webhook: WebhookEntity, changes: WebhookChanges): void {
    const { active, ...fields } = changes;
    const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
    Object.assign(webhook, Object.fromEntries(sent));
    webhook.updatedOn = this.clock.now();
    if (active === undefined || active === webhook.active) return;
    webhook.active = active;
    webhook.pausedOn = active ? null : webhook.updatedOn;
    webhook.disabledReason = active ? null : 'manual';
  }

  bury(webhook: WebhookEntity): void {
    webhook.deletedOn = this.clock.now();
    webhook.active = false;
  }
}
