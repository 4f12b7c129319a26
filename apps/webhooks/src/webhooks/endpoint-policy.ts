import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { hostAndPort, outboundPolicy, Resolver, resolvesToBlocked, type UrlPolicy } from '@plaudit/outbound';
import { WebhooksEnv } from '../webhooks.env';
import { readWebhookInput, type WebhookChanges } from './webhook-input';

/** Which addresses may be endpoints. The sender judges again at every delivery, by the same settings. */
@Injectable()
export class EndpointPolicy implements OnModuleDestroy {
  readonly url: UrlPolicy;
  private readonly resolver = new Resolver();

  constructor(env: WebhooksEnv) {
    const { allowLoopback, allowHosts } = outboundPolicy(env);
    this.url = {
      allowLoopback,
      allowHosts,
      denyCidrs: cidrsOf(env),
      // Deliveries to ourselves would be events about events.
      denyHosts: [hostAndPort(new URL(env.PUBLIC_URL))],
      requireHttps: env.WEBHOOK_REQUIRE_HTTPS,
    };
  }

  /** A request without a body says nothing about a webhook. */
  readInput(body: object | undefined, required: boolean): WebhookChanges {
    return readWebhookInput((body ?? {}) as Record<string, unknown>, this.url, required);
  }

  /** 422 when the name resolves to a refused address right now; one that does not resolve yet is fine. */
  async assertPublic(url: string): Promise<void> {
    if (await resolvesToBlocked(url, this.resolver, this.url)) {
      throw new ApiError('webhook_url_invalid', 'The url points to an address that is not allowed.', {
        field: 'url',
      });
    }
  }

  onModuleDestroy(): void {
    this.resolver.close();
  }
}

export function cidrsOf(env: Pick<WebhooksEnv, 'WEBHOOK_DENY_CIDRS'>): string[] {
  return env.WEBHOOK_DENY_CIDRS.split(',')
    .map((cidr) => cidr.trim())
    .filter((cidr) => cidr !== '');
}
