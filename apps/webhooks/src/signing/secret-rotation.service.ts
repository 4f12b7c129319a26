import { Injectable } from '@nestjs/common';
import { assertMayForward, makerOf, notFound, type Principal } from '@plaudit/contracts';
import { assertMakerStands, type Creation, Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { WebhookFactory } from '../webhooks/webhook.factory';
import { ownerOf } from '../webhooks/webhook-rules';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import type { WebhookAndHealth } from '../webhooks/webhooks.service';
import { assertMayRotate } from './rotation-rule';

/** A webhook after the rotation, and its new secret, which is stored only encrypted. */
export interface RotatedWebhook extends WebhookAndHealth {
  secret: string;
}

/** Replaces the signing secrets of webhooks. */
@Injectable()
export class SecretRotationService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly factory: WebhookFactory,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the webhook a new secret. The old one signs beside it for `graceHours`, retries included, because each attempt is
   * signed when it is sent. Throws 404, and 422 while the secret before the old one still signs.
   */
  async rotate<Body>(
    principal: Principal,
    id: number,
    graceHours: number,
    creation: Creation<RotatedWebhook, Body>,
  ): Promise<Body> {
    const health = (await this.webhooks.healthOf([id])).get(id) ?? null;
    const make = async (tx: Tx): Promise<RotatedWebhook> => {
      await assertMakerStands(tx, makerOf(principal), ownerOf(principal));
      const webhook = await this.webhooks.findForUpdate(tx, principal, id);
      if (!webhook) throw notFound('webhook', id, principal);
      assertMayForward(principal, 'secret');
      assertMayRotate(webhook, graceHours, this.clock.now());
      const secret = this.factory.rotateSecret(webhook, graceHours);
      return { webhook: await this.webhooks.save(tx, webhook), health, secret };
    };
    return this.database.transaction((tx) => creation.once(tx, () => make(tx)));
  }
}
