import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { RateLimited } from './rate-limited';
import { SharedSpending } from './shared-spending';
import { type Grant, TokenBuckets } from './token-buckets';

/** Short bursts of one API key, counted over all replicas; see {@link SharedSpending}. */
@Injectable()
export class KeyThrottle {
  private readonly buckets: TokenBuckets<number> | null;

  constructor(
    env: GatewayEnv,
    clock: Clock,
    private readonly shared: SharedSpending,
  ) {
    const { THROTTLE_BURST: burst, THROTTLE_RATE: perSecond } = env;
    const on = burst > 0 && perSecond > 0;
    this.buckets = on ? new TokenBuckets({ burst, perSecond }, () => clock.now().getTime()) : null;
    shared.listen((keyId, tokens) => this.buckets?.spend(keyId, tokens));
  }

  /** Null when throttling is off. Throws {@link RateLimited}. */
  take(keyId: number, cost: number): Grant | null {
    const grant = this.buckets?.take(keyId, cost) ?? null;
    if (grant && !grant.allowed) {
      const wait = grant.retryAfterSeconds;
      throw new RateLimited(`This key sends requests too quickly; try again in ${wait} s.`, grant);
    }
    if (grant) this.shared.note(keyId, cost);
    return grant;
  }
}
