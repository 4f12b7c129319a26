import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { clientNetwork } from '../proxy/network-of';
import { RateLimited } from './rate-limited';
import { TokenBuckets } from './token-buckets';

const SECONDS_PER_MINUTE = 60;

/** Wrong keys of one client address (of IPv6 its /64), counted in this replica. */
@Injectable()
export class WrongKeyThrottle {
  private readonly buckets: TokenBuckets<string> | null;

  constructor(env: GatewayEnv, clock: Clock) {
    const burst = env.THROTTLE_WRONG_KEYS;
    const size = { burst, perSecond: burst / SECONDS_PER_MINUTE };
    this.buckets = burst > 0 ? new TokenBuckets(size, () => clock.now().getTime()) : null;
  }

  /**
   * Counts a try before its outcome is known, so that thousands at once cannot all pass while the first is looked up.
   * Throws {@link RateLimited}.
   */
  countTry(address: string): void {
    const grant = this.buckets?.take(clientNetwork(address));
    if (!grant || grant.allowed) return;
    const wait = grant.retryAfterSeconds;
    throw new RateLimited(`Too many wrong API keys came from this address; try again in ${wait} s.`, grant);
  }

  /** The counted try turned out right. */
  forgiveTry(address: string): void {
    this.buckets?.putBack(clientNetwork(address));
  }
}
