import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Clock, placeIn, Randomness, Secrets } from '@plaudit/runtime';
import { PREVIOUS_SECRET, SECRET } from './sealed-columns';
import { makerColumns } from './maker-rules';
import { ownerOf } from './webhook-rules';
import { WebhookEntity } from './webhook.entity';
import type { WebhookAddInput, WebhookUpdateInput } from './webhooks.dto';

const SECRET_BYTES = 32;
const HINT_LETTERS = 4;
const HOUR_MS = 3_600_000;
/** Stands in the column until the webhook has its id, within one transaction. */
const NO_SECRET = Buffer.alloc(0);

/** Creates and changes webhooks in memory. The caller saves them. */
@Injectable()
export class WebhookFactory {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly secrets: Secrets,
  ) {}

  /** Returns a new webhook and its signing secret. Call {@link seal} when the webhook has its id. */
  create(principal: Principal, input: WebhookAddInput): { webhook: WebhookEntity; secret: string } {
    const secret = this.newSecret();
    const now = this.clock.now();
    const active = input.active ?? true;
    const webhook = Object.assign(new WebhookEntity(), {
      account_id: principal.account_id,
      owner_sub_account_id: ownerOf(principal),
      url: input.url,
      events: input.events,
      sub_account_ids: unique(input.sub_account_ids ?? []),
      channel_ids: unique(input.channel_ids ?? []),
      min_rating: input.min_rating ?? null,
      max_rating: input.max_rating ?? null,
      skip_backfill: input.skip_backfill ?? false,
      active,
      // A signed-in user has no key, so the request comes from the dashboard.
      format: principal.key_id === null ? 'legacy' : 'standard',
      description: input.description ?? null,
      secret_enc: NO_SECRET,
      secret_hint: hintOf(secret),
      prev_secret_enc: null,
      prev_secret_until: null,
      paused_on: active ? null : now,
      disabled_reason: active ? null : 'manual',
      test_calls: 0,
      tested_since: null,
      ...makerColumns(principal),
      created_on: now,
      updated_on: now,
      deleted_on: null,
    });
    return { webhook, secret };
  }

  /** Encrypts the signing secret for the row of this webhook. */
  seal(webhook: WebhookEntity, secret: string): void {
    webhook.secret_enc = this.secrets.encrypt(secret, placeIn(SECRET, webhook.id));
  }

  /**
   * Replaces the signing secret and returns the new one. The replaced one stays for `graceHours`. An older one is dropped, and
   * so is the replaced one for 0.
   */
  rotateSecret(webhook: WebhookEntity, graceHours: number): string {
    const { id } = webhook;
    const now = this.clock.now();
    const replaced = this.secrets.decrypt(webhook.secret_enc, placeIn(SECRET, id));
    const stays = graceHours > 0;
    // It opens only in its own column, so it cannot be copied as it is.
    webhook.prev_secret_enc = stays ? this.secrets.encrypt(replaced, placeIn(PREVIOUS_SECRET, id)) : null;
    webhook.prev_secret_until = stays ? new Date(now.getTime() + graceHours * HOUR_MS) : null;
    webhook.updated_on = now;
    const secret = this.newSecret();
    webhook.secret_hint = hintOf(secret);
    this.seal(webhook, secret);
    return secret;
  }

  /** Applies the fields that were sent. Pausing a paused webhook keeps the date of the first pause. */
  change(webhook: WebhookEntity, input: WebhookUpdateInput): void {
    const { active, ...fields } = input;
    const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
    Object.assign(webhook, Object.fromEntries(sent));
    webhook.sub_account_ids = unique(webhook.sub_account_ids);
    webhook.channel_ids = unique(webhook.channel_ids);
    webhook.updated_on = this.clock.now();
    if (active === undefined || active === webhook.active) return;
    webhook.active = active;
    webhook.paused_on = active ? null : webhook.updated_on;
    webhook.disabled_reason = active ? null : 'manual';
  }

  softDelete(webhook: WebhookEntity): void {
    webhook.deleted_on = this.clock.now();
    webhook.active = false;
  }

  private newSecret(): string {
    return `whsec_${this.randomness.bytes(SECRET_BYTES).toString('base64')}`;
  }
}

function hintOf(secret: string): string {
  return `whsec_…${secret.slice(-HINT_LETTERS)}`;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
