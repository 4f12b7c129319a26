import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { RateLimitedError } from './rate-limit';
import { SpentTokensPublisher } from './spent-tokens.publisher';
import { type ThrottleDecision, TokenBuckets } from './token-buckets';

/** Limits the request rate of each API key, over all gateway replicas together; see {@link SpentTokensPublisher}. */
@Injectable()
export class KeyThrottleService {
  private readonly buckets: TokenBuckets<number> | null;

  constructor(
    env: GatewayEnv,
    clock: Clock,
    private readonly spentTokens: SpentTokensPublisher,
  ) {
    const { THROTTLE_BURST: burst, THROTTLE_RATE: perSecond } = env;
    const on = burst > 0 && perSecond > 0;
    this.buckets = on ? new TokenBuckets({ burst, perSecond }, () => clock.now().getTime()) : null;
    spentTokens.onSpentElsewhere((keyId, tokens) => this.buckets?.spend(keyId, tokens));
  }

  /** Takes `cost` tokens of the key. Returns null when the throttle is off. Throws {@link RateLimitedError}. */
  take(keyId: number, cost: number): ThrottleDecision | null {
    const decision = this.buckets?.take(keyId, cost) ?? null;
    if (decision && !decision.allowed) {
      const wait = decision.retryAfterSeconds;
      throw new RateLimitedError(`This key sends requests too quickly; try again in ${wait} s.`, decision);
    }
    if (decision) this.spentTokens.record(keyId, cost);
    return decision;
  }
}
