import { Injectable } from '@nestjs/common';
import { bucketsOf, type TokenBuckets, Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { clientNetwork } from '../proxy/network-of';
import { RateLimitedError } from './rate-limit';

const SECONDS_PER_MINUTE = 60;

/** Limits failed authentications of each client address (IPv6: of each /64), counted in this replica. */
@Injectable()
export class WrongKeyThrottleService {
  private readonly buckets: TokenBuckets<string> | null;

  constructor(env: GatewayEnv, clock: Clock) {
    const burst = env.THROTTLE_WRONG_KEYS;
    const size = { burst, perSecond: burst / SECONDS_PER_MINUTE };
    this.buckets = bucketsOf(size, () => clock.now().getTime());
  }

  /**
   * Counts an attempt before its outcome is known. Otherwise thousands of concurrent attempts could pass while the first
   * one is looked up. Throws {@link RateLimitedError}.
   */
  countAttempt(address: string): void {
    const decision = this.buckets?.take(clientNetwork(address));
    if (!decision || decision.allowed) return;
    const wait = decision.retryAfterSeconds;
    throw new RateLimitedError(
      `Too many wrong API keys came from this address; try again in ${wait} s.`,
      decision,
    );
  }

  /** Takes back the count of an attempt whose key was right. */
  refundAttempt(address: string): void {
    this.buckets?.putBack(clientNetwork(address));
  }
}
