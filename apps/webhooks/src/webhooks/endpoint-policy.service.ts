import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import {
  checkUrl,
  hostAndPort,
  Resolver,
  resolvesToBlocked,
  type UrlPolicy,
  UrlRefused,
} from '@plaudit/outbound';
import { publicPagesUrl } from '@plaudit/runtime';
import { endpointPolicy, WebhooksEnv } from '../webhooks.env';

/** Decides which URLs may be endpoints. The client checks the same rules again at every delivery. */
@Injectable()
export class EndpointPolicyService implements OnModuleDestroy {
  private readonly policy: UrlPolicy;
  private readonly resolver = new Resolver();

  constructor(env: WebhooksEnv) {
    this.policy = {
      ...endpointPolicy(env),
      // A delivery to this product could cause further events without end.
      denyHosts: [env.PUBLIC_URL, publicPagesUrl(env)].map((url) => hostAndPort(new URL(url))),
      requireHttps: env.WEBHOOK_REQUIRE_HTTPS,
    };
  }

  /** Returns the URL in its normal form. Throws 422 `webhook_url_invalid` if its text breaks a rule. */
  normalise(url: string): string {
    try {
      return checkUrl(url, this.policy);
    } catch (error) {
      if (error instanceof UrlRefused) throw invalidUrl(error.msg);
      throw error;
    }
  }

  /**
   * Throws 422 `webhook_url_invalid` if the host name resolves to a refused address now. A name that does not resolve
   * yet is accepted.
   */
  async assertPublic(url: string): Promise<void> {
    if (!(await resolvesToBlocked(url, this.resolver, this.policy))) return;
    throw invalidUrl('The url points to an address that is not allowed.');
  }

  onModuleDestroy(): void {
    this.resolver.close();
  }
}

function invalidUrl(msg: string): ApiError {
  return new ApiError('webhook_url_invalid', msg, { field: 'url' });
}
